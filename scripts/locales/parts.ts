import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { ErrorRules } from '#schemas/generated/definitions/errors.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { isDoorPart, isHomePart } from '../vite/chunks.ts'
import { askedBy } from './asked-by-screens.ts'
import { areaOf, readJson, textsOf } from './files.ts'
import { filesOfCode, namedInCode } from './in-code.ts'
import { tileProperties } from './tile-properties.ts'

/** Texts by area and name. */
export type Tree = { [key: string]: string | Tree }

interface Part {
  /** Their texts, as far as they follow from the data. */
  screens: readonly Screen[]
  /** Code whose named texts belong to the part, of these areas. */
  code: readonly string[]
  areas: ReadonlySet<string>
  /** Areas that it holds whole, and single texts. */
  whole: readonly string[]
  keys: readonly string[]
  /** Beginnings of keys, of values that are said in words. */
  values: readonly string[]
}

/** The first screen of each side comes with it; the others come by the folder that they stand in. */
const SIGN_IN = 'login'
const VISITORS = 'account'
const DEVICES = 'devices'

/** What code of door and house names; texts of other areas it works out from data. */
const NAMED = new Set(['shell', 'session'])
/** What tiles, the menu and every kind of screen speak of. */
const HOUSE = ['engine', 'menu', 'device', 'widgets', 'units']
/** Values that the shell and tiles say in words; those of other screens' lists come with these. */
const HOUSE_VALUES = ['gateway', 'offlineCause', 'type', 'status'].map((field) => `status.${field}.`)
/** Of what devices have, the house says what tiles show; the rest comes with screens that may show all of it. */
const OF_DEVICES = ['properties', 'values']
const PROPERTIES = 'properties'
/** Words that any tile may need. */
const OF_ALL = new Set(['common', 'endpoint'])

/** Areas that folders of screens hold whole, beside what follows from their data and code. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  // Whatever goes wrong before sign-in is said in words of its own.
  [VISITORS]: ['account', 'codes', 'engine'],
  // A message of the outbox is drawn by a component of the accounts.
  admin: ['account'],
  // How rules read; their keys are made outside the folder's code (gateway/rules).
  scenes: ['sentences'],
  catalogue: ['sentences', 'faults'],
}

function screensByArea(): Map<string, Screen[]> {
  const areas = new Map<string, Screen[]>()
  for (const file of globSync('catalogue/screens/*/*.json').sort()) {
    const area = basename(dirname(file))
    areas.set(area, [...(areas.get(area) ?? []), readJson<Screen>(file)])
  }
  return areas
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

/** Code that screens of every folder are drawn with. */
const COMMON = /^src\/(engine|ui)\//

const path = (file: string): string => `/${file}`

/** The names of all parts: `door`, `house`, `properties`, and one for every other folder of screens. */
export const partNames = (): string[] => [
  'door',
  'house',
  PROPERTIES,
  ...[...screensByArea().keys()].filter((area) => area !== DEVICES),
]

function partOf(name: string): Part {
  const areas = screensByArea()
  const code = filesOfCode()
  const visitors = areas.get(VISITORS) ?? []
  if (name === 'door')
    return {
      screens: visitors.filter(({ id }) => id === SIGN_IN),
      code: code.filter((file) => isDoorPart(path(file))),
      areas: new Set([...NAMED, 'engine']),
      whole: [],
      keys: [...generalCodes(), ...titlesOf(visitors)],
      values: [],
    }
  if (name === 'house')
    return {
      screens: areas.get(DEVICES) ?? [],
      // Code of the engine that comes later, with any screen, finds its words here.
      code: code.filter((file) => isDoorPart(path(file)) || isHomePart(path(file)) || COMMON.test(file)),
      areas: NAMED,
      whole: HOUSE,
      keys: generalCodes(),
      values: HOUSE_VALUES,
    }
  if (name === PROPERTIES) return { screens: [], code: [], areas: new Set(), whole: [], keys: [], values: [] }
  return {
    screens: areas.get(name) ?? [],
    code: code.filter((file) => codeOf(name).test(file)),
    areas: new Set([...textsOf('ch_EN').keys()].map(areaOf)),
    whole: WHOLE[name] ?? [],
    keys: [],
    values: [],
  }
}

/** Code whose words come with the screens of a folder. */
const codeOf = (area: string): RegExp =>
  area === VISITORS
    ? /^src\/(?:screens\/(?:account|oauth)|app\/entry|engine\/(?:actions|screens\/(?:notice|document)))\//
    : new RegExp(`^src/screens/${area}/`)

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

/** The texts of one part in one language, below their areas. */
export function textsOfPart(language: string, name: string): Tree {
  const { screens, code, areas, whole, keys, values } = partOf(name)
  const data = askedBy(screens)
  const named = namedInCode(areas, code)
  const below = [
    ...values,
    ...data.below,
    ...[...named.below].filter((start) => areas.has(areaOf(start)) && !start.endsWith(`${areaOf(start)}.`)),
  ]
  const tiles = name === 'house' || name === PROPERTIES ? tileProperties() : undefined
  /** The house speaks of what tiles show, the part of properties of all the rest. */
  const ofDevices = (word: string, property: string): boolean =>
    tiles !== undefined && (OF_ALL.has(word) || tiles.has(`${word}/${property}`)) === (name === 'house')
  const wanted = (key: string): boolean => {
    const plain = key.replace(/_(?:one|other)$/, '')
    const [area = '', word = '', property = ''] = key.split('.')
    return (
      whole.includes(area) ||
      (tiles !== undefined && OF_DEVICES.includes(area) && ofDevices(word, property)) ||
      [key, plain].some((one) => keys.includes(one) || data.keys.has(one) || named.keys.has(one)) ||
      below.some((start) => key.startsWith(start)) ||
      (area === 'notices' && word !== 'confirm' && areas.has(area) && named.words.has(word))
    )
  }
  const tree: Tree = {}
  for (const [key, text] of textsOf(language)) if (wanted(key)) put(tree, key, text)
  return tree
}
