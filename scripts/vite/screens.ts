import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { headOf } from '../../src/lib/screen-head.ts'

interface Screen {
  id: string
  access?: { public?: boolean }
  [field: string]: unknown
}

const PREFIX = 'virtual:screens/'
const files = (root: string): string[] => globSync(`${root}/catalogue/screens/*/*.json`).sort()
const areaOf = (file: string): string => basename(dirname(file))
const isPublic = ({ access }: Screen): boolean => access?.public === true

function screenOf(file: string): Screen {
  const { $schema: _, ...screen } = JSON.parse(readFileSync(file, 'utf8')) as Screen
  return screen
}

/** The heads of some screens by the area that has the rest of them. */
function heads(all: readonly string[], wanted: (screen: Screen) => boolean): string {
  const areas: Record<string, object[]> = {}
  for (const file of all) {
    const screen = screenOf(file)
    if (wanted(screen)) areas[areaOf(file)] = [...(areas[areaOf(file)] ?? []), headOf(screen)]
  }
  return `export default ${JSON.stringify(areas)}`
}

const loaders = (all: readonly string[]): string => {
  const entries = [...new Set(all.map(areaOf))].map(
    (area) => `${JSON.stringify(area)}: () => import('${PREFIX}area/${area}')`,
  )
  return `export default {${entries.join(',')}}`
}

/**
 * The screens of the catalogue as the app takes them: `virtual:screens/public` and `/others` are their heads,
 * `/areas` loads what stands in one folder, `/area/<folder>` is that, and `/one/<file>` a single screen.
 */
export const screens = (root: string): Plugin => ({
  name: 'screens',
  resolveId: { filter: { id: /^virtual:screens\// }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:screens\// },
    handler(id) {
      const all = files(root)
      for (const file of all) this.addWatchFile(resolve(file))
      const [what, name] = id.slice(PREFIX.length + 1).split('/')
      const code = {
        public: () => heads(all, isPublic),
        others: () => heads(all, (screen) => !isPublic(screen)),
        areas: () => loaders(all),
        area: () =>
          `export default ${JSON.stringify(all.filter((file) => areaOf(file) === name).map(screenOf))}`,
        one: () =>
          `export default ${JSON.stringify(all.filter((file) => basename(file, '.json') === name).map(screenOf)[0])}`,
      }[what ?? '']
      if (!code) throw new Error(`${id} is no list of screens`)
      return { code: code(), moduleType: 'js' }
    },
  },
})
