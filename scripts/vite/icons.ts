import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const HOUSE = 'virtual:icons/house'

/** What the shell and the screens of devices are made of; `src/app/icons.json` has what their code draws. */
const DATA = ['catalogue/menus/*.json', 'catalogue/screens/devices/*.json']

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Every icon that a definition names. */
function named(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'icon' && typeof part === 'string' ? [part] : named(part),
  )
}

/** The icons that the house draws before all others have come, and that no layout of a device brings along. */
function houseIcons(root: string): Readonly<Record<string, string>> {
  const files = globSync(DATA, { cwd: root }).sort()
  const wanted = new Set([
    ...(readJson(join(root, 'src/app/icons.json')) as string[]),
    ...files.flatMap((file) => named(readJson(join(root, file)))),
  ])
  const all = readJson(join(root, 'catalogue/icons.json')) as Readonly<Record<string, string>>
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)))
}

/** `virtual:icons/house` is what the first page of the house draws of `catalogue/icons.json`. */
export const icons = (root: string): Plugin => ({
  name: 'icons',
  resolveId: { filter: { id: /^virtual:icons\// }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:icons\// },
    handler(id) {
      if (id !== `\0${HOUSE}`) throw new Error(`${id} is no set of icons`)
      for (const file of ['catalogue/icons.json', 'src/app/icons.json', ...globSync(DATA, { cwd: root })])
        this.addWatchFile(resolve(root, file))
      return { code: `export default ${JSON.stringify(houseIcons(root))}`, moduleType: 'js' }
    },
  },
})
