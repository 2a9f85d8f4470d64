import type { Condition, ConditionLogic, OnlyIf, PlainCondition } from '#schemas/generated/entities/rule.ts'
import type { MissReason } from '#schemas/generated/entities/rule-miss.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { meets } from '../conditions.ts'
import type { Whereabouts } from '../moments/sun-moments.ts'
import {
  type Given,
  type Known,
  type WatchedDevice,
  type WatchedStatus,
  watchedDevice,
  watchedStatus,
} from '../watched-trigger.ts'
import type { Scalar, World } from '../world.ts'
import { isOnDates, isWithin } from './windows.ts'

/** A condition, or several that are one. */
interface Part {
  known(at: number): Known
  /** Why it is not as wanted; asked only where that is so. */
  against(at: number, wanted: boolean): MissReason[]
}

/** Three-valued: what is not known decides only where nothing else does. */
function together(logic: ConditionLogic, parts: readonly Known[]): Known {
  // One that does not hold decides over all, one that does over any.
  const decides = logic !== 'ALL'
  const found = parts.includes(decides) ? decides : parts.includes(undefined) ? undefined : !decides
  return logic === 'NONE' && found !== undefined ? !found : found
}

/** What a rule asks about when something sets it off, and how far each of it is. */
export class WatchedConditions {
  readonly devices: WatchedDevice[] = []
  readonly statuses: WatchedStatus[] = []
  readonly #whole: Part | undefined
  readonly #where: Whereabouts
  readonly #world: World

  constructor(only_if: OnlyIf | undefined, given: Given) {
    this.#where = given
    this.#world = given.world
    this.#whole = only_if && this.#group(only_if, given)
  }

  /** Whether all of it holds at a moment; undefined where that is not known. */
  holds(at: number): Known {
    return this.#whole === undefined || this.#whole.known(at)
  }

  /** What stands against it at that moment; undefined where it holds. */
  against(at: number): MissReason[] | undefined {
    if (this.#whole === undefined || this.#whole.known(at)) return undefined
    const reasons = this.#whole.against(at, true)
    return reasons.length > 0 ? reasons : [{ reason: 'condition' }]
  }

  #group({ logic, conditions }: OnlyIf, given: Given): Part {
    const parts = conditions.map((one) => this.#part(one, given))
    return {
      known: (at) =>
        together(
          logic,
          parts.map((part) => part.known(at)),
        ),
      against: (at, wanted) => {
        const each = wanted !== (logic === 'NONE')
        return parts.filter((part) => part.known(at) !== each).flatMap((part) => part.against(at, each))
      },
    }
  }

  #part(condition: Condition, given: Given): Part {
    return condition.kind === 'group' ? this.#group(condition, given) : this.#plain(condition, given)
  }

  #plain(condition: PlainCondition, given: Given): Part {
    switch (condition.kind) {
      case 'device':
        return this.#device(watchedDevice(condition.device, given))
      case 'status':
        return this.#status(watchedStatus(condition.status, given.world))
      case 'time': {
        const { id, window } = condition
        const known = (at: number): Known => isWithin(window, this.#where, at)
        return told(known, (at) => ({
          type: 'TIME_WINDOW',
          trigger_id: id,
          window,
          found: known(at) ?? null,
          at,
        }))
      }
      case 'date': {
        const { id, dates } = condition
        const known = (at: number): boolean => isOnDates(dates, this.#where.zone, at)
        return told(known, (at) => ({ type: 'DATE_SPAN', trigger_id: id, dates, found: known(at), at }))
      }
    }
  }

  #device(watched: WatchedDevice): Part {
    this.devices.push(watched)
    const waits = (at: number): boolean => watched.due !== undefined && watched.due > at
    return {
      known: (at) => watched.met && !waits(at),
      against: (at) => {
        const lacks = watched.met === undefined && this.#world.lacks?.(watched.trigger.event_source)
        // Only what is met is waited for; what must not be so holds meanwhile, and is not asked.
        const reason = waits(at) ? 'not_long_enough' : lacks || 'condition'
        return [{ reason, trigger: watched.fact(at) }]
      },
    }
  }

  #status(watched: WatchedStatus): Part {
    this.statuses.push(watched)
    return told(
      () => (watched.state === undefined ? undefined : watched.state === watched.status.state),
      watched.fact,
    )
  }
}

const told = (known: Part['known'], fact: (at: number) => TriggerFact): Part => ({
  known,
  against: (at) => [{ reason: 'condition', trigger: fact(at) }],
})

/** A value that is asked about was reported. Of an event nothing lasts, so nothing is known. */
export function hear(watched: WatchedDevice, value: Scalar, at: number): void {
  watched.found = value
  const before = watched.met
  const met = watched.transient ? undefined : meets(watched.trigger, value)
  if (met === before) return
  watched.met = met
  const { delay = 0 } = watched.trigger
  // What is first heard of may have been so for long.
  watched.due = met && before === false && delay > 0 ? at + delay : undefined
}
