import { baseOf } from '#gateway/lib/names/names.ts'
import { isOn, writable } from '#gateway/lib/values/value-kinds.ts'
import type {
  DeviceKind,
  KindValue,
  SceneVocabulary,
} from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ActionSet, ActionTarget, TargetPlace } from '#schemas/generated/entities/rule.ts'
import { computedValue, fitted, isAmount } from '../computed/computed.ts'
import { type Candidate, type CandidateProperty, canAct } from '../may.ts'
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

/** What a found device is set to; undefined while what it goes by is not known. */
export interface Resolved extends Found {
  value: Scalar | undefined
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
  if (!writable(described)) return false
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
  const to = (one: Found): Scalar | undefined => {
    if (computed?.kind === 'step') {
      const amount = exact(computed.amount / (one.described.scale ?? 1))
      return computedValue({ kind: 'step', amount }, { value: now(one), described: one.described }, undefined)
    }
    if (computed) return sideOf(one.described, !isAnyOn)
    if (typeof value === 'boolean') return sideOf(one.described, value)
    return value === undefined ? undefined : fitted(value / (one.described.scale ?? 1), one.described)
  }
  const isAnyOn = computed?.kind === 'toggle' && found.some((one) => isOn(one.described, now(one)))
  return found.map((one) => ({ ...one, value: to(one) }))
}

/** What a target would leave behind where it finds something now; of what is found only then, how. */
export const leavingOf = (target: ActionTarget, found: readonly Found[]) =>
  resolved(target, found, () => undefined).map(({ described: _described, value, ...at }) => ({
    ...at,
    left: value !== undefined && !target.computed ? value : (target.computed ?? { kind: 'toggle' as const }),
  }))

const sideOf = ({ on = true, off = false }: Value, wanted: boolean): Scalar => (wanted ? on : off)

/** Without what computers add to decimals. */
const exact = (value: number): number => Number(value.toPrecision(12))

/** Whether a target says one thing, which its kind can be told. */
export function isSaid({ value, computed }: ActionTarget, { value: described }: KindValue): boolean {
  if ((value === undefined) === (computed === undefined)) return false
  if (described.kind === 'bool') return computed ? computed.kind === 'toggle' : typeof value === 'boolean'
  if (computed) return computed.kind === 'step' && isAmount(computed.amount, described)
  const { min = -Infinity, max = Infinity } = described
  return typeof value === 'number' && value >= min && value <= max
}
