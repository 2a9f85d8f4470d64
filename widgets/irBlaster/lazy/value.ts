import type { Delivery, PropertyKeyParts, RawValue, Reading, Words } from '#engine/widget.ts'
import { LEARNING, NONE } from '#gateway/lib/homes/infrared.ts'
import type { RemoteKey } from '#schemas/generated/definitions/infrared.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { toNumber } from '../../shared/numbers.ts'
import { type PropertySpec, specOf } from '../../shared/property-spec.ts'
import { readRaw } from '../../shared/read.ts'
import { onOf } from '../../shared/switching.ts'

export const kind = 'irBlaster'

/** Its parts by their wire names; each may be missing. */
export interface Options {
  command: PropertySpec
  type: PropertySpec | undefined
  mode: PropertySpec | undefined
  status: PropertySpec | undefined
  learned: PropertySpec | undefined
}

export function options(placed: Placed): Options {
  const part = (name: string): PropertySpec | undefined => {
    const found = [placed, ...(placed.more ?? [])].find(({ property }) => property === name)
    return found && specOf(found)
  }
  return {
    command: part('command') ?? specOf(placed),
    type: part('type'),
    mode: part('LearnMode'),
    status: part('LearnStatus'),
    learned: part('LearnedKeys'),
  }
}

type Values = ReadonlyMap<string, RawValue>

export const keyOf = ({ service, property }: PropertyKeyParts): string => `${service}/${property}`

const held = (values: Values, spec: PropertySpec | undefined): RawValue | undefined =>
  spec && values.get(keyOf(spec))

/** spec 2 §3: which kind of device it plays; one that it does not know is none. */
export function typeOf(values: Values, { type }: Options): number {
  const number = toNumber(held(values, type))
  return number !== undefined && number >= NONE && number <= 4 && Number.isInteger(number) ? number : NONE
}

export const isLearning = (values: Values, { mode }: Options): boolean =>
  mode !== undefined && onOf(held(values, mode) ?? null, mode.value) === true

export type Lesson = 'inProgress' | 'success' | 'failed'

/** spec 2 §4: how the last lesson stands. */
export function lessonOf(values: Values, { status }: Options): Lesson | undefined {
  switch (toNumber(held(values, status))) {
    case LEARNING.inProgress:
      return 'inProgress'
    case LEARNING.success:
      return 'success'
    case LEARNING.failed:
      return 'failed'
    default:
      return undefined
  }
}

/** Which keys have a code; undefined where nobody can say, because the device keeps them itself. */
export function learntOf(values: Values, { learned }: Options): ReadonlySet<number> | undefined {
  if (!learned) return undefined
  const keys = held(values, learned)
  return new Set(Array.isArray(keys) ? keys.flatMap((one) => toNumber(one as RawValue) ?? []) : [])
}

export type KeyState = keyof RemoteKey['icons']

/** The key that was pressed in learn mode here, and whether its lesson has begun. */
export interface Pupil {
  command: number
  begun: boolean
}

/** spec 2 §4: what a key shows of itself. */
export function stateOf(
  command: number,
  {
    pupil,
    lesson,
    order,
  }: { pupil: Pupil | undefined; lesson: Lesson | undefined; order: Delivery | undefined },
): KeyState {
  if (pupil?.command === command && pupil.begun && lesson) return lesson
  const underWay = order?.phase === 'sending' || order?.phase === 'accepted'
  return underWay && toNumber(order.wanted) === command ? 'active' : 'normal'
}

/** What has just come of a lesson; undefined while there is nothing new to tell. */
export const outcomeOf = (
  before: Lesson | undefined,
  now: Lesson | undefined,
): 'success' | 'failed' | undefined =>
  before === 'inProgress' && (now === 'success' || now === 'failed') ? now : undefined

/** Which device it plays, in words. */
export const read = (values: Values, { type, command }: Options, words: Words): Reading =>
  type ? readRaw(values.get(keyOf(type)) ?? null, type, words) : readRaw(null, command, words)
