import {
  commonValueKey,
  endpointKey,
  modelKey,
  propertyKey,
  valueKey,
} from '#gateway/lib/models/text-keys.ts'
import { baseOf } from '#gateway/lib/names/names.ts'
import { propertyIcon } from '#gateway/lib/names/property-icon.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'

/** What a layout asks for: texts by their keys, each of them or the branch below it, and icons by their names. */
export interface SpokenOf {
  texts: ReadonlySet<string>
  icons: ReadonlySet<string>
}

type Shown = Pick<Placed, 'service' | 'property' | 'value'>

const placedIn = ({ tile, sections }: DeviceLayout): Placed[] => [
  ...[tile.header, tile.control].flatMap((one) => one ?? []),
  ...(tile.switches ?? []),
  ...tile.footer,
  ...Object.values(sections).flat(),
]

/** Values within a value: parts of a composite, entries of a list. */
const valuesIn = (value: Value): Value[] => [
  value,
  ...Object.values(value.fields ?? {}).flatMap(valuesIn),
  ...(value.item ? valuesIn(value.item) : []),
]

const fieldsIn = (value: Value): string[] => [
  ...Object.entries(value.fields ?? {}).flatMap(([name, field]) => [name, ...fieldsIn(field)]),
  ...(value.item ? fieldsIn(value.item) : []),
]

/** All words of the values of a property. */
const branchOf = (service: string, property: string): string => valueKey(service, property, '').slice(0, -1)

/** `state_left` is said as `state` and `left` where it has no words of its own (gateway/lib/names/names.ts). */
function alike({ service, property, value }: Shown): string[] {
  const parts = property.split('_')
  const bases = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('_'))
  const ends = parts.slice(1).map((_, index) => parts.slice(index + 1).join('_'))
  const endpoints = [...(value.endpoint === undefined ? [] : [value.endpoint]), ...ends]
  return [
    ...[baseOf({ property, value }), ...bases].flatMap((base) => [
      propertyKey(service, base),
      branchOf(service, base),
    ]),
    ...endpoints.flatMap((one) => [endpointKey(one), endpointKey(one.replace(/_?\d+$/, ''))]),
  ]
}

/** Words that a value may have wherever nothing closer is known. */
function wordsIn(value: Value): string[] {
  const plain = [value.on, value.off, value.toggle, value.rest, true, false]
  const listed = [
    ...(value.options ?? []).map((option) => option.value),
    ...(value.presets ?? []).map((preset) => preset.value),
    ...(value.bands ?? []).flatMap(({ word }) => word ?? []),
  ]
  return [...(value.kind === 'bool' ? plain : [value.rest]), ...listed].flatMap((word) =>
    word === undefined || typeof word === 'object' ? [] : [commonValueKey(word)],
  )
}

const iconsIn = ({ icon, options = [], bands = [] }: Value): string[] =>
  [icon, ...options.map((one) => one.icon), ...bands.map((one) => one.icon)].flatMap((name) => name ?? [])

/** What one device of a layout may say and show, on its tile and on its page. */
export function spokenOf(layout: DeviceLayout): SpokenOf {
  const texts = new Set<string>([modelKey(layout.model)])
  const icons = new Set<string>([layout.icon])
  const add = (to: Set<string>, more: readonly string[]): void => {
    for (const one of more) to.add(one)
  }
  for (const placed of placedIn(layout)) {
    const { translateServiceDifferent: asked, iconName } = placed.options
    add(texts, asked === undefined ? [] : [asked])
    add(icons, typeof iconName === 'string' ? [iconName] : Object.values(iconName ?? {}))
    for (const shown of [placed, ...(placed.more ?? [])] as readonly Shown[]) {
      add(texts, alike(shown))
      add(texts, [propertyKey(shown.service, shown.property), branchOf(shown.service, shown.property)])
      icons.add(propertyIcon(shown.property))
      for (const field of fieldsIn(shown.value))
        add(texts, [propertyKey(shown.service, field), branchOf(shown.service, field)])
      for (const value of valuesIn(shown.value)) {
        add(texts, wordsIn(value))
        add(icons, iconsIn(value))
      }
    }
  }
  return { texts, icons }
}
