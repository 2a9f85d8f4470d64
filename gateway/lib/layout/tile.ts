import type { Placed, PropertyRef, TileLayout } from '#schemas/generated/entities/layout.ts'
import type { Rules } from '../rules.ts'
import { writable } from '../value-kinds.ts'
import { type DescribedDevice, type DescribedProperty, keyOf } from './described.ts'

interface Wishes {
  header?: PropertyRef
  quick?: readonly PropertyRef[]
}

/** spec 2 §9: a quick-control tile shows at most 4 properties. */
const FOOTER = 4

/** Header, control and footer of a tile: as somebody wished, else by rank. */
export function tileOf(
  rules: Rules,
  described: DescribedDevice,
  placed: readonly Placed[],
  wishes: Wishes,
): TileLayout {
  const at = new Map(placed.map((one) => [keyOf(one), one]))
  const header = headerOf(rules, described, wishes.header)
  const quick = (wishes.quick ?? []).map(keyOf).filter((key) => described.has(key))
  const controls = (wishes.quick ? quick : rules.layout.control)
    .map((key) => at.get(key))
    .filter((one): one is Placed => one !== undefined && canControl(rules, one))
  const control = controls.find((one) => one.section === 'control' || one.section === 'sensory')

  // What the entry's own tile names is shown, even when the panel has it too: the angle of slats beside their window.
  const inPanel = wishes.quick ? [] : (control?.more ?? []).map(keyOf)
  const shown = new Set([header && keyOf(header), control && keyOf(control), ...inPanel])
  const footer = (wishes.quick ? quick : ranked(rules, described))
    .filter((key) => !shown.has(key))
    .slice(0, FOOTER)
    .flatMap((key) => reading(rules, at, described.get(key)) ?? [])
  return { ...(header && { header: headOf(rules, at, header) }), ...(control && { control }), footer }
}

/** What a property type can do in a tile. */
const typeOf = ({ propertyTypes }: Rules, { options }: Placed) => propertyTypes.types[options.propertyType]
const roleOf = (rules: Rules, placed: Placed) => typeOf(rules, placed)?.tile

const canControl = (rules: Rules, placed: Placed): boolean => {
  const role = roleOf(rules, placed)
  return role === 'overview' || (role === 'control' && writable(placed.value))
}

/** Too large for a head or a footer, where its value stands alone. */
const large = (rules: Rules, placed: Placed): boolean => {
  const role = roleOf(rules, placed)
  return role === 'overview' || role === 'control'
}

/** What stands at the right of the head: as wished, else the first of the ranking that the device has. */
export const headerOf = (
  rules: Rules,
  described: DescribedDevice,
  wish?: PropertyRef,
): DescribedProperty | undefined =>
  (wish && described.get(keyOf(wish))) ?? firstOf(rules.layout.header, described)

function firstOf(ranking: readonly string[], described: DescribedDevice): DescribedProperty | undefined {
  for (const key of ranking) {
    const found =
      described.get(key) ?? [...described.values()].find((one) => keyOf(one).startsWith(`${key}_`))
    if (found) return found
  }
  return undefined
}

const ranked = ({ layout }: Rules, described: DescribedDevice): string[] =>
  layout.footer.filter((key) => described.has(key) && !layout.quiet.includes(key))

/** At the right of a tile's head stands a switch, a state or a figure, however the page draws the property. */
function headOf(rules: Rules, at: ReadonlyMap<string, Placed>, one: DescribedProperty): Placed {
  const placement = at.get(keyOf(one))
  const state =
    one.value.kind === 'bool' || (one.value.kind === 'option' && !one.value.access.includes('event'))
  const base = placement ?? loose(one)
  // A lock says whether it is locked; a switch there would undo that it has to be held.
  if (placement && (!large(rules, placement) || typeOf(rules, placement)?.head)) return placement
  return plain(base, state && one.value.kind === 'bool' ? 'iconType' : 'serviceWithUnit', one)
}

function reading(
  rules: Rules,
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
