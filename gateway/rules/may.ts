import { liveValue } from '#gateway/lib/models/describe.ts'
import { readable, writable } from '#gateway/lib/values/value-kinds.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Device } from '#schemas/generated/entities/device.ts'

export type Compare = SceneVocabulary['compares']['number'][number]

export interface Candidate {
  status: Device['status']
  /** Model name. */
  class: string
  /** Of the catalogue entry or generated layout. */
  type?: string
  capabilities?: { triggers?: boolean; actions?: boolean }
  properties: readonly CandidateProperty[]
}

export interface CandidateProperty {
  service: string
  property: string
  value: Value
}

type Triggers = Pick<SceneVocabulary, 'compares' | 'notTriggering' | 'notTriggeringProperties'>
type Acts = Pick<SceneVocabulary, 'notActing' | 'readOnlyProperties'>

/** Online, or ready: of a device of which nobody says whether it can be reached, nobody says that it cannot (decision 0265). */
const REACHABLE: readonly Device['status'][] = [1, 2]

/** A device as the gateway holds it; what the catalogue knows of it is handed in. */
export const candidateOf = (
  device: Pick<Device, 'status' | 'class' | 'service_list'>,
  known: Pick<Candidate, 'type' | 'capabilities'> = {},
): Candidate => ({
  ...known,
  status: device.status,
  class: device.class,
  properties: device.service_list.flatMap(({ name: service, property_list }) =>
    property_list.map((property) => ({ service, property: property.name, value: liveValue(property) })),
  ),
})

/** spec 2 §5: how values of a kind may be compared; nothing means that they never trigger. */
export const comparesOf = (
  kind: Value['kind'],
  { compares }: Pick<SceneVocabulary, 'compares'>,
): readonly Compare[] => new Map<string, readonly Compare[]>(Object.entries(compares)).get(kind) ?? []

/** Lists name a property by itself, as `Service/property`, or a whole service. */
const listed = (names: readonly string[], { service, property }: CandidateProperty): boolean =>
  [property, service, `${service}/${property}`].some((name) => names.includes(name))

const excluded = (names: readonly string[], { class: model, type }: Candidate): boolean =>
  names.includes(model) || (type !== undefined && names.includes(type))

/** Whether a rule may wait for this property at all. */
export const canTrigger = (device: Candidate, at: CandidateProperty, vocabulary: Triggers): boolean =>
  device.capabilities?.triggers !== false &&
  !excluded(vocabulary.notTriggering, device) &&
  comparesOf(at.value.kind, vocabulary).length > 0 &&
  readable(at.value) &&
  at.value.secret !== true &&
  at.value.triggerable !== false &&
  !listed(vocabulary.notTriggeringProperties, at)

/** Whether an action may set this property at all. */
export const canAct = (device: Candidate, at: CandidateProperty, vocabulary: Acts): boolean =>
  device.capabilities?.actions !== false &&
  !excluded(vocabulary.notActing, device) &&
  writable(at.value) &&
  isPlain(at.value) &&
  at.value.secret !== true &&
  at.value.actionable !== false &&
  !listed(vocabulary.readOnlyProperties, at)

/** Rules carry one text, number or truth; a colour travels as a text. */
const isPlain = ({ kind }: Value): boolean => kind !== 'object' && kind !== 'list'

/** Settings are rarely what a rule waits for, or sets: they are offered where the description says so. */
const offered = ({ category }: Value, said: boolean | undefined): boolean => said ?? category !== 'config'

/** What is offered as a trigger. */
export const triggerProperties = (device: Candidate, vocabulary: Triggers): readonly CandidateProperty[] =>
  device.properties.filter(
    (at) => canTrigger(device, at, vocabulary) && offered(at.value, at.value.triggerable),
  )

/** What is offered as an action. */
export const actionProperties = (device: Candidate, vocabulary: Acts): readonly CandidateProperty[] =>
  device.properties.filter((at) => canAct(device, at, vocabulary) && offered(at.value, at.value.actionable))

/** 2.5-026 to 2.5-028: within reach, of a class that triggers, with something to wait for. */
export const mayTrigger = (device: Candidate, vocabulary: Triggers): boolean =>
  REACHABLE.includes(device.status) && triggerProperties(device, vocabulary).length > 0

/** Whether a device is offered for actions; one that is offline may come back until they run. */
export const mayAct = (device: Candidate, vocabulary: Acts): boolean =>
  actionProperties(device, vocabulary).length > 0
