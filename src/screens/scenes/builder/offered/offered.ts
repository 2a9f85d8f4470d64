import type { DeviceHead } from '#engine/ports.ts'
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
import { known, type OfferedProperty, propertyAt } from './properties.ts'
import { vocabulary } from './vocabulary.ts'

export type Way = SceneVocabulary['comparisons'][number]

export const candidate = (head: DeviceHead): Candidate => ({
  status: head.status,
  class: head.model,
  type: head.type,
  capabilities: head.layout?.capabilities,
  properties: known(head),
})

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
