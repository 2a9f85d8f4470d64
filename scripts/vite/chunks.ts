/** The texts of one language come as parts that are used together, and all that there are in one. */
function wordsOf(id: string): string | null {
  const [, language, part] =
    /virtual:words\/(\w+)\/(\w+)$/.exec(id) ?? /\/locales\/(\w+)\/\w+\.json$/.exec(id) ?? []
  return language === undefined ? null : `words-${language}-${part ?? 'all'}`
}

/** Where each of the two ways into the app begins, and what both begin with. */
const BEGINNING = ['/src/app/main.tsx']
const DOOR = ['/src/app/public/PublicApp.tsx']
const HOME = [
  '/src/app/SignedIn.tsx',
  '/src/engine/screens/tiles/Screen.tsx',
  'virtual:screens/area/devices',
  'virtual:icons/house',
]

/** The other public pages come once sign-in stands, and not with the house. */
const ENTRANCE = [
  '/src/app/entry/Entrance.tsx',
  '/src/screens/account/actions.ts',
  '/src/screens/oauth/actions.ts',
]

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Modules with all that they cannot start without. */
function closureOf(ids: readonly string[], graph: Graph): ReadonlySet<string> {
  const seen = new Set(ids)
  for (const id of seen) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
  return seen
}

/**
 * What a page needs follows from its imports. What both ways have in common is one file; what only sign-in or only the
 * first tiles need stands in a file of its own, so that nobody waits for what the other shows.
 */
function waysIn() {
  const ids = new Set<string>()
  const begun = (ends: readonly string[], graph: Graph): ReadonlySet<string> =>
    closureOf(
      [...ids].filter((id) => ends.some((end) => id.endsWith(end))),
      graph,
    )
  let ways: Record<'beginning' | 'door' | 'home' | 'entrance', ReadonlySet<string>> | undefined
  return {
    // All modules are asked about before the first of them gets its name.
    test: (id: string): boolean => {
      ids.add(id)
      return true
    },
    name(id: string, graph: Graph): string | null {
      ways ??= {
        beginning: begun(BEGINNING, graph),
        door: begun(DOOR, graph),
        home: begun(HOME, graph),
        entrance: begun(ENTRANCE, graph),
      }
      const { beginning, door, home, entrance } = ways
      if (BEGINNING.some((end) => id.endsWith(end))) return null
      if (beginning.has(id) || (door.has(id) && home.has(id))) return 'both'
      if (door.has(id)) return 'door'
      if (!home.has(id)) return null
      return entrance.has(id) ? 'entrance' : 'home'
    },
    debugName: 'ways in',
  }
}

const packages = (...names: string[]): RegExp => new RegExp(`/node_modules/(?:${names.join('|')})/`)

/** Files that people look for by their names; those of all others would stand, letter by letter, in what is loaded first. */
export const groupNames = /^(?:react|both|door|home|entrance|drag|blueprint|words-.*)$/

/** Few files: every one of them costs a request and its headers. The first group that takes a module has it. */
export const chunkGroups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/ },
  { name: wordsOf, debugName: 'words', test: /\/locales\/|virtual:words\// },
  waysIn(),
  { name: 'drag', test: packages('@dnd-kit') },
  // What every part of Blueprint is made of; the parts themselves come with what shows them.
  {
    name: 'blueprint',
    test: packages(
      'classnames',
      '@blueprintjs/core/lib/esm/(?:common|components/(?:button|html|icon|spinner|text))',
    ),
  },
]
