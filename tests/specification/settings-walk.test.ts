import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { readSettings } from '#server/settings.ts'
import { start } from '#server/start.ts'

const shipped = Object.entries(readSettings('catalogue', undefined, () => undefined).flags)

function fileOf(settings: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'settings.json')
  writeFileSync(file, JSON.stringify(settings))
  return file
}

const complained = vi.fn()
const read = (flags: object) => readSettings('catalogue', fileOf({ flags }), complained)

const KINDS: readonly unknown[] = [true, 1, 'a', ['a'], { a: 'a' }, null]
const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
const othersThan = (value: unknown): readonly unknown[] =>
  KINDS.filter((one) => kindOf(one) !== kindOf(value))
const partsOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  kindOf(value) === 'object' ? Object.entries(value as object) : []

test.each(shipped)(
  'a value of %s of which nobody could make anything is refused before the server starts',
  (name, value) => {
    for (const other of othersThan(value))
      expect(() => read({ [name]: other }), JSON.stringify(other)).toThrow(name)
    if (Array.isArray(value))
      for (const item of othersThan('a'))
        expect(() => read({ [name]: [item] }), JSON.stringify(item)).toThrow(name)
    for (const [part, own] of partsOf(value)) {
      for (const other of othersThan(own))
        expect(() => read({ [name]: { [part]: other } })).toThrow(`${name}.${part}`)
      if (typeof own === 'number')
        for (const number of [-1, 0.5])
          expect(() => read({ [name]: { [part]: number } })).toThrow(`${name}.${part}`)
    }
    if (kindOf(value) === 'object') expect(() => read({ [name]: { made_up: 1 } })).toThrow(`${name}.made_up`)
  },
)

const patterns = shipped.flatMap(([name, value]) => [
  ...(name.endsWith('_REGEX') ? [[name, '('] as const] : []),
  ...partsOf(value).flatMap(([part]) => (part === 'pattern' ? [[name, { [part]: '(' }] as const] : [])),
])

test.each(patterns)(
  'a pattern of %s that is none is complained of, and the shipped one used',
  (name, value) => {
    complained.mockClear()
    expect(read({ [name]: value }).flags[name]).toEqual(Object.fromEntries(shipped)[name])
    expect(complained).toHaveBeenCalledWith(expect.stringContaining(name))
  },
)

test.each([
  ['of the deployment', (flags: object) => ({ flags })],
  ['of one of its brands', (flags: object) => ({ brands: { other: { hosts: ['other.test'], flags } } })],
])(
  'a server does not start with a form of licence keys, %s, that it cannot make keys of',
  async (_whose, wrapped) => {
    const file = fileOf(
      wrapped({ LICENCE_SUPPORT: true, LICENCE_KEY_SETTINGS: { size: 3, pattern: '^a+$' } }),
    )
    const config = { ...readConfig({}), settingsFile: file }
    await expect(start(config, { root: process.cwd(), log: createLog('fatal') })).rejects.toThrow(
      /settings\.json: LICENCE_KEY_SETTINGS: no licence key/,
    )
  },
)
