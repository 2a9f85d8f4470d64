import type { Placed, PropertyRef, TileLayout } from '#schemas/generated/entities/layout.ts'
import type { CatalogueRules } from '../models/catalogue-rules.ts'
import { baseOf } from '../names/names.ts'
import { writable } from '../values/value-kinds.ts'
import { type DescribedDevice, type DescribedProperty, keyOf } from './described.ts'

interface Wishes {
  header?: PropertyRef
  quick?: readonly PropertyRef[]
  /** What stands in the head of such a device, best first. */
  head?: readonly string[]
}

/** spec 2 §9: a quick-control tile shows at most 4 properties. */
const FOOTER = 4
const SWITCHES = 4

/** Header, control or switches, and footer of a tile: as somebody wished, else by rank. */
export function tileOf(
  rules: CatalogueRules,
  described: DescribedDevice,
  placed: readonly Placed[],
  wishes: Wishes,
): TileLayout {
  const at = new Map(placed.map((one) => [keyOf(one), one]))
  const head = headerOf(rules, described, wishes.header, wishes.head)
  const quick = (wishes.quick ?? []).map(keyOf).filter((key) => described.has(key))
  const switches = switchesOf(rules, described, at, head, wishes.quick && quick)
  // A switch for all of them, of which there is one more than fits, would stand in the head without its name.
  const unnamed = (one: DescribedProperty) => !wishes.quick && isSwitch(rules, at.get(keyOf(one)))
  const header =
    head && switches.some((one) => keyOf(one) === keyOf(head) || unnamed(head)) ? undefined : head
  const one = controlOf(rules, at, wishes.quick && quick)
  // The brightness of one of several lamps would look like that of all.
  const control = switches.length > 0 && one?.value.endpoint !== undefined ? undefined : one

  // What the entry's own tile names is shown, even when the panel has it too: the angle of slats beside their window.
  // An overview says in figures all that it has.
  const overview = control !== undefined && roleOf(rules, control) === 'overview'
  const inPanel = wishes.quick && !overview ? [] : (control?.more ?? []).map(keyOf)
  const shown = new Set([
    header && keyOf(header),
    control && keyOf(control),
    ...switches.map(keyOf),
    ...inPanel,
  ])
  const footer = (wishes.quick ? quick : ranked(rules, described))
    .filter((key) => !shown.has(key))
    .slice(0, FOOTER)
    .flatMap((key) => reading(rules, at, described.get(key)) ?? [])
  return {
    ...(header && { header: headOf(rules, at, header) }),
    ...(control && { control: overview && header ? below(control, header) : control }),
    ...(switches.length > 0 && { switches }),
    footer,
  }
}

/** `SwitchService/state` for the switch of any endpoint. */
const kindOf = (one: Pick<Placed, 'service' | 'property' | 'value'>): string =>
  keyOf({ service: one.service, property: baseOf(one) })

function controlOf(
  rules: CatalogueRules,
  at: ReadonlyMap<string, Placed>,
  quick: readonly string[] | undefined,
): Placed | undefined {
  const placed = [...at.values()]
  return (quick ?? rules.layout.control)
    .flatMap((key) => at.get(key) ?? placed.find((one) => kindOf(one) === key) ?? [])
    .filter((one) => canControl(rules, one))
    .find((one) => one.section === 'control' || one.section === 'sensory')
}

/** What a tile switches beside or instead of its head: as somebody wished, else all that the rules name. */
function switchesOf(
  rules: CatalogueRules,
  described: DescribedDevice,
  at: ReadonlyMap<string, Placed>,
  head: DescribedProperty | undefined,
  quick: readonly string[] | undefined,
): Placed[] {
  const first = head ? [keyOf(head)] : []
  const wanted = quick ? [...new Set([...first, ...quick])] : [...described.keys()]
  const found = wanted.flatMap((key) => at.get(key) ?? []).filter((one) => isSwitch(rules, one))
  const besides = found.filter((one) => keyOf(one) !== first[0])
  // One alone is the head; of more than fit, it stays there.
  const inHead = besides.length === 0 || (quick !== undefined && besides.length >= SWITCHES)
  return (inHead ? besides : found).slice(0, SWITCHES)
}

const isSwitch = (rules: CatalogueRules, placed: Placed | undefined): boolean =>
  placed !== undefined && canSwitch(rules, placed) && rules.layout.switches.includes(kindOf(placed))

const canSwitch = (rules: CatalogueRules, placed: Placed): boolean =>
  roleOf(rules, placed) === 'switch' &&
  placed.section === 'control' &&
  writable(placed.value) &&
  (placed.value.kind === 'bool' || placed.value.on !== undefined)

/** What a property type can do in a tile. */
const typeOf = ({ propertyTypes }: CatalogueRules, { options }: Placed) =>
  propertyTypes.types[options.propertyType]
const roleOf = (rules: CatalogueRules, placed: Placed) => typeOf(rules, placed)?.tile

const canControl = (rules: CatalogueRules, placed: Placed): boolean => {
  const role = roleOf(rules, placed)
  return role === 'overview' || (role === 'control' && writable(placed.value))
}

/** Its main value stands in the head already: the widget does not say it again. */
const below = (control: Placed, header: PropertyRef): Placed =>
  keyOf(control) === keyOf(header)
    ? { ...control, options: { ...control.options, params: { ...control.options.params, headed: true } } }
    : control

/** Too large for a head or a footer, where its value stands alone. */
const large = (rules: CatalogueRules, placed: Placed): boolean => {
  const role = roleOf(rules, placed)
  return role === 'overview' || role === 'control'
}

/** What stands at the right of the head: as wished, else the first of the ranking that the device has. */
export const headerOf = (
  rules: CatalogueRules,
  described: DescribedDevice,
  wish?: PropertyRef,
  head: readonly string[] = [],
): DescribedProperty | undefined =>
  (wish && described.get(keyOf(wish))) ?? firstOf([...head, ...rules.layout.header], described)

function firstOf(ranking: readonly string[], described: DescribedDevice): DescribedProperty | undefined {
  for (const key of ranking) {
    const all = [...described.values()]
    const found =
      described.get(key) ??
      all.find((one) => kindOf(one) === key) ??
      all.find((one) => keyOf(one).startsWith(`${key}_`))
    if (found) return found
  }
  return undefined
}

/** Of properties that say the same the best one alone: how full a battery is says also that it is low. */
const ranked = ({ layout }: CatalogueRules, described: DescribedDevice): string[] =>
  layout.footer.flatMap((same) => {
    const found = [same].flat().find((key) => described.has(key))
    return found !== undefined && !layout.quiet.includes(found) ? [found] : []
  })

/** At the right of a tile's head stands a switch, a state or a figure, however the page draws the property. */
function headOf(rules: CatalogueRules, at: ReadonlyMap<string, Placed>, one: DescribedProperty): Placed {
  const placement = at.get(keyOf(one))
  const state =
    one.value.kind === 'bool' || (one.value.kind === 'option' && !one.value.access.includes('event'))
  const base = placement ?? loose(one)
  // A lock says whether it is locked; a switch there would undo that it has to be held.
  if (placement && (!large(rules, placement) || typeOf(rules, placement)?.head)) return placement
  return plain(base, state && one.value.kind === 'bool' ? 'iconType' : 'serviceWithUnit', one)
}

function reading(
  rules: CatalogueRules,
  at: ReadonlyMap<string, Placed>,
  one: DescribedProperty | undefined,
): Placed | undefined {
  if (!one) return undefined
  const placement = at.get(keyOf(one))
  if (placement && !large(rules, placement)) return placement
  return plain(placement ?? loose(one), one.value.kind === 'bool' ? 'iconType' : 'serviceWithUnit', one)
}

const loose = ({ service, property, value }: DescribedProperty): Placed => ({
  service,
  property,
  section: 'moreInfo',
  grid: [0, 0, 1, 1],
  options: { propertyType: 'serviceWithUnit' },
  value,
})

function plain(
  base: Placed,
  propertyType: 'iconType' | 'serviceWithUnit',
  { value }: DescribedProperty,
): Placed {
  const { iconName, translateServiceDifferent } = base.options
  return {
    service: base.service,
    property: base.property,
    section: base.section,
    grid: base.grid,
    options: {
      propertyType,
      ...(iconName && { iconName }),
      ...(translateServiceDifferent && { translateServiceDifferent }),
    },
    value,
  }
}
