import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../e2e')

test.each(globSync('journeys/**/*.ts', { cwd: folder }))(
  '%s asks nothing of a page that may not be drawn yet: which of two stands there is told by shown()',
  (file) => {
    expect(readFileSync(join(folder, file), 'utf8').match(/\.is(?:Visible|Hidden)\(\)/g)).toBeNull()
  },
)
