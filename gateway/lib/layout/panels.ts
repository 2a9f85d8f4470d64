import type { DeviceType, Placement } from '#schemas/generated/definitions/device-model.ts'
import type { PanelRule } from '#schemas/generated/definitions/rules-layout.ts'
import type { CatalogueRules } from '../models/catalogue-rules.ts'
import { type DescribedDevice, type DescribedProperty, keyOf } from './described.ts'

export type Unplaced = Omit<Placement, 'grid'>

interface Panels {
  placements: Unplaced[]
  /** Properties that a panel shows, so that they are not placed again. */
  taken: ReadonlySet<string>
}

/**
 * Draws properties that belong together as one thing: position and state of a shutter, the readings of a sensor.
 * The figure in the head of the tile is not repeated in a group.
 */
export function panelsOf(
  rules: CatalogueRules,
  type: DeviceType,
  described: DescribedDevice,
  header?: string,
): Panels {
  const taken = new Set<string>()
  const placements: Unplaced[] = []
  for (const rule of rules.layout.panels) {
    if (!rules.propertyTypes.types[rule.propertyType]?.placeable) continue
    if (rule.types && !rule.types.includes(type)) continue
    const without =
      rule.propertyType === 'group' && header !== undefined ? new Set([...taken, header]) : taken
    for (const panel of drawn(rule, described, without)) {
      placements.push(panel)
      if (!rule.takes) continue
      for (const part of [panel, ...(panel.options.moreServices ?? [])]) taken.add(keyOf(part))
    }
  }
  return { placements, taken }
}

/** One panel for the plain names, and one for each endpoint: position_left with state_left. */
function drawn(rule: PanelRule, described: DescribedDevice, taken: ReadonlySet<string>): Unplaced[] {
  const panels: Unplaced[] = []
  for (const suffix of suffixesOf(rule.main, described)) {
    const find = (key: string): DescribedProperty | undefined =>
      taken.has(key + suffix) ? undefined : described.get(key + suffix)
    const main = rule.main.map(find).find((found) => found !== undefined)
    if (!main) continue
    const more = rule.with
      .map(find)
      .filter((part) => part !== undefined && keyOf(part) !== keyOf(main)) as DescribedProperty[]
    if (more.length + 1 < rule.least) continue
    const guarded =
      [main, ...more].some(({ value }) => value.guarded) ||
      rule.guardedWith?.some((key) => described.has(key))
    panels.push({
      service: main.service,
      property: main.property,
      section: rule.section,
      options: {
        propertyType: rule.propertyType,
        ...(guarded && { guarded }),
        ...(more.length > 0 && {
          moreServices: more.map(({ service, property }) => ({ service, property })),
        }),
      },
    })
  }
  return panels
}

function suffixesOf(mains: readonly string[], described: DescribedDevice): ReadonlySet<string> {
  const suffixes = new Set<string>()
  for (const main of mains) {
    for (const key of described.keys()) {
      if (key === main) suffixes.add('')
      else if (key.startsWith(`${main}_`)) suffixes.add(key.slice(main.length))
    }
  }
  return suffixes
}
