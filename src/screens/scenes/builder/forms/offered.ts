import vocabularyFile from '#catalogue/scenes/vocabulary.json'
import type { DeviceHead } from '#engine/ports.ts'
import { onTile, partKey, partsOf } from '#engine/property/state/address.ts'
import { isMoment } from '#gateway/lib/values/value-kinds.ts'
import {
  actionProperties,
  type Candidate,
  type CandidateProperty,
  comparesOf,
  mayAct,
  mayTrigger,
  triggerProperties,
} from '#gateway/rules/may.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'

export type Way = SceneVocabulary['comparisons'][number]

export const vocabulary = vocabularyFile as unknown as SceneVocabulary

/** One value of a device, with the placement that shows it. */
export interface OfferedProperty extends CandidateProperty {
  placed: Placed
}

type Ref = Pick<OfferedProperty, 'service' | 'property'>

/** Every value that a layout shows, once, with its placement on the device's page where there is one. */
function propertiesOf({ tile, sections }: DeviceLayout): readonly OfferedProperty[] {
  const found = new Map<string, OfferedProperty>()
  const { control = [], sensory = [], configuration = [], moreInfo = [], externalLinks = [] } = sections
  const placed = [...[control, sensory, configuration, moreInfo, externalLinks].flat(), ...onTile(tile)]
  for (const one of placed)
    for (const { service, property, value } of partsOf(one)) {
      const key = partKey({ service, property })
      const known = found.get(key)
      // A placement of its own tells more than one among others.
      if (!known || (partKey(known.placed) !== key && partKey(one) === key))
        found.set(key, { service, property, value, placed: one })
    }
  return [...found.values()]
}

const lookedThrough = new WeakMap<DeviceLayout, readonly OfferedProperty[]>()

/** Layouts are shared by many devices and stay what they are: each is looked through once. */
function knownProperties(layout: DeviceLayout): readonly OfferedProperty[] {
  const properties = lookedThrough.get(layout) ?? propertiesOf(layout)
  lookedThrough.set(layout, properties)
  return properties
}

export const propertyAt = (head: DeviceHead | undefined, ref: Ref): OfferedProperty | undefined =>
  head?.layout && knownProperties(head.layout).find((one) => partKey(one) === partKey(ref))

export const candidate = ({ status, model, type, layout }: DeviceHead): Candidate => ({
  status,
  class: model,
  type,
  capabilities: layout?.capabilities,
  properties: layout ? knownProperties(layout) : [],
})

/** Every value of a device that its layout shows. */
export const known = ({ layout }: DeviceHead): readonly OfferedProperty[] =>
  layout ? knownProperties(layout) : []

const placedOf = (head: DeviceHead, properties: readonly CandidateProperty[]): readonly OfferedProperty[] =>
  properties.flatMap((one) => propertyAt(head, one) ?? [])

/** Devices that can begin a scene now (spec 2 §5). */
export const canBegin = (head: DeviceHead): boolean => mayTrigger(candidate(head), vocabulary)

/** The values of a device that can begin a scene. */
export const beginnings = (head: DeviceHead): readonly OfferedProperty[] =>
  placedOf(head, triggerProperties(candidate(head), vocabulary))

/** The values of a device that a scene can ask about: of what only happens nothing lasts. */
export const askable = (head: DeviceHead): readonly OfferedProperty[] =>
  beginnings(head).filter(({ value }) => !isMoment(value) && value.rest === undefined)

export const canBeAsked = (head: DeviceHead): boolean => canBegin(head) && askable(head).length > 0

/** Devices that a scene can do something with. */
export const canBeSet = (head: DeviceHead): boolean => mayAct(candidate(head), vocabulary)

/** The values of a device that a scene can set. */
export const settable = (head: DeviceHead): readonly OfferedProperty[] =>
  placedOf(head, actionProperties(candidate(head), vocabulary))

/** How a value may be compared; `asks`: as a condition, of which a change is none. */
export const waysToCompare = ({ value }: OfferedProperty, asks: boolean): readonly Way[] =>
  vocabulary.comparisons.filter(
    ({ kinds, compare_type, negated, change }) =>
      !(asks && change) &&
      kinds.some((kind) => kind === value.kind) &&
      comparesOf(value.kind, vocabulary).includes(compare_type) &&
      !(negated && isMoment(value)),
  )
