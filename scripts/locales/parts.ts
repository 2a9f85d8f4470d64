import { existsSync, globSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { ErrorRules } from '#schemas/generated/definitions/errors.ts'
import type { DashboardRules } from '#schemas/generated/definitions/rules-dashboard.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { whileUnchanged } from '../quality/unchanged.ts'
import { componentFiles } from '../vite/components.ts'
import { askedBy } from './asked-by-screens.ts'
import { areasBrought, areasOfComponents } from './brought.ts'
import { areaOf, readJson, textsOf } from './files.ts'

/** Texts by area and name. */
export type Tree = { [key: string]: string | Tree }

/** The first screen of each side comes with it; the others come by the folder that they stand in. */
const SIGN_IN = 'login'
const TILES = 'quick_controls'
const VISITORS = 'account'
const DEVICES = 'devices'

/** What devices have is said by their layouts; all of it comes with screens that speak of what no device may have. */
const OF_DEVICES = ['properties', 'values']
const PROPERTIES = 'properties'

/** The folders of the parts that are no folder of screens. */
export const FOLDERS: Readonly<Record<string, string>> = {
  door: 'src/app/public',
  house: 'src/app',
  rest: 'src/app/rest',
  later: 'src/engine',
}

const listed = (part: string): readonly string[] => {
  const file = `${FOLDERS[part] ?? `src/screens/${part}`}/words.json`
  return existsSync(file) ? readJson(file) : []
}

/** What a dashboard draws: its frame, the strip above it, and cards of whichever area. */
function shownOn({ component }: { component: string }): readonly string[] {
  const { kinds, strip } = readJson<DashboardRules>('catalogue/rules/dashboard.json')
  return [
    component,
    ...[...Object.values(kinds), ...strip].flatMap((one) =>
      'component' in one && one.component !== undefined ? one.component : [],
    ),
  ]
}

/** What cards bring with them comes with the dashboard, but for what all screens have. */
function broughtToDashboards(part: string): readonly string[] {
  const screens = (screensByArea().get(part) ?? []).filter(
    (screen) => screen.kind === 'custom' && screen.dashboard === true,
  )
  if (screens.length === 0) return []
  const [files, areas, everywhere] = [componentFiles('.'), areasOfComponents(), new Set(listed('rest'))]
  const said = screens.flatMap((screen) =>
    screen.kind === 'custom' ? shownOn(screen).flatMap((name) => areas.get(files.get(name) ?? '') ?? []) : [],
  )
  return [...new Set(said)].filter((name) => !everywhere.has(name))
}

/** What code of a part says, by areas, branches or single texts; what its screens say follows from their definitions. */
export const named = (part: string): readonly string[] => [...listed(part), ...broughtToDashboards(part)]

function screensByArea(): ReadonlyMap<string, readonly Screen[]> {
  const files = globSync('catalogue/screens/*/*.json').sort()
  return whileUnchanged('screens by area', files, () => {
    const areas = new Map<string, Screen[]>()
    for (const file of files) {
      const area = basename(dirname(file))
      areas.set(area, [...(areas.get(area) ?? []), readJson<Screen>(file)])
    }
    return areas
  })
}

/** What is said of any failure: it must be sayable when nothing more can be fetched. */
function generalCodes(): string[] {
  const { statuses, broker, other } = readJson<ErrorRules>('catalogue/errors.json')
  const said = [...Object.values(statuses), ...Object.values(broker), other].flatMap(({ text }) => text ?? [])
  return [...said, 'OFFLINE'].map((code) => `codes.${code}`)
}

/** Texts that the foot of every page before sign-in leads to. */
const titlesOf = (screens: readonly Screen[]): string[] =>
  screens.filter(({ kind }) => kind === 'document').map(({ id }) => `screens.${id}.title`)

/** Parts that have nothing of what others have already, without which nobody has them. */
export const AFTER: Readonly<Record<string, string>> = { rest: 'house' }

/** The names of all parts: `door`, `house`, what comes after the first tiles (`rest` with whatever screen is not theirs), `properties`, and one for every other folder of screens. */
export const partNames = (): string[] => [
  ...Object.keys(FOLDERS),
  PROPERTIES,
  ...[...screensByArea().keys()].filter((area) => area !== DEVICES),
]

function screensOf(part: string): readonly Screen[] {
  const areas = screensByArea()
  if (part === 'door') return (areas.get(VISITORS) ?? []).filter(({ id }) => id === SIGN_IN)
  const devices = areas.get(DEVICES) ?? []
  if (part === 'house') return devices.filter(({ id }) => id === TILES)
  if (part === 'rest') return devices.filter(({ id }) => id !== TILES)
  return areas.get(part) ?? []
}

/** What the door and the house say beside what code names. */
function keysOf(part: string): string[] {
  if (part === 'door') return [...generalCodes(), ...titlesOf(screensByArea().get(VISITORS) ?? [])]
  return part === 'house' ? generalCodes() : []
}

function put(tree: Tree, key: string, text: string): void {
  const names = key.split('.')
  const last = names.pop() ?? ''
  let at = tree
  for (const name of names) {
    const next = (at[name] ?? {}) as Tree
    at[name] = next
    at = next
  }
  at[last] = text
}

const isArea = (name: string): boolean => !name.includes('.')
const bytesOf = (area: string): number => statSync(`locales/ch_DE/${area}.json`).size

interface Holder {
  part: string
  /** Bytes of all areas that it has wholly. */
  size: number
}

function holdersOf(): ReadonlyMap<string, readonly Holder[]> {
  const whole = partNames().map((part) => {
    const areas = named(part).filter(isArea)
    return { part, areas, size: areas.reduce((sum, area) => sum + bytesOf(area), 0) }
  })
  const found = new Map<string, readonly Holder[]>()
  const brought = [...areasBrought()]
  for (const { part, areas, size } of whole.toSorted((a, b) => a.size - b.size)) {
    const all = named(part)
    const branches = brought.filter(
      (name) => !isArea(name) && all.some((one) => `${name}.`.startsWith(`${one}.`)),
    )
    for (const name of [...areas, ...branches]) found.set(name, [...(found.get(name) ?? []), { part, size }])
  }
  return found
}

/** Which parts have all texts of an area or of a branch that code brings, those first that have little else: whoever needs it need not load every text there is. */
export const holders = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries([...holdersOf()].map(([area, parts]) => [area, parts.map(({ part }) => part)]))

/** A part may have so many times what is asked for. */
const LITTLE_ELSE = 4

/** Areas that code brings by themselves and no part has without much else. */
export function alone(): readonly string[] {
  const held = holdersOf()
  return [...areasBrought()]
    .filter(isArea)
    .filter((area) => {
      const [smallest] = held.get(area) ?? []
      return !smallest || smallest.size > LITTLE_ELSE * bytesOf(area)
    })
    .sort()
}

/** Whether a text belongs to a part. */
function wantedBy(name: string): (key: string) => boolean {
  const data = askedBy(screensOf(name))
  const keys = new Set([...data.keys, ...keysOf(name), ...named(name)])
  const below = [...data.below, ...named(name).map((branch) => `${branch}.`)]
  return (key) => {
    const [area = ''] = key.split('.')
    return (
      (name === PROPERTIES && OF_DEVICES.includes(area)) ||
      [key, key.replace(/_(?:one|other)$/, '')].some((one) => keys.has(one)) ||
      below.some((start) => key.startsWith(start))
    )
  }
}

/** The texts of one area. */
export function textsOfArea(language: string, area: string): Tree {
  const tree: Tree = {}
  for (const [key, text] of textsOf(language)) if (areaOf(key) === area) put(tree, key, text)
  return tree
}

/** The texts of one part in one language, below their areas. */
export function textsOfPart(language: string, name: string): Tree {
  const wanted = wantedBy(name)
  const first = AFTER[name]
  const before = first === undefined ? () => false : wantedBy(first)
  const tree: Tree = {}
  for (const [key, text] of textsOf(language)) if (wanted(key) && !before(key)) put(tree, key, text)
  return tree
}
