import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { componentFiles } from './components.ts'

/** The texts of one language come as parts that are used together, and all that there are in one. */
function wordsOf(id: string): string | null {
  const [, language, part] =
    /virtual:words\/(\w+)\/([\w.]+)$/.exec(id) ?? /\/locales\/(\w+)\/\w+\.json$/.exec(id) ?? []
  return language === undefined ? null : `words-${language}-${part?.replace('.', '-') ?? 'all'}`
}

/** Where each of the two ways into the app begins, and what both begin with. */
const BEGINNING = ['/src/app/main.tsx']
const DOOR = ['/src/app/public/PublicApp.tsx']
const HOME = ['/src/app/SignedIn.tsx', 'virtual:icons/house']
const LIST = '/src/engine/screens/list/Screen.tsx'
/** Whatever draws a property of a device, or puts one into words. */
const WIDGETS = '/widgets/registry.ts'
const TILES = ['/src/engine/screens/tiles/Screen.tsx', 'virtual:screens/one/quick_controls']

/** Sign-in has fields, and so has nearly every page; the rest of what it is made of hardly one needs at once. */
const FIELDS = [
  '/src/engine/forms/use-remote-choices.ts',
  '/src/ui/fields/text-fields.tsx',
  '/src/ui/fields/choice-fields.tsx',
  '/src/ui/fields/use-submit.ts',
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

type Way = 'both' | 'door' | 'fields' | 'home' | 'tiles' | 'entrance'

/**
 * What a page needs follows from its imports. What both ways have in common is one file; what only sign-in, only whoever
 * is signed in, or only the tiles need stands in a file of its own, so that nobody waits for what the other shows.
 */
function waysIn(root: string) {
  const pages = [LIST, ...[...componentFiles(root).values()].map((file) => `/${file}`)]
  const ids = new Set<string>()
  const begun = (ends: readonly string[], graph: Graph): ReadonlySet<string> =>
    closureOf(
      [...ids].filter((id) => ends.some((end) => id.endsWith(end))),
      graph,
    )
  const reached = (graph: Graph) => ({
    beginning: begun(BEGINNING, graph),
    door: begun(DOOR, graph),
    fields: begun(FIELDS, graph),
    home: begun(HOME, graph),
    tiles: begun(TILES, graph),
    entrance: begun(ENTRANCE, graph),
    // Pages without properties do without the tiles, so they do not have to fetch those for something small.
    plain: new Set(
      pages.flatMap((page) => {
        const all = [...begun([page], graph)]
        return all.some((id) => id.endsWith(WIDGETS)) ? [] : all
      }),
    ),
  })
  let known: ReturnType<typeof reached> | undefined
  function wayOf(id: string, graph: Graph): Way | null {
    known ??= reached(graph)
    const { beginning, door, fields, home, plain, tiles, entrance } = known
    const inside = home.has(id) || (tiles.has(id) && plain.has(id))
    if (BEGINNING.some((end) => id.endsWith(end))) return null
    if (beginning.has(id) || (door.has(id) && (inside || tiles.has(id)))) return 'both'
    if (door.has(id)) return fields.has(id) ? 'fields' : 'door'
    if (inside) return entrance.has(id) ? 'entrance' : 'home'
    return tiles.has(id) ? 'tiles' : null
  }
  // A group takes along what its modules import, so what others share is taken first.
  return [['both'], ['fields'], ['door', 'home', 'entrance'], ['tiles']].map((ways) => ({
    // All modules are asked about before the first of them gets its name.
    test: (id: string): boolean => {
      ids.add(id)
      return true
    },
    name(id: string, graph: Graph): string | null {
      const way = wayOf(id, graph)
      return way !== null && ways.includes(way) ? way : null
    },
    debugName: `ways in: ${ways.join(', ')}`,
  }))
}

const packages = (...names: string[]): RegExp => new RegExp(`/node_modules/(?:${names.join('|')})/`)

/** Screens of these kinds need what they have in common with cards; those of components do by themselves. */
const KINDS = /\/src\/engine\/screens\/(?!tiles\/)\w+\/Screen\.tsx$/

/**
 * Cards of a dashboard are small, come from many areas, and have much in common with the pages of those: each such module
 * would be a file of its own. What they are made of is few files: what other kinds of screens or several kinds of cards
 * need too, what pages of an area need too, what draws charts, and the cards themselves. Those that draw times come only
 * where a dashboard has some (scripts/vite/boot-files.ts).
 */
function dashboard(root: string) {
  const { kinds } = JSON.parse(readFileSync(join(root, 'catalogue/rules/dashboard.json'), 'utf8')) as {
    kinds: Record<string, { component: string }>
  }
  const onCards = new Set(['dashboard', ...Object.values(kinds).map(({ component }) => component)])
  const files = [...componentFiles(root)]
  const ids = new Set<string>()
  const reached = (graph: Graph, wanted: (component: string) => boolean): ReadonlySet<string> => {
    const ends = files.flatMap(([component, file]) => (wanted(component) ? [`/${file}`] : []))
    return closureOf(
      [...ids].filter((id) => ends.some((end) => id.endsWith(end))),
      graph,
    )
  }
  const drawsTimes = (component: string, graph: Graph): boolean =>
    [...reached(graph, (one) => one === component)].some((id) => id.includes(CHARTS))
  const read = (graph: Graph) => ({
    kinds: closureOf(
      [...ids].filter((id) => KINDS.test(id)),
      graph,
    ),
    charts: reached(graph, (component) => component === CHART),
    cards: reached(graph, (component) => onCards.has(component) && !drawsTimes(component, graph)),
    timed: reached(
      graph,
      (component) => onCards.has(component) && component !== CHART && drawsTimes(component, graph),
    ),
    others: reached(graph, (component) => !onCards.has(component)),
    plain: new Set(
      files
        .filter(([component]) => !drawsTimes(component, graph))
        .flatMap(([component]) => [...reached(graph, (one) => one === component)]),
    ),
  })
  let sets: ReturnType<typeof read> | undefined
  const fileOf = (id: string, graph: Graph): string | null => {
    sets ??= read(graph)
    const { kinds: ofKinds, charts, cards, timed, others, plain } = sets
    const [inCharts, inCards] = [charts.has(id), cards.has(id)]
    if (!inCharts && !inCards) return null
    if (ofKinds.has(id)) return 'common'
    const [, area] = /\/src\/screens\/(\w+)\//.exec(id) ?? []
    if (inCharts && (inCards || timed.has(id))) return plain.has(id) ? 'values' : 'beside-charts'
    // Pages draw their charts once they stand: what they need before that does not wait for what draws.
    if (inCharts && (!others.has(id) || draws(id, graph))) return 'charts'
    if (!others.has(id)) return 'cards'
    if (area !== undefined) return `beside-${area}`
    // What has no area comes along with what needs it, though not with what draws.
    return inCharts ? 'beside-charts' : null
  }
  const test = (id: string): boolean => {
    ids.add(id)
    return true
  }
  return [/^common$/, /^values$/, /^beside-/, /^charts$/, /^cards$/].map((names) => ({
    test,
    name(id: string, graph: Graph): string | null {
      const file = fileOf(id, graph)
      return file !== null && names.test(file) ? file : null
    },
    debugName: String(names),
  }))
}

const CHART = 'chartCard'
const CHARTS = '/src/engine/charts/'

/** Whether it cannot start without what draws charts. */
const draws = (id: string, graph: Graph): boolean =>
  [...closureOf([id], graph)].some((one) => packages('uplot').test(one))

/** Files that people look for by their names; those of all others would stand, letter by letter, in what is loaded first. */
export const groupNames =
  /^(?:react|both|door|home|tiles|fields|entrance|queries|common|values|charts|beside-\w+|cards|drag|blueprint|words-.*)$/

/** Few files: every one of them costs a request and its headers. The first group that takes a module has it. */
export const chunkGroups = (root: string) => [
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime|vite\/preload-helper/,
  },
  { name: wordsOf, debugName: 'words', test: /\/locales\/|virtual:words\// },
  ...waysIn(root),
  { name: 'queries', test: /\/@tanstack\/(?:react-)?query|\/src\/engine\/rows\.ts$/ },
  ...dashboard(root),
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

/** Files of which a first page calls most. */
const CALLED_AT_ONCE = /^(?:react|both|door|home|tiles)$/

/**
 * Lets the browser compile such files whole while they come, beside the page's own work; otherwise it reads function after
 * function again when it is called, which is a sixth of what a first page computes. Who does not know the hint reads a
 * comment. It has to stand at the very top, above what other plugins put there.
 */
export const compileHints = (): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && CALLED_AT_ONCE.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
})
