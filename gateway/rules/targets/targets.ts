import { baseOf } from '#gateway/lib/names/names.ts'
import { exact } from '#gateway/lib/values/scale.ts'
import { judge } from '#gateway/lib/values/value-check.ts'
import { isOn, readable } from '#gateway/lib/values/value-kinds.ts'
import type {
  DeviceKind,
  KindValue,
  SceneVocabulary,
} from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ActionSet, ActionTarget, ComputedValue, TargetPlace } from '#schemas/generated/entities/rule.ts'
import { computedValue, fitted, isAmount } from '../computed/computed.ts'
import { type Candidate, type CandidateProperty, canAct } from '../may.ts'
import { isSlope, scaled } from '../ramp/slope.ts'
import type { Scalar } from '../world.ts'
import { meaningOf } from './kinds.ts'

/** A device among those of which a scene may mean all. */
export interface Housed {
  id: string
  /** Where it is; a device may be in no room. */
  room_id?: string | undefined
  floor_id?: string | undefined
  candidate: Candidate
}

/** A value of a device that a target has found. */
export interface Found {
  device: string
  service: string
  property: string
  described: Value
}

/** What a found device is set to; where what it goes by is not known, only how it would be found. */
export interface Resolved extends Found {
  value: Scalar | undefined
  computed?: ComputedValue
}

type Kinds = Pick<SceneVocabulary, 'kinds' | 'notActing' | 'readOnlyProperties'>

/** `SwitchService/state` for the state of any endpoint. */
const keyOf = ({ service, property, value }: CandidateProperty): string =>
  `${service}/${baseOf({ property, value })}`

/** Values of a device that are meant; none where it is of another kind. */
function valuesOf(device: Candidate, kind: DeviceKind, sets: KindValue, kinds: Kinds): CandidateProperty[] {
  const barred = kind.unless?.some((name) =>
    device.properties.some((one) => name === one.service || name === keyOf(one)),
  )
  if (barred) return []
  for (const key of sets.of) {
    const found = device.properties.filter(
      (one) => keyOf(one) === key && suits(one.value, sets.value) && canAct(device, one, kinds),
    )
    if (found.length > 0) return found
  }
  return []
}

/** A switch can be told its sides, a number any figure. */
function suits(described: Value, wanted: Value): boolean {
  if (wanted.kind === 'bool') return described.kind === 'bool' || described.on !== undefined
  return described.kind === 'number' || described.kind === 'range'
}

function isIn({ room_id, floor_id }: Housed, place: TargetPlace | undefined): boolean {
  if (!place) return true
  return 'room_id' in place ? room_id === place.room_id : floor_id === place.floor_id
}

/** Every device that a target means now, and what of it; `set`: devices named beside it are meant by themselves. */
export function foundBy(
  target: ActionTarget,
  set: Pick<ActionSet, 'devices'>,
  all: Iterable<Housed>,
  kinds: Kinds,
): Found[] {
  const meaning = meaningOf(target, kinds)
  if (!meaning) return []
  const left = new Set([
    ...(target.except ?? []).map(({ device_id }) => device_id),
    ...(set.devices ?? []).map(({ id }) => id),
  ])
  return [...all].flatMap((one) =>
    left.has(one.id) || !isIn(one, target.place)
      ? []
      : valuesOf(one.candidate, meaning.kind, meaning.sets, kinds).map(({ service, property, value }) => ({
          ...{ device: one.id, service, property, described: value },
        })),
  )
}

/**
 * What each of those found is set to. Toggled, they do the same: where one is on all go off, else all go on; of which
 * nobody knows how it is, it is as if it were off.
 */
export function resolved(
  { value, computed }: Pick<ActionTarget, 'value' | 'computed'>,
  found: readonly Found[],
  now: (at: Found) => unknown,
): Resolved[] {
  const to = (one: Found): Pick<Resolved, 'value' | 'computed'> => {
    const { described } = one
    if (computed?.kind === 'step') {
      const step: ComputedValue = { kind: 'step', amount: exact(computed.amount / (described.scale ?? 1)) }
      const found = computedValue(step, { value: now(one), described }, undefined)
      return found === undefined ? { value: found, computed: step } : { value: found }
    }
    if (computed?.kind === 'ramp') return { value: undefined, computed: scaled(computed, described) }
    if (computed?.kind === 'replay') return { value: undefined, computed }
    if (computed?.kind === 'toggle') return { value: sideOf(described, !isAnyOn) }
    if (typeof value === 'boolean') return { value: sideOf(described, value) }
    return { value: value === undefined ? undefined : fitted(value / (described.scale ?? 1), described) }
  }
  const isAnyOn = computed?.kind === 'toggle' && found.some((one) => isOn(one.described, now(one)))
  return found.map((one) => ({ ...one, ...to(one) }))
}

/** What a target would leave behind where it finds something now; of what is found only then, that it may be anything. */
export function leavingOf(
  target: ActionTarget,
  set: Pick<ActionSet, 'devices'>,
  all: Iterable<Housed>,
  kinds: Kinds,
) {
  const { computed } = target
  if (computed?.kind === 'remember') return []
  const found =
    computed?.kind === 'restore' ? memorable(target, set, all, kinds) : foundBy(target, set, all, kinds)
  return resolved(target, found, () => undefined).map(
    ({ described: _described, computed: how, value, ...at }) => ({
      ...at,
      left: leftOf(value, computed?.kind === 'ramp' ? how : computed),
    }),
  )
}

const TOGGLED = { kind: 'toggle' } as const

function leftOf(value: Scalar | undefined, how: ActionTarget['computed'] | ComputedValue) {
  if (value !== undefined && !how) return value
  return how?.kind === 'step' || how?.kind === 'ramp' ? how : TOGGLED
}

/** Every value that makes up how the devices are that a target means, in the order in which it is given back. */
export function memorable(
  target: ActionTarget,
  set: Pick<ActionSet, 'devices'>,
  all: Iterable<Housed>,
  kinds: Kinds,
): Found[] {
  const remembers = meaningOf(target, kinds)?.kind.remembers ?? []
  const housed = [...all]
  const those = new Set(foundBy(target, set, housed, kinds).map(({ device }) => device))
  return housed.flatMap(({ id: device, candidate }) =>
    those.has(device)
      ? remembers.flatMap((key) =>
          candidate.properties
            .filter((one) => keyOf(one) === key && readable(one.value) && canAct(candidate, one, kinds))
            .map(({ service, property, value }) => ({ device, service, property, described: value })),
        )
      : [],
  )
}

/** A value that was remembered of a device. */
export interface Remembered {
  service: string
  property: string
  value: unknown
}

/**
 * What each is set to that it may be as it was: a device that was off is switched off, and told nothing else, which would
 * switch it on again.
 */
export function restoredTo(
  target: ActionTarget,
  found: readonly Found[],
  memory: (device: string) => readonly Remembered[] | undefined,
  kinds: Pick<Kinds, 'kinds'>,
): (Found & { value: unknown })[] {
  const [first] = meaningOf(target, kinds)?.kind.sets ?? []
  const switches = new Set(first?.value.kind === 'bool' ? first.of : [])
  const known = found.flatMap((one) => {
    const was = memory(one.device)?.find(
      ({ service, property }) => service === one.service && property === one.property,
    )
    if (!was) return []
    const { value, faults } = judge(was.value, one.described)
    return faults.length === 0 ? [{ ...one, value }] : []
  })
  const isSwitch = ({ service, property, described }: Found): boolean =>
    switches.has(keyOf({ service, property, value: described }))
  const off = new Set(
    known.filter((one) => isSwitch(one) && !isOn(one.described, one.value)).map(({ device }) => device),
  )
  return known.filter((one) => !off.has(one.device) || isSwitch(one))
}

const sideOf = ({ on = true, off = false }: Value, wanted: boolean): Scalar => (wanted ? on : off)

/** Whether a target says one thing, which its kind can be told. */
export function isSaid(
  { value, computed }: ActionTarget,
  { kind, sets: { value: described, replays: replayed } }: NonNullable<ReturnType<typeof meaningOf>>,
): boolean {
  if ((value === undefined) === (computed === undefined)) return false
  if (computed?.kind === 'remember' || computed?.kind === 'restore') return kind.remembers !== undefined
  if (computed?.kind === 'replay') return replayed === true
  if (described.kind === 'bool') return computed ? computed.kind === 'toggle' : typeof value === 'boolean'
  if (computed?.kind === 'ramp') return isSlope(computed, described)
  if (computed) return computed.kind === 'step' && isAmount(computed.amount, described)
  const { min = -Infinity, max = Infinity } = described
  return typeof value === 'number' && value >= min && value <= max
}
