import type { DeviceModel, DeviceType, Placement } from '#schemas/generated/definitions/device-model.ts'
import type { TypeRule } from '#schemas/generated/definitions/rules-layout.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceLayout, LayoutSections, Placed, PropertyRef } from '#schemas/generated/entities/layout.ts'
import type { CatalogueRules } from '../models/catalogue-rules.ts'
import { propertyTypeFor } from './choose.ts'
import { type DescribedDevice, type DescribedProperty, describedDevice, keyOf } from './described.ts'
import { rowBelow } from './flow.ts'
import { generate, inGrid } from './generate.ts'
import { SECTIONS } from './sections.ts'
import { headerOf, tileOf } from './tile.ts'

/** What the layout of a device depends on; its values are not among it. */
export type Shape = Pick<
  Device,
  'class' | 'device_manufacturer' | 'service_list' | 'quick_properties' | 'serviceInHeader'
>

/** How a device is drawn: by its catalogue entry (templates already applied), and by rule where that says nothing. */
export function layoutFor(rules: CatalogueRules, device: Shape, model?: DeviceModel): DeviceLayout {
  const described = describedDevice(rules, device, model)
  const guessed = typeOf(rules, described)
  const type = model?.type ?? guessed.type
  const header = model?.serviceInHeader ?? device.serviceInHeader
  const links = cameraLinks(rules, described, model?.cameraLinks)
  const { placements, problems } = model?.properties
    ? curated(rules, described, [...model.properties, ...links])
    : {
        placements: [
          ...generate(
            rules,
            type,
            without(described, links),
            headKey(rules, described, header, guessed.head),
          ),
          ...links,
        ],
        problems: [],
      }
  const placed = placements.map((placement) => placedOf(placement, described))
  const quick = model?.quickProperties ?? device.quick_properties
  const wishes = {
    ...(header && described.has(keyOf(header)) && { header }),
    ...(quick && quick.length > 0 && { quick }),
    ...(guessed.head && { head: guessed.head }),
  }
  for (const [word, ref] of [
    ['header', header],
    ...(quick ?? []).map((one) => ['tile', one] as const),
  ] as const) {
    if (ref && !described.has(keyOf(ref)))
      problems.push(`The device has no ${keyOf(ref)}, which its ${word} should show.`)
  }
  const lit = firstOf(rules.layout.lit, described)
  const battery = batteryOf(rules, described)
  const manufacturer = model?.manufacturer ?? device.device_manufacturer
  const tile = tileOf(rules, described, placed, wishes)
  if (tile.header && model?.unitInHeader)
    tile.header = { ...tile.header, value: { ...tile.header.value, unit: model.unitInHeader } }
  return {
    model: model?.model ?? device.class,
    type,
    name: model?.name ?? device.class,
    ...(manufacturer && { manufacturer }),
    icon: model?.icon ?? guessed.icon,
    ...(model?.helpTextKey && { helpTextKey: model.helpTextKey }),
    generated: !model,
    ...(model?.capabilities && { capabilities: model.capabilities }),
    ...(lit && { lit: refOf(lit) }),
    ...(battery && { battery: refOf(battery) }),
    tile,
    sections: sectionsOf(placed),
    ...(problems.length > 0 && { problems }),
  }
}

const refOf = ({ service, property }: DescribedProperty): PropertyRef => ({ service, property })

/** The camera's links that the device has an address for, one below the other. */
function cameraLinks(
  { layout: { cameraLinks: rule } }: CatalogueRules,
  described: DescribedDevice,
  names: DeviceModel['cameraLinks'] = [],
): Placement[] {
  if (!rule) return []
  return names
    .filter((property) => described.has(keyOf({ service: rule.service, property })))
    .map((property, row) => ({
      service: rule.service,
      property,
      section: 'externalLinks',
      grid: [row, 0, 4, 1],
      options: rule.options,
    }))
}

const without = (described: DescribedDevice, placed: readonly Placement[]): DescribedDevice => {
  const taken = new Set(placed.map(keyOf))
  return taken.size === 0 ? described : new Map([...described].filter(([key]) => !taken.has(key)))
}

const firstOf = (
  keys: readonly string[],
  described: DescribedDevice,
  fits: (part: DescribedProperty) => boolean = () => true,
): DescribedProperty | undefined => keys.flatMap((key) => described.get(key) ?? []).find((part) => fits(part))

/** Where the device says how full its battery is; one that only knows "low" has no figure. */
const batteryOf = (rules: CatalogueRules, described: DescribedDevice): DescribedProperty | undefined =>
  firstOf(rules.layout.battery, described, ({ value }) => value.kind === 'number' || value.kind === 'range')

function headKey(
  rules: CatalogueRules,
  described: DescribedDevice,
  wish: PropertyRef | undefined,
  first: readonly string[] | undefined,
): string | undefined {
  const head = headerOf(rules, described, wish, first)
  return head && keyOf(head)
}

/** The catalogue's placements that the device can fill; what it tells beyond them is appended, so that nothing is hidden. */
function curated(
  rules: CatalogueRules,
  described: DescribedDevice,
  wanted: readonly Placement[],
): { placements: Placement[]; problems: string[] } {
  const problems: string[] = []
  const placements: Placement[] = []
  const shown = new Set<string>()
  for (const placement of wanted) {
    const key = keyOf(placement)
    if (!described.has(key)) {
      problems.push(`The device has no ${key}, which the catalogue places.`)
      continue
    }
    const more = placement.options.moreServices?.filter((part) => described.has(keyOf(part)))
    placements.push(
      more ? { ...placement, options: { ...placement.options, moreServices: more } } : placement,
    )
    for (const part of [placement, ...(more ?? [])]) shown.add(keyOf(part))
  }
  const left = [...described.values()]
    .filter((part) => !shown.has(keyOf(part)))
    .map(({ service, property, value }) => ({
      service,
      property,
      options: { propertyType: propertyTypeFor(rules, value) },
    }))
  const below = rowBelow(placements.filter(({ section }) => section === 'moreInfo').map(({ grid }) => grid))
  return { placements: [...placements, ...inGrid(rules, described, 'moreInfo', left, below)], problems }
}

function placedOf(
  { service, property, section = 'control', grid, options }: Placement,
  described: DescribedDevice,
): Placed {
  const more = options.moreServices?.flatMap((part) => described.get(keyOf(part)) ?? [])
  const value = described.get(keyOf({ service, property }))?.value ?? { kind: 'text', access: ['read'] }
  return { service, property, section, grid, options, value, ...(more && more.length > 0 && { more }) }
}

function sectionsOf(placed: readonly Placed[]): LayoutSections {
  const sections: LayoutSections = {}
  for (const section of SECTIONS) {
    const here = placed.filter((one) => one.section === section)
    if (here.length > 0)
      sections[section] = here.toSorted((a, b) => a.grid[0] - b.grid[0] || a.grid[1] - b.grid[1])
  }
  return sections
}

type Kind = Pick<TypeRule, 'icon' | 'head'> & { type: DeviceType }

/** What kind of device has these properties, its icon, and what stands in its head. */
function typeOf({ layout }: CatalogueRules, described: DescribedDevice): Kind {
  const names = new Set<string>()
  for (const { service, property } of described.values()) names.add(service).add(`${service}/${property}`)
  return (
    layout.types.find(({ has }) => has.every((name) => names.has(name))) ?? {
      type: 'Generic',
      icon: 'device',
    }
  )
}
