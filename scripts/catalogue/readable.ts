import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describeExposes } from '#gateway/drivers/zigbee2mqtt/describe.ts'
import type { Expose } from '#gateway/drivers/zigbee2mqtt/wire.ts'
import { keyOf } from '#gateway/lib/layout/described.ts'
import { layoutFor } from '#gateway/lib/layout/layout.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { commonValueKey, endpointKey, propertyKey, valueKey } from '#gateway/lib/models/text-keys.ts'
import { alikeOf, baseOf, nameOf } from '#gateway/lib/names/names.ts'
import { writable } from '#gateway/lib/values/value-kinds.ts'
import type { DeviceLayout, MoreValue, Placed } from '#schemas/generated/entities/layout.ts'

/** What keeps a device that is drawn by rule from being read well. */
export const DEFECTS = {
  twins: 'two controls of one name',
  alike: 'two readings of one name',
  twice: 'a value that its tile says twice',
  switches: 'a switch that is not on the tile',
  head: 'something else than the main thing in the head',
  words: 'a word that a language lacks',
  icon: 'no icon of its own',
} as const
export type Defect = keyof typeof DEFECTS

/** A language's texts by key. */
export type Language = ReadonlyMap<string, string>

type Part = Placed | MoreValue
type Found = ReadonlyMap<Defect, string>

/** The bridge adds it to whatever a converter tells. */
const SIGNAL: Expose = {
  type: 'numeric',
  name: 'linkquality',
  property: 'linkquality',
  category: 'diagnostic',
  unit: 'lqi',
  access: 1,
  presets: [],
  values: [],
  features: [],
}

/** A tile shows so many switches. */
const SWITCHES = 4
/** Icons of devices of which nothing is known. */
const NOBODYS: ReadonlySet<string> = new Set(['unknown', 'device'])

/** What is wrong with how a device is drawn, each kind with its first case. */
export function defectsOf(
  rules: CatalogueRules,
  exposes: readonly Expose[],
  languages: ReadonlyMap<string, Language>,
): Found {
  const { services } = describeExposes([...exposes, SIGNAL], rules)
  const layout = layoutFor(rules, { class: 'measured', service_list: services })
  const found = new Map<Defect, string>()
  const note = (defect: Defect, what: string | undefined): void => {
    if (what !== undefined) found.set(defect, what)
  }
  for (const language of languages.values()) {
    note(
      'twins',
      twinIn(layout, language, ({ value }) => writable(value)),
    )
    note(
      'alike',
      twinIn(layout, language, ({ section, value }) => section === 'sensory' && !writable(value)),
    )
    note('words', unsaidIn(layout, rules.exposes, language)[0])
  }
  note('twice', twiceOn(layout, rules))
  note('switches', switchNotOn(layout, rules))
  note('head', missedBy(layout, rules))
  if (NOBODYS.has(layout.icon)) note('icon', exposes.map((one) => one.name ?? one.type).join(' '))
  return found
}

/** Names on a device's page, settings too, and how many of them every language has a word for: others are the maker's own. */
export function namesOf(
  rules: CatalogueRules,
  exposes: readonly Expose[],
  languages: ReadonlyMap<string, Language>,
): { all: number; said: number } {
  const { services } = describeExposes(exposes, rules)
  const { sections } = layoutFor(rules, { class: 'measured', service_list: services })
  const parts = Object.values(sections).flat().flatMap(partsOf)
  const isNamed = (part: Part, language: Language): boolean => {
    const { service, property } = part
    const base = alikeOf(part, saying(language))?.base ?? property
    return language.has(propertyKey(service, property)) || language.has(propertyKey(service, base))
  }
  const said = parts.filter((part) => [...languages.values()].every((language) => isNamed(part, language)))
  return { all: parts.length, said: said.length }
}

const partsOf = (placed: Placed): readonly Part[] => [placed, ...(placed.more ?? [])]
const saying = (language: Language) => ({
  say: (key: string, fallback: string): string => language.get(key) ?? fallback,
})

/** Two of these things in one section that are called the same. */
function twinIn(
  { sections }: DeviceLayout,
  language: Language,
  these: (one: Placed) => boolean,
): string | undefined {
  for (const placed of Object.values(sections)) {
    const names = new Set<string>()
    for (const one of (placed as readonly Placed[]).filter(these)) {
      const name = nameOf(one, saying(language)).toLowerCase()
      if (names.has(name)) return `${name} (${keyOf(one)})`
      names.add(name)
    }
  }
  return undefined
}

/** Head, foot and an overview in the middle each say what they hold, in figures. */
function twiceOn({ tile }: DeviceLayout, { propertyTypes }: CatalogueRules): string | undefined {
  const { header, control, footer } = tile
  const overview = control && propertyTypes.types[control.options.propertyType]?.tile === 'overview'
  const { headed } = { headed: false, ...control?.options.params }
  const inOverview = overview ? partsOf(control).slice(headed === true ? 1 : 0) : []
  const said = [...(header ? [header] : []), ...inOverview, ...footer].map(keyOf)
  return said.find((key, at) => said.indexOf(key) !== at)
}

const tileOf = ({ tile }: DeviceLayout): readonly Placed[] =>
  [tile.header, tile.control, ...(tile.switches ?? [])].filter((one) => one !== undefined)

/** What a device switches on and off in earnest stands on its tile. */
function switchNotOn(
  layout: DeviceLayout,
  { layout: rules, propertyTypes }: CatalogueRules,
): string | undefined {
  const all = Object.values(layout.sections)
    .flat()
    .filter(
      (one) =>
        one.section === 'control' &&
        writable(one.value) &&
        propertyTypes.types[one.options.propertyType]?.tile === 'switch' &&
        rules.switches.includes(keyOf({ service: one.service, property: baseOf(one) })),
    )
  const there = new Set(tileOf(layout).map(keyOf))
  if (all.filter((one) => there.has(keyOf(one))).length >= SWITCHES) return undefined
  const missing = all.find((one) => !there.has(keyOf(one)))
  return missing && keyOf(missing)
}

/** The main thing of its type, which the rules name, is what one sees and operates first. */
function missedBy(layout: DeviceLayout, { layout: rules }: CatalogueRules): string | undefined {
  const { tile, sections, type, icon } = layout
  const heads = rules.types.find((rule) => rule.type === type && rule.icon === icon)?.head ?? []
  const kindOf = (one: Part): string => keyOf({ service: one.service, property: baseOf(one) })
  const has = new Set(Object.values(sections).flat().flatMap(partsOf).map(kindOf))
  const main = heads.filter((one) => has.has(one))
  const first = tile.header ? [tile.header] : (tile.switches ?? [])
  if (main.length === 0) return undefined
  const isMain = (one: Placed): boolean =>
    heads.some((key) => keyOf(one) === key || keyOf(one).startsWith(`${key}_`))
  return first.some(isMain) ? undefined : `${main[0]}, not ${first.map(keyOf)[0]}`
}

/** A name or a value on the tile, among the controls or the readings that has no word of its own. */
function unsaidIn(layout: DeviceLayout, { others }: CatalogueRules['exposes'], language: Language): string[] {
  const { control = [], sensory = [] } = layout.sections
  const known = sensory.filter(({ service }) => service !== others.readable)
  const shown = [...tileOf(layout), ...layout.tile.footer, ...control, ...known].flatMap(partsOf)
  return shown.flatMap((part) => unsaidOf(part, saying(language)))
}

function unsaidOf(part: Part, words: ReturnType<typeof saying>): string[] {
  const { service, property } = part
  const has = (key: string): boolean => words.say(key, '') !== ''
  const alike = alikeOf(part, words)
  const base = alike?.base ?? property
  const unsaid =
    has(propertyKey(service, property)) || has(propertyKey(service, base)) ? [] : [propertyKey(service, base)]
  if (alike && !has(propertyKey(service, property)) && !isSaid(alike.endpoint, words))
    unsaid.push(endpointKey(alike.endpoint))
  for (const word of valuesOf(part)) {
    const keys = [valueKey(service, property, word), valueKey(service, base, word), commonValueKey(word)]
    if (!keys.some(has) && !isFigure(word)) unsaid.push(valueKey(service, base, word))
  }
  return unsaid
}

/** Numbered ones need a word for what they number, if that. */
const isSaid = (endpoint: string, words: ReturnType<typeof saying>): boolean => {
  const [, letters = endpoint] = /^(\D*?)_?\d+$/.exec(endpoint) ?? []
  return (
    [endpoint, letters].some((one) => words.say(endpointKey(one), '') !== '') ||
    (letters !== endpoint && letters.length <= 2)
  )
}

/** Figures are read without a word: 10, 0.5, 25%, 1h. */
const isFigure = (word: unknown): boolean => /^[+-]?\d+([.,:/]\d+)*\s?\p{L}{0,3}[%°]?$/u.test(String(word))

function valuesOf({ value: { kind, options = [], on, off, access } }: Part): (string | number | boolean)[] {
  // What happened is told once, and not as a state.
  if (access.includes('event')) return []
  if (kind === 'option')
    return options.flatMap((option) => (option.label === undefined ? [option.value] : []))
  return kind === 'bool' ? [on, off].filter((one) => one !== undefined) : []
}

/** The texts that speak of devices, by language. */
export function languagesIn(locales: string): ReadonlyMap<string, Language> {
  const languages = new Map<string, Map<string, string>>()
  for (const file of globSync('*/{properties,values}.json', { cwd: locales })) {
    const texts = languages.get(dirname(file)) ?? new Map<string, string>()
    collect(JSON.parse(readFileSync(join(locales, file), 'utf8')), basename(file, '.json'), texts)
    languages.set(dirname(file), texts)
  }
  return languages
}

function collect(tree: unknown, at: string, texts: Map<string, string>): void {
  if (typeof tree === 'string') texts.set(at, tree)
  else for (const [name, part] of Object.entries(tree as object)) collect(part, `${at}.${name}`, texts)
}
