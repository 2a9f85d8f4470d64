import type { Place } from '#gateway/lib/times/sun.ts'
import { isOfMoment } from '#gateway/rules/conditions.ts'
import { createEvaluator } from '#gateway/rules/evaluator.ts'
import { WatchedConditions } from '#gateway/rules/only-if/watched-conditions.ts'
import type { Evaluator, Happening, Outcome, World } from '#gateway/rules/world.ts'
import type { OnlyIf } from '#schemas/generated/entities/rule.ts'
import type { MissReason } from '#schemas/generated/entities/rule-miss.ts'
import type { Devices } from '../../devices/devices.ts'
import type { HeldDevice } from '../../devices/held-device.ts'
import type { Causes } from '../../orders/causes.ts'
import type { Clock } from '../../ports.ts'
import type { Statuses } from '../../statuses/statuses.ts'
import type { WriteBehindStore } from '../../store/write-behind-store.ts'
import type { RuleStore } from '../rule-store.ts'
import { propertyOf } from '../trigger-property.ts'
import { HEARD_KEY, Hearing, silencesIn } from './hearing.ts'

/** The evaluator is asked at least this often: a machine that slept, or whose clock was set, is found out (L-07). */
const LOOK = 30_000
/** Up to when moments are done with, by rule; there as long as the home has active rules. */
export const CLOCK_KEY = 'rules/clock'

/** So many of the last changes of a value are there without a gap (causes.ts). */
const UNBROKEN = 10

interface Parts {
  clock: Clock
  storage: Pick<WriteBehindStore, 'now' | 'later'>
  rules: Pick<RuleStore, 'all'>
  statuses: Pick<Statuses, 'get'>
  devices: Pick<Devices, 'get'>
  causes: Pick<Causes, 'of'>
  zone(): string
  place(): Place | undefined
  trouble(message: string, error: unknown): void
}

/** Drives the evaluator with what happens in the home and with the clock. */
export class RuleWatch {
  readonly #parts: Parts
  readonly #judge: (outcome: Outcome) => void
  readonly #world: World
  readonly #hearing: Hearing
  #evaluator: Evaluator | undefined
  #zone = ''
  #place: Place | undefined
  #kept: string | undefined
  #timer: () => void = () => {}
  #stopped = false

  constructor(parts: Parts, judge: (outcome: Outcome) => void) {
    this.#parts = parts
    this.#judge = judge
    const { devices, storage, clock } = parts
    this.#hearing = new Hearing({ storage, reported: (device) => reportedBy(devices.get(device)) })
    this.#world = { ...worldOf(parts), heard: (device) => this.#hearing.at(device, clock.now()) }
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    const kept = (stored.get(CLOCK_KEY) ?? {}) as Record<string, number>
    this.#hearing.open(stored, this.#parts.clock.now())
    this.#listen()
    this.#begin(new Map(Object.entries(kept)))
    this.look()
  }

  /** Answers with what fired. */
  take(happening: Happening): Outcome['fired'] {
    if (!this.#evaluator || this.#stopped) return []
    let fired: Outcome['fired'] = []
    try {
      const ms = this.#hearing.look(happening.at)
      if (ms > 0) this.#judge(this.#evaluator.take({ kind: 'deaf', at: happening.at, ms }))
      const outcome = this.#evaluator.take(happening)
      fired = outcome.fired
      this.#judge(outcome)
    } catch (error) {
      this.#parts.trouble('Rules could not be evaluated', error)
    }
    this.#plan()
    return fired
  }

  /** A device reported, be it only what was known. Answers with whether a rule waits for its silence. */
  heard(device: string): boolean {
    if (!this.#hearing.listensTo(device)) return false
    this.take({ kind: 'heard', at: this.#parts.clock.now(), device_id: device })
    this.#hearing.heard(device)
    return true
  }

  /** The rules are other ones. */
  changed(): void {
    // What was due is not lost by it.
    this.take({ kind: 'clock', at: this.#parts.clock.now() })
    this.#listen()
    this.#evaluator?.rules(this.#parts.rules.all(), this.#parts.clock.now())
    this.#keepClock()
    this.#plan()
  }

  /** Resolves when it is stored up to when moments are done with. */
  async settle(): Promise<void> {
    try {
      await this.#parts.storage.now(
        new Map<string, unknown>([
          [CLOCK_KEY, this.#settled()],
          [HEARD_KEY, this.#hearing.kept()],
        ]),
      )
    } catch (error) {
      // A full disk does not keep the house from living (S-03).
      this.#parts.trouble('A moment could not be stored', error)
    }
  }

  stop(): void {
    this.#stopped = true
    this.#timer()
    this.#hearing.look(this.#parts.clock.now())
    this.#hearing.stop()
    this.#keepClock()
  }

  /** What stands against these conditions now, as far as is known; undefined where they hold. */
  against(conditions: OnlyIf): MissReason[] | undefined {
    const at = this.#parts.clock.now()
    const given = { zone: this.#zone, place: this.#place, world: this.#world, passed: 0, at, resumes: true }
    return new WatchedConditions(conditions, given).against(at)
  }

  #listen(): void {
    const { rules, clock } = this.#parts
    this.#hearing.listen(new Set(silencesIn(rules.all()).keys()), clock.now())
  }

  #begin(lastMoments: ReadonlyMap<string, number>): void {
    const { clock, rules, zone, place } = this.#parts
    this.#zone = zone()
    this.#place = place()
    this.#evaluator = createEvaluator({
      rules: rules.all(),
      zone: this.#zone,
      place: this.#place,
      at: clock.now(),
      lastMoments,
      world: this.#world,
    })
  }

  /** Time passed: perhaps much of it, or the clock was set, or the home is in another zone or place. */
  look(): void {
    const { zone, place } = this.#parts
    if (zone() !== this.#zone || place() !== this.#place) this.#begin(this.#evaluator?.settled() ?? new Map())
    this.take({ kind: 'clock', at: this.#parts.clock.now() })
    this.#keepClock()
  }

  #plan(): void {
    this.#timer()
    const next = this.#evaluator?.next()
    if (this.#stopped || next === undefined) return
    const wait = Math.min(LOOK, Math.max(0, next - this.#parts.clock.now()))
    this.#timer = this.#parts.clock.after(wait, () => this.look())
  }

  #settled(): Record<string, number> | undefined {
    const lives = this.#parts.rules.all().some(({ active, draft }) => active && !draft)
    return lives ? Object.fromEntries(this.#evaluator?.settled() ?? []) : undefined
  }

  #keepClock(): void {
    const text = JSON.stringify(this.#settled())
    if (text === this.#kept) return
    this.#kept = text
    this.#parts.storage.later(CLOCK_KEY, () => this.#settled())
  }
}

/** When a device last reported a value, epoch ms. */
function reportedBy(held: HeldDevice | undefined): number | undefined {
  const moments = [...(held?.values.values() ?? [])].map(({ at }) => Date.parse(at)).filter(Number.isFinite)
  return moments.length === 0 ? undefined : Math.max(...moments)
}

/** The home as rules see it. */
const worldOf = ({ devices, causes, statuses }: Pick<Parts, 'devices' | 'causes' | 'statuses'>): World => ({
  value: (device, service, property) => {
    const value = devices.get(device)?.value(service, property)
    return typeof value === 'object' ? undefined : value
  },
  status: (id) => statuses.get(id)?.state,
  moment: (trigger) => isOfMoment(trigger, propertyOf(trigger, devices)),
  past: (device, service, property) => causes.of(device, service, property).slice(0, UNBROKEN),
  lacks: (device) => {
    const held = devices.get(device)
    if (!held) return 'device_missing'
    return held.description.status === 5 ? 'offline' : undefined
  },
})
