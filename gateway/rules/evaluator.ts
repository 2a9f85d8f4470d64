import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { Place } from '../lib/times/sun.ts'
import { keyOfTrigger, meets, propertyKey, statusKey } from './conditions.ts'
import { hear } from './only-if/watched-conditions.ts'
import type { WatchedSilence } from './silence/watched-silence.ts'
import { WatchedRule } from './watched-rule.ts'
import type { WatchedDevice, WatchedStatus } from './watched-trigger.ts'
import type { Evaluator, Happening, Outcome, World } from './world.ts'

export interface EvaluatorOptions {
  rules: readonly Rule[]
  /** IANA name of the home's time zone. */
  zone: string
  /** Where the home is; while nobody knows, the sun brings nothing. */
  place?: Place | undefined
  at: number
  world: World
  /** What `settled()` said before a restart; without it, moments count from now on. */
  lastMoments?: ReadonlyMap<string, number>
}

/** Happenings that come this little out of order are no clock that was set. */
const JITTER = 1000
/** A moment further ahead was acted on while the clock was wrong. */
const AHEAD = 2 * 86_400_000

interface Seat<W> {
  of: WatchedRule
  watched: W
}

/** All rules of a home: what happens goes in, what they do about it comes out. No clock, no timers, nothing kept elsewhere. */
export function createEvaluator({ rules, zone, place, at, world, lastMoments }: EvaluatorOptions): Evaluator {
  let now = at
  let watching: readonly WatchedRule[] = []
  let byProperty = new Map<string, Seat<WatchedDevice>[]>()
  let byStatus = new Map<string, Seat<WatchedStatus>[]>()
  /** What rules ask about when something sets them off. */
  let askedProperties = new Map<string, WatchedDevice[]>()
  let askedStatuses = new Map<string, WatchedStatus[]>()
  const waiting = new Set<Seat<WatchedDevice>>()
  let silences: Seat<WatchedSilence>[] = []
  let byDevice = new Map<string, Seat<WatchedSilence>[]>()
  /** Who waits for the end of a run, by the rule that runs. */
  let byRun = new Map<string, WatchedRule[]>()
  let soonest: number | undefined

  function setRules(next: readonly Rule[], from: ReadonlyMap<string, number>, resumes: boolean): void {
    const known = new Map(watching.map((one) => [one.rule.id, one]))
    watching = next
      .filter(({ draft }) => !draft)
      .map((rule) => {
        const before = known.get(rule.id)
        if (before && triggersOf(before.rule) === triggersOf(rule)) {
          before.rule = rule
          return before
        }
        const last = from.get(rule.id) ?? now
        return new WatchedRule(rule, {
          zone,
          place,
          world,
          passed: last > now + AHEAD ? now : last,
          at: now,
          resumes,
        })
      })
    index()
  }

  function index(): void {
    byProperty = new Map()
    byStatus = new Map()
    askedProperties = new Map()
    askedStatuses = new Map()
    waiting.clear()
    silences = watching.flatMap((of) => of.silences.map((watched) => ({ of, watched })))
    byDevice = Map.groupBy(silences, ({ watched }) => watched.trigger.device_id)
    byRun = new Map()
    for (const of of watching) {
      for (const id of new Set(of.rule.run_triggers?.map(({ rule_id }) => rule_id))) put(byRun, id, of)
      for (const watched of of.devices) {
        const seat = { of, watched }
        put(byProperty, keyOfTrigger(watched.trigger), seat)
        if (watched.due !== undefined) waiting.add(seat)
      }
      for (const watched of of.statuses) put(byStatus, statusKey(watched.status), { of, watched })
      for (const asked of of.onlyIf.devices) put(askedProperties, keyOfTrigger(asked.trigger), asked)
      for (const asked of of.onlyIf.statuses) put(askedStatuses, statusKey(asked.status), asked)
    }
    seek()
  }

  function seek(): void {
    soonest = undefined
    const sooner = (at: number | undefined): void => {
      if (at !== undefined && (soonest === undefined || at < soonest)) soonest = at
    }
    for (const { next } of watching) sooner(next)
    for (const { watched } of waiting) sooner(watched.due)
    for (const { watched } of silences) sooner(watched.due)
  }

  /** Everything that time alone brings, up to now; at one moment first what was held until then, then times. */
  function settle(out: Outcome): void {
    while (soonest !== undefined && soonest <= now) {
      const moment = soonest
      for (const seat of waiting) {
        if (seat.watched.due !== moment) continue
        waiting.delete(seat)
        seat.of.due(seat.watched, moment, out)
      }
      for (const one of watching) if (one.next === moment) one.moment(now, out)
      for (const { of, watched } of silences) if (watched.due === moment) of.silent(watched, moment, out)
      seek()
    }
  }

  /** The clock was set back: what was waited for so far still counts, and no moment comes twice (L-07). */
  function setBack(by: number): void {
    for (const { watched } of [...waiting, ...silences]) if (watched.due !== undefined) watched.due -= by
    for (const { devices } of watching) for (const { tally } of devices) tally?.shift(by)
    for (const { onlyIf } of watching)
      for (const asked of onlyIf.devices) if (asked.due !== undefined) asked.due -= by
    for (const one of watching) {
      const acted = one.fired > now + AHEAD ? now : one.fired
      one.fired = acted
      one.passed = Math.min(one.passed, Math.max(now, acted))
      one.seek(now)
    }
    seek()
  }

  function proceed(at: number): void {
    const back = now - at
    if (back <= 0) now = at
    else if (back > JITTER) {
      now = at
      setBack(back)
    }
  }

  /** A device has said something: its silence begins anew. */
  function heard(device: string): void {
    const seats = byDevice.get(device)
    if (!seats) return
    let first = false
    for (const { watched } of seats) {
      first ||= watched.due === undefined || watched.due === soonest
      watched.due = now + watched.trigger.after
    }
    if (first) seek()
  }

  /** For so long nobody has listened: silences last longer by that. */
  function deaf(ms: number): void {
    for (const { watched } of silences) if (watched.due !== undefined) watched.due += ms
    seek()
  }

  function value(happening: Happening & { kind: 'value' }, out: Outcome): void {
    const { device_id, service_name, property_name, value: found, transient } = happening
    heard(device_id)
    const key = propertyKey(device_id, service_name, property_name)
    // What a rule asks about is as it is now, also where this very value sets it off.
    for (const asked of askedProperties.get(key) ?? []) {
      if (transient || world.moment?.(asked.trigger)) asked.transient = true
      hear(asked, found, now)
    }
    const seats = byProperty.get(key) ?? []
    for (const seat of endingFirst(
      seats,
      ({ trigger }) => meets(trigger, found),
      ({ tally }) => tally !== undefined,
    )) {
      // Its device may have been described only after the rule was.
      if (transient || world.moment?.(seat.watched.trigger)) seat.watched.transient = true
      if (transient && seat.watched.tally) seat.watched.tally.happens = true
      const before = seat.watched.due
      seat.of.report(seat.watched, found, now, out)
      if (seat.watched.due === before) continue
      if (seat.watched.due === undefined) waiting.delete(seat)
      else waiting.add(seat)
      seek()
    }
  }

  function take(happening: Happening): Outcome {
    const before: Outcome = { fired: [], missed: [] }
    if (happening.kind === 'deaf') deaf(happening.ms)
    proceed(happening.at)
    settle(before)
    // What happens in the very moment that something else was due in is another reason to run.
    const out: Outcome = { fired: [], missed: [] }
    if (happening.kind === 'value') value(happening, out)
    if (happening.kind === 'status') {
      const { resource_id, state } = happening
      for (const asked of askedStatuses.get(resource_id) ?? []) asked.state = state
      const seats = byStatus.get(resource_id) ?? []
      for (const { of, watched } of endingFirst(seats, ({ status }) => status.state === state))
        of.switched(watched, state, now, out)
    }
    if (happening.kind === 'heard') heard(happening.device_id)
    if (happening.kind === 'run')
      for (const one of byRun.get(happening.rule_id) ?? [])
        one.ended(happening.rule_id, happening.run, now, out)
    if (happening.kind === 'call')
      watching.find(({ rule }) => rule.id === happening.rule_id)?.called(happening.trigger_id, now, out)
    if (happening.kind === 'rule')
      watching.find(({ rule }) => rule.id === happening.rule_id)?.setOff(happening.trigger, now, out)
    return { fired: [...before.fired, ...out.fired], missed: [...before.missed, ...out.missed] }
  }

  setRules(rules, lastMoments ?? new Map(), true)
  return {
    take,
    next: () => soonest,
    rules(next, at) {
      proceed(at)
      setRules(next, new Map(), false)
    },
    settled: () => new Map(watching.map(({ rule, passed }) => [rule.id, passed])),
  }
}

/** What of a rule decides whether it must be watched anew. */
const triggersOf = ({
  rule_logic,
  time_triggers = [],
  sun_triggers = [],
  call_triggers = [],
  silence_triggers = [],
  run_triggers = [],
  event_triggers = [],
  statuses = [],
  only_if,
}: Rule): string =>
  JSON.stringify([
    ...[rule_logic, time_triggers, sun_triggers, call_triggers, silence_triggers, run_triggers],
    ...[event_triggers, statuses, only_if],
  ])

/**
 * A rule may wait for one thing in two ways: what is over ends before anything begins, so that both never seem to hold.
 * What is counted or compared is a moment, for which all that lasts is to be as it is then.
 */
function endingFirst<W>(
  seats: readonly Seat<W>[],
  begins: (watched: W) => boolean | undefined,
  isMoment: (watched: W) => boolean = () => false,
): readonly Seat<W>[] {
  if (seats.length < 2) return seats
  const rank = ({ watched }: Seat<W>): number => (isMoment(watched) ? 2 : begins(watched) ? 1 : 0)
  return seats.toSorted((a, b) => rank(a) - rank(b))
}

function put<T>(all: Map<string, T[]>, key: string, one: T): void {
  const there = all.get(key)
  if (there) there.push(one)
  else all.set(key, [one])
}
