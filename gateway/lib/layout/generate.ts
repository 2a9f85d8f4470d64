import type { DeviceType, Placement } from '#schemas/generated/definitions/device-model.ts'
import type { Section } from '#schemas/generated/definitions/placement.ts'
import type { CatalogueRules } from '../models/catalogue-rules.ts'
import { isWide } from '../values/units.ts'
import { propertyTypeFor } from './choose.ts'
import { type DescribedDevice, keyOf } from './described.ts'
import { flow } from './flow.ts'
import { panelsOf, type Unplaced } from './panels.ts'
import { SECTIONS, sectionOf } from './sections.ts'

/** Placements for a device that no catalogue entry places: nothing that it tells is left out. */
export function generate(
  rules: CatalogueRules,
  type: DeviceType,
  described: DescribedDevice,
  header?: string,
): Placement[] {
  const { placements, taken } = panelsOf(rules, type, described, header)
  for (const part of described.values()) {
    if (taken.has(keyOf(part))) continue
    placements.push({
      service: part.service,
      property: part.property,
      section: sectionOf(rules, part),
      options: {
        propertyType: propertyTypeFor(rules, part.value),
        ...(part.value.guarded && { guarded: true }),
      },
    })
  }
  return SECTIONS.flatMap((section) =>
    inGrid(
      rules,
      described,
      section,
      placements.filter((placed) => placed.section === section),
    ),
  )
}

/** Puts placements into the four columns of a section, those that a head would show first. */
export function inGrid(
  rules: CatalogueRules,
  described: DescribedDevice,
  section: Section,
  placements: readonly Unplaced[],
  firstRow = 0,
): Placement[] {
  const ranked = placements.toSorted((a, b) => rankOf(rules, a) - rankOf(rules, b))
  const sizes = ranked.map((placement) => sizeOf(rules, described, placement))
  const positions = flow(sizes, firstRow)
  return ranked.map((placement, index) => ({
    ...placement,
    section,
    grid: positions[index] ?? [firstRow, 0, 1, 1],
  }))
}

function sizeOf(
  rules: CatalogueRules,
  described: DescribedDevice,
  placement: Unplaced,
): readonly [number, number] {
  const [width, height] = rules.propertyTypes.types[placement.options.propertyType]?.size ?? [1, 1]
  const wide = isWide(rules.units, described.get(keyOf(placement))?.value.unit)
  return [wide ? Math.max(2, width) : width, height]
}

function rankOf({ layout }: CatalogueRules, placement: Unplaced): number {
  const rank = layout.header.indexOf(keyOf(placement))
  return rank === -1 ? layout.header.length : rank
}
