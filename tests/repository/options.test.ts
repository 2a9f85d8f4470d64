import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const scripts = globSync('scripts/**/*.ts', { cwd: root }).filter((file) =>
  /\b(?:optionsOf|parseArgs)\(/.test(readFileSync(join(root, file), 'utf8')),
)

describe.each(scripts.filter((file) => !file.endsWith('options.ts')))('%s', (file) => {
  const said = (option: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, file), option], {
      cwd: root,
      encoding: 'utf8',
    })
    return { status, text: stdout + stderr }
  }

  test.concurrent('says how to ask it', () => {
    const { status, text } = said('--help')
    expect(text).toMatch(/^Usage: .+\n$/)
    expect(status).toBe(0)
  })

  test.concurrent('answers what it does not know with how to ask it, not with a trace', () => {
    const { status, text } = said('--nobody-knows')
    expect(text).toContain("'--nobody-knows'")
    expect(text).toContain('Usage: ')
    expect(text).not.toMatch(/^\s+at /m)
    expect(status).toBe(2)
  })
})
