import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, object>

/** A settings file with every module on, the flags of the demo and those that open screens: none leads elsewhere. */
export function wholeSettings(): string {
  const modules = Object.keys(read('catalogue/modules.json').flags ?? {})
  const { flags } = read('catalogue/demo-settings.json')
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-settings-')), 'settings.json')
  writeFileSync(
    file,
    JSON.stringify({
      flags: { ...flags, RPL_GTW: true },
      modules: Object.fromEntries(modules.map((name) => [name, true])),
    }),
  )
  return file
}
