import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A program of its own, by the file that Node runs. */
function program(name: string, text: string): string {
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, text)
  return file
}

test('what a program leaves running is not waited for', async () => {
  const file = program(
    'leaves',
    `import { spawn } from 'node:child_process'
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', detached: true })
    left.unref()
    console.log(left.pid)`,
  )
  const { code, output } = await run(file)
  expect(code).toBe(0)
  // It is still there, and holds the pipes.
  process.kill(Number(output), 'SIGKILL')
})

test('what hangs is ended after its limit, and has failed', async () => {
  const { code } = await run(program('hangs', 'setInterval(() => {}, 1000)'), [], { limit: 500 })
  expect(code).not.toBe(0)
})
