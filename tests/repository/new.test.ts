import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'new-'))
// Whatever is not refused is written there, and not into the project.
for (const part of ['catalogue', 'gateway', 'locales', 'schemas', 'server', 'widgets'])
  cpSync(join(root, part), join(scratch, part), { recursive: true })
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const written = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(root, 'scripts/new.ts'), ...args, '--root', scratch], {
    encoding: 'utf8',
    stdio: 'pipe',
  })

// That what is new passes the checks is proved at night (tests/nightly/new-parts.test.ts).
test.each([
  [['nothing'], 'What is new?'],
  [['command', 'paint_room'], 'Name room and command'],
  [['command', 'attic/paint_room'], 'no room "attic"'],
  [['command', 'rooms/rename_room'], 'already'],
  [['screen', 'admin/outbox', 'outbox'], 'is there already'],
  [['screen', 'admin/kept', 'nobody'], 'write it first'],
  [['widget', 'iconType'], 'is there already'],
  [['call', 'readCertificates'], 'Name prefix and call'],
  [['call', 'attic/readCertificates'], 'no schemas/api/attic.json'],
  [['call', 'deployment/selfCheck'], 'already'],
  [['driver', 'ESP home'], 'Name the driver'],
  [['driver', 'tasmota'], 'is there already'],
])('%j is refused with a reason, and nothing is written', (args, reason) => {
  expect(() => written(...args)).toThrow(reason)
})
