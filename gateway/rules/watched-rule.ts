import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { MissReason } from '#schemas/generated/entities/rule-miss.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { callFact, meets, runFact, silenceFact, sunFact, timeFact } from './conditions.ts'
import { nextMoment } from './moments/moments.ts'
import { nextSunMoment, type Whereabouts } from './moments/sun-moments.ts'
import { WatchedConditions } from './only-if/watched-conditions.ts'
import { waitsForMoments } from './parts.ts'
import { type WatchedSilence, watchedSilence } from './silence/watched-silence.ts'
import {
  type Given,
  type Known,
  type Lasting,
  type WatchedDevice,
  type WatchedStatus,
  watchedDevice,
  watchedStatus,
} from './watched-trigger.ts'
import type { EndedRun, Outcome, Scalar, World } from './world.ts'

/** A moment that is found later than this was missed: the gateway was down, or its clock was set. */
export const LATE = 5 * 60_000
/** Missed moments that are older are not even told. */
const FORGOTTEN = 7 * 86_400_000

/** One rule and how far each of its triggers is. */
export class WatchedRule {
  rule: Rule
  readonly devices: readonly WatchedDevice[]
  readonly statuses: readonly WatchedStatus[]
  readonly silences: readonly WatchedSilence[]
  readonly onlyIf: WatchedConditions
  /** Up to when the moments of its times and of the sun are done with, and the last of them that was acted on. */
  passed: number
  fired: number
  next: number | undefined
  /** What the trigger whose moment is next says of it. */
  #by: ((at: number) => TriggerFact) | undefined
  readonly #where: Whereabouts
  readonly #world: World
  /** Whether all that lasts held when that was last known. */
  #whole: Known

  constructor(rule: Rule, given: Given) {
    this.rule = rule
    this.#where = given
    this.#world = given.world
    this.devices = (rule.event_triggers ?? []).map((trigger) => watchedDevice(trigger, given))
    this.statuses = (rule.statuses ?? []).map((status) => watchedStatus(status, given.world))
    this.silences = (rule.silence_triggers ?? []).map((one) => watchedSilence(one, given.world, given.at))
    this.onlyIf = new WatchedConditions(rule.only_if, given)
    this.passed = given.passed
    this.fired = given.passed
    this.#whole = this.#holds()
    this.seek(given.at)
  }

  /** Finds the next moment that the clock or the sun brings. */
  seek(at: number): void {
    const after = Math.max(this.passed, at - FORGOTTEN)
    const { time_triggers = [], sun_triggers = [] } = this.rule
    this.next = undefined
    const sooner = (moment: number | undefined, by: (at: number) => TriggerFact): void => {
      if (moment === undefined || (this.next !== undefined && moment >= this.next)) return
      this.next = moment
      this.#by = by
    }
    for (const one of time_triggers)
      sooner(nextMoment(one, this.#where.zone, after), (at) => timeFact(one, at))
    for (const one of sun_triggers) sooner(nextSunMoment(one, this.#where, after), (at) => sunFact(one, at))
  }

  /** The moment `next` has come, perhaps long ago. */
  moment(now: number, out: Outcome): void {
    const [at, by] = [this.next, this.#by]
    if (at === undefined || by === undefined) return
    this.passed = at
    this.seek(now)
    const fact = by(at)
    if (now - at > LATE) return this.#miss(at, fact, [{ reason: 'missed_time' }], out)
    this.fired = at
    this.#chance(at, fact, out)
  }

  /** A value was reported, or something happened. */
  report(watched: WatchedDevice, value: Scalar, at: number, out: Outcome): void {
    const met = meets(watched.trigger, value)
    watched.found = value
    if (watched.tally) {
      const so = watched.tally.take(value, at, watched.tally.happens)
      if (so) this.#chance(at, { ...watched.fact(at), ...so }, out)
      return
    }
    if (watched.transient) {
      if (met) this.#chance(at, watched.fact(at), out)
      return
    }
    const before = watched.met
    if (met === before) return
    watched.met = met
    const { delay = 0 } = watched.trigger
    if (!met) this.#ended(watched, at, out)
    else if (before === false && delay > 0) watched.due = at + delay
    // What is first heard of may have been so for long: it holds, and nothing has become so.
    else this.#rose(watched, before === false, at, out)
  }

  /** A value has met its trigger for long enough. */
  due(watched: WatchedDevice, at: number, out: Outcome): void {
    watched.due = undefined
    this.#rose(watched, true, at, out)
  }

  switched(watched: WatchedStatus, state: boolean, at: number, out: Outcome): void {
    const before = watched.state
    watched.state = state
    if (state === before) return
    if (state === watched.status.state) this.#rose(watched, before !== undefined, at, out)
    else {
      watched.held = false
      this.#whole = this.#holds() ?? this.#whole
    }
  }

  /** Somebody has called an address of it. */
  called(trigger_id: string, at: number, out: Outcome): void {
    const trigger = this.rule.call_triggers?.find(({ id }) => id === trigger_id)
    if (trigger) this.#chance(at, callFact(trigger, at), out)
  }

  /** A device has been silent for long enough. */
  silent(watched: WatchedSilence, at: number, out: Outcome): void {
    watched.due = undefined
    const fact = silenceFact(watched.trigger, at)
    // What has left the home says nothing, and is not silent either.
    if (this.#world.lacks?.(watched.trigger.device_id) === 'device_missing')
      return this.#miss(at, fact, [{ reason: 'device_missing', trigger: fact }], out)
    this.#chance(at, fact, out)
  }

  /** A run of another rule is over. */
  ended(rule_id: string, run: EndedRun, at: number, out: Outcome): void {
    for (const one of this.rule.run_triggers ?? [])
      if (one.rule_id === rule_id && (one.end === 'over' || run.outcome !== 'done'))
        this.#chance(at, runFact(one, run, at), out)
  }

  /** Another rule runs it: whether it may is asked as always. */
  setOff(trigger: TriggerFact, at: number, out: Outcome): void {
    this.#fire(at, trigger, out)
  }

  #ended(watched: WatchedDevice, at: number, out: Outcome): void {
    const waited = watched.due !== undefined
    watched.due = undefined
    watched.held = false
    const others = this.#lasting().filter((one) => one !== watched)
    const alone = this.rule.rule_logic === 'OR' || (!this.#hasMoments() && others.every(({ held }) => held))
    if (waited && alone) {
      const fact = watched.fact(at)
      this.#miss(at, fact, [{ reason: 'not_long_enough', trigger: fact }], out)
    }
    this.#whole = this.#holds() ?? this.#whole
  }

  #rose(watched: Lasting, became: boolean, at: number, out: Outcome): void {
    watched.held = true
    if (this.rule.rule_logic === 'OR') {
      if (became) this.#fire(at, watched.fact(at), out)
      return
    }
    const before = this.#whole
    const whole = this.#holds()
    this.#whole = whole ?? before
    // With a time or an event, what lasts only says whether that moment counts.
    if (this.#hasMoments()) return
    if (whole && before === false) this.#fire(at, watched.fact(at), out)
    else if (!whole && became) this.#miss(at, watched.fact(at), this.#against(at), out)
  }

  /** A moment: a time, or an event. In an AND rule all that lasts must hold then. */
  #chance(at: number, fact: TriggerFact, out: Outcome): void {
    if (this.rule.rule_logic === 'OR' || this.#holds()) this.#fire(at, fact, out)
    else this.#miss(at, fact, this.#against(at), out)
  }

  #fire(at: number, trigger: TriggerFact, out: Outcome): void {
    const { id, active } = this.rule
    if (!active) return this.#miss(at, trigger, [{ reason: 'inactive' }], out)
    const against = this.onlyIf.against(at)
    if (against) return this.#miss(at, trigger, against, out)
    // Two of its triggers may come true in one moment; it is one run.
    const already = out.fired.some((one) => one.rule_id === id && one.at === at)
    if (!already) out.fired.push({ rule_id: id, at, trigger })
  }

  #miss(at: number, trigger: TriggerFact, why: MissReason[], out: Outcome): void {
    out.missed.push({ rule_id: this.rule.id, at, trigger, why })
  }

  #lasting(): Lasting[] {
    return [...this.devices.filter(({ transient }) => !transient), ...this.statuses]
  }

  #hasMoments(): boolean {
    return waitsForMoments(this.rule) || this.devices.some(({ transient }) => transient)
  }

  #holds(): Known {
    let known = true
    for (const { held } of this.#lasting()) {
      if (held === false) return false
      if (held === undefined) known = false
    }
    return known || undefined
  }

  /** What stood against it. */
  #against(at: number): MissReason[] {
    return this.#lasting()
      .filter(({ held }) => !held)
      .map((one) => ({ reason: this.#reason(one), trigger: one.fact(at) }))
  }

  #reason(one: Lasting): MissReason['reason'] {
    if (one.waits()) return 'not_long_enough'
    const lacks = one.held === undefined && one.device !== undefined && this.#world.lacks?.(one.device)
    return lacks || 'condition'
  }
}
