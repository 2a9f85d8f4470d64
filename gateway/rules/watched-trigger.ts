import type { DeviceTrigger, RuleStatus } from '#schemas/generated/entities/rule.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { deviceFact, meets, statusFact, statusKey } from './conditions.ts'
import type { Whereabouts } from './moments/sun-moments.ts'
import { type Tally, tallyOf } from './tally.ts'
import type { Scalar, World } from './world.ts'

/** True and false as known, undefined while something is not. */
export type Known = boolean | undefined

/** What lasts: a value that meets its trigger, or a status. */
export interface Lasting {
  /** Whether it counts as held: long enough where a delay is asked for. */
  held: Known
  fact(at: number): TriggerFact
  device?: string
  /** Met, and not long enough yet. */
  waits(): boolean
}

export interface WatchedDevice extends Lasting {
  trigger: DeviceTrigger
  met: Known
  found: Scalar | undefined
  /** When it will have been met for long enough. */
  due: number | undefined
  /** It waits for moments, not for states. */
  transient: boolean
  /** Of what it counts or compares; `happens`: its value is an event itself. */
  tally?: Tally & { happens: boolean }
}

export interface WatchedStatus extends Lasting {
  status: RuleStatus
  state: Known
}

export interface Given extends Whereabouts {
  world: World
  passed: number
  at: number
  /** The gateway starts: the rule has been watched before. */
  resumes: boolean
}

export function watchedDevice(trigger: DeviceTrigger, { world, at, resumes }: Given): WatchedDevice {
  const { event_source: device, service_name, property_name } = trigger
  const { count: _count, change: _change, ...plain } = trigger
  const happens = world.moment?.(plain) ?? false
  const known = happens ? undefined : world.value(device, service_name, property_name)
  const tally = tallyOf(trigger, known, at)
  const transient = tally !== undefined || happens
  const found = transient ? undefined : known
  const met = meets(trigger, found)
  const due = met && resumes ? dueAfterRestart(trigger, at, world) : undefined
  const watched: WatchedDevice = {
    trigger,
    device,
    transient,
    found,
    met,
    // What was so at the start may have been so for long.
    held: due === undefined ? met : false,
    due,
    fact: (at) => deviceFact(trigger, watched.found, at),
    waits: () => watched.due !== undefined,
    ...(tally && { tally: { ...tally, happens } }),
  }
  return watched
}

/** When a value that meets its trigger will have done so for long enough; undefined when that is over, or not known. */
function dueAfterRestart(trigger: DeviceTrigger, now: number, world: World): number | undefined {
  const { event_source, service_name, property_name, delay = 0 } = trigger
  if (delay === 0) return undefined
  const past = world.past?.(event_source, service_name, property_name) ?? []
  const before = past.findIndex(({ value }) => !isScalar(value) || !meets(trigger, value))
  const first = past[before - 1]
  if (!first) return undefined
  // The clock may have been set back meanwhile.
  const due = Math.min(first.at, now) + delay
  return due > now ? due : undefined
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

export function watchedStatus(status: RuleStatus, world: World): WatchedStatus {
  const state = world.status(statusKey(status))
  const watched: WatchedStatus = {
    status,
    state,
    held: state === undefined ? undefined : state === status.state,
    fact: (at) => statusFact(status, watched.state, at),
    waits: () => false,
  }
  return watched
}
