import { createEvaluator } from '#gateway/rules/evaluator.ts'
import type { Evaluator, Firing, Happening, Outcome } from '#gateway/rules/world.ts'
import type { Rule, RuleNotification } from '#schemas/generated/entities/rule.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import type { Causes } from './causes.ts'
import type { Devices } from './devices.ts'
import { CommandError, codes } from './errors.ts'
import { isTransient } from './held-device.ts'
import type { Keeper } from './keeper.ts'
import type { Clock, Wire } from './ports.ts'
import type { Recorder } from './recorder.ts'
import { type Hands, RuleRunning } from './rule-run.ts'
import type { Rules } from './rules.ts'
import type { Refusal } from './runner.ts'
import type { Runs } from './runs.ts'
import type { Statuses } from './statuses.ts'
import { Throttle } from './throttle.ts'

/** The evaluator is asked at least this often: a machine that slept, or whose clock was set, is found out (L-07). */
const LOOK = 30_000
/** Steps of a run are told together when they come so close to each other. */
const GATHER = 250
/** Where the time up to which moments are done with is kept; there as long as the home has active rules. */
export const CLOCK_KEY = 'rules/clock'

export interface RuleNews {
  rule_id: string
  rule_name: string
  run_id: string
  notification?: RuleNotification
  alarmId?: number
}

interface Parts {
  clock: Clock
  keeper: Pick<Keeper, 'now' | 'later'>
  rules: Pick<Rules, 'all' | 'get' | 'onChange'>
  statuses: Pick<Statuses, 'get' | 'set' | 'onSwitch'>
  devices: Pick<Devices, 'get'>
  causes: Causes
  recorder: Recorder
  runs: Runs
  order: Hands['order']
  zone(): string
  /** Why rules do not act at present; undefined when they do. */
  rests(): Promise<Refusal | undefined>
  newId(): string
  emit(event: string, data: unknown): void
  trouble(message: string, error: unknown): void
}

/** Drives the evaluator with what happens in the home, and runs the rules that fire. */
export class RuleRunner {
  readonly #parts: Parts
  readonly #throttle: Throttle
  readonly #running = new Map<string, Set<RuleRunning>>()
  readonly #telling = new Map<string, () => void>()
  #evaluator: Evaluator | undefined
  #zone = ''
  #kept: string | undefined
  #timer: () => void = () => {}
  #stopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#throttle = new Throttle(parts.clock)
    parts.rules.onChange(() => this.#changed())
    parts.statuses.onSwitch((status) => this.#switched(status))
  }

  /** After rules, statuses and devices are open, before drivers speak. */
  open(stored: ReadonlyMap<string, unknown>): void {
    const kept = (stored.get(CLOCK_KEY) ?? {}) as Record<string, number>
    this.#begin(new Map(Object.entries(kept)))
    this.#look()
  }

  /** A device told a value that is new. */
  value(told: { device: string; service: string; property: string; value: Wire; transient: boolean }): void {
    const { device, service, property, value, transient } = told
    if (typeof value === 'object') return
    this.#take({
      kind: 'value',
      at: this.#parts.clock.now(),
      device_id: device,
      service_name: service,
      property_name: property,
      value,
      ...(transient && { transient }),
    })
  }

  /** A person runs a rule, whatever its triggers say. Answers with the run, which has begun. */
  async play(rule: Rule, userId: string): Promise<string> {
    if (rule.draft) throw new CommandError(codes.conflict, 'incomplete')
    const at = this.#parts.clock.now()
    return await this.#run(rule, { type: 'PLAYED', user_id: userId, at }, at)
  }

  /** Epoch ms until which a rule is held back. */
  throttledUntil(rule: string): number | undefined {
    return this.#throttle.until(rule)
  }

  stop(): void {
    this.#stopped = true
    this.#timer()
    for (const cancel of this.#telling.values()) cancel()
    for (const runs of this.#running.values()) for (const running of runs) running.stop()
    if (this.#evaluator) this.#keepClock()
  }

  #begin(lastMoments: ReadonlyMap<string, number>): void {
    const { clock, devices, statuses, rules, zone } = this.#parts
    this.#zone = zone()
    this.#evaluator = createEvaluator({
      rules: rules.all(),
      zone: this.#zone,
      at: clock.now(),
      lastMoments,
      world: {
        value: (device, service, property) => {
          const value = devices.get(device)?.value(service, property)
          return typeof value === 'object' ? undefined : value
        },
        status: (id) => statuses.get(id)?.state,
        transient: (device, service, property) => {
          const found = devices.get(device)?.find(service, property)
          return found !== undefined && isTransient(found.property)
        },
        lacks: (device) => {
          const held = devices.get(device)
          if (!held) return 'device_missing'
          return held.description.status === 5 ? 'offline' : undefined
        },
      },
    })
    this.#named()
  }

  #changed(): void {
    this.#evaluator?.rules(this.#parts.rules.all(), this.#parts.clock.now())
    this.#named()
    for (const [id, runs] of this.#running)
      if (!this.#parts.rules.get(id)?.active)
        for (const running of runs)
          if (running.run.trigger.type !== 'PLAYED' || !this.#parts.rules.get(id)) running.stop()
    this.#plan()
  }

  #switched({ resource_id, state }: ScenarioStatus): void {
    this.#parts.recorder.status(resource_id, state)
    this.#take({ kind: 'status', at: this.#parts.clock.now(), resource_id, state })
  }

  /** Time passed: perhaps much of it, or the clock was set. */
  #look(): void {
    if (this.#parts.zone() !== this.#zone) this.#begin(this.#evaluator?.settled() ?? new Map())
    this.#take({ kind: 'clock', at: this.#parts.clock.now() })
    this.#keepClock()
  }

  #take(happening: Happening): void {
    if (!this.#evaluator || this.#stopped) return
    try {
      this.#judge(this.#evaluator.take(happening))
    } catch (error) {
      this.#parts.trouble('Rules could not be evaluated', error)
    }
    this.#plan()
  }

  #judge({ fired, missed }: Outcome): void {
    for (const miss of missed) this.#parts.runs.miss(miss)
    for (const firing of fired)
      this.#fire(firing).catch((error: unknown) => this.#parts.trouble('A rule could not run', error))
  }

  async #fire({ rule_id, at, trigger }: Firing): Promise<void> {
    const { rules, runs } = this.#parts
    const rule = rules.get(rule_id)
    if (!rule || rule.draft || !rule.active) return
    const caused_by_run = this.#causeOf(trigger)
    const allowed = this.#throttle.allows(rule_id, runs.depth(caused_by_run))
    if (allowed === 'held') {
      runs.miss({ rule_id, at, trigger, why: [{ reason: 'throttled' }] })
      return
    }
    if (allowed === 'begun') {
      this.#record({
        ...this.#newRun(rule, trigger, at),
        ...(caused_by_run !== undefined && { caused_by_run }),
        ended_at: at,
        outcome: 'throttled',
      })
      return
    }
    // Written before anything is done: a moment never counts twice, whatever happens to the machine.
    if (trigger.type === 'TIME_TRIGGER') await this.#settle()
    await this.#run(rule, trigger, at, caused_by_run)
  }

  /** The run whose action brought the trigger about. */
  #causeOf({
    type,
    device_id = '',
    service_name = '',
    property_name = '',
    resource_id = '',
  }: TriggerFact): string | undefined {
    const { causes, statuses } = this.#parts
    if (type === 'DEVICE_TRIGGER') return causes.last(device_id, service_name, property_name).run_id
    return type === 'STATUS_TRIGGER' ? statuses.get(resource_id)?.cause?.run_id : undefined
  }

  #newRun({ id, name, version }: Rule, trigger: TriggerFact, at: number): RuleRun {
    const run_id = this.#parts.newId()
    return {
      run_id,
      rule_id: id,
      rule_name: name,
      at,
      ...(version !== undefined && { version }),
      trigger,
      outcome: 'running',
      steps: [],
    }
  }

  async #run(rule: Rule, trigger: TriggerFact, at: number, caused_by_run?: string): Promise<string> {
    const { clock, order, statuses, devices, runs, rests, emit, trouble } = this.#parts
    const run = { ...this.#newRun(rule, trigger, at), ...(caused_by_run !== undefined && { caused_by_run }) }
    const refusal = await rests()
    if (this.#stopped) return run.run_id
    if (refusal) {
      if (trigger.type === 'PLAYED') throw new CommandError(refusal.code, refusal.message)
      runs.miss({ rule_id: rule.id, at, trigger, why: [{ reason: 'gateway_busy' }] })
      return run.run_id
    }
    const { run_id, rule_id, rule_name } = run
    // A newer run begins anew what an older one still waits with.
    for (const older of this.#running.get(rule.id) ?? []) if (!older.acted) older.stop()
    const running = new RuleRunning(run, rule, {
      clock,
      order,
      setStatus: (id, state, cause) => statuses.set(id, state, cause),
      notify: (about) =>
        emit('rule_notification', { rule_id, rule_name, run_id, ...about } satisfies RuleNews),
      nameOf: (device) => devices.get(device)?.description.device_name,
      changed: (changed) => this.#goesOn(changed),
    })
    const all = this.#running.get(rule.id) ?? new Set()
    this.#running.set(rule.id, all.add(running))
    this.#record(run)
    running
      .go()
      .catch((error: unknown) => trouble('A run of a rule broke off', error))
      .finally(() => {
        all.delete(running)
        if (all.size === 0) this.#running.delete(rule.id)
      })
    return run_id
  }

  #record(run: RuleRun): void {
    this.#parts.runs.put(run)
    this.#parts.emit('rule_run_changed', { run })
  }

  #goesOn(run: RuleRun): void {
    // What the process has not seen the end of is marked when it starts again.
    if (this.#stopped) return
    const { runs, clock, emit } = this.#parts
    runs.put(run)
    const ended = run.outcome !== 'running'
    const planned = this.#telling.get(run.run_id)
    if (planned && !ended) return
    planned?.()
    this.#telling.delete(run.run_id)
    if (ended) emit('rule_run_changed', { run })
    else
      this.#telling.set(
        run.run_id,
        clock.after(GATHER, () => {
          this.#telling.delete(run.run_id)
          emit('rule_run_changed', { run: runs.get(run.run_id) ?? run })
        }),
      )
  }

  /** Properties that rules wait for are recorded change by change. */
  #named(): void {
    const triggers = this.#parts.rules.all().flatMap(({ event_triggers = [] }) => event_triggers)
    this.#parts.recorder.look(
      new Set(
        triggers.map(
          ({ event_source, service_name, property_name }) =>
            `${event_source}/${service_name}/${property_name}`,
        ),
      ),
    )
  }

  #plan(): void {
    this.#timer()
    if (this.#stopped || !this.#evaluator) return
    const next = this.#evaluator.next() ?? Number.POSITIVE_INFINITY
    const wait = Math.min(LOOK, Math.max(0, next - this.#parts.clock.now()))
    this.#timer = this.#parts.clock.after(wait, () => this.#look())
  }

  #clockEntry(): unknown {
    const settled = this.#evaluator?.settled()
    return this.#parts.rules.all().some(({ active, draft }) => active && !draft) && settled
      ? Object.fromEntries(settled)
      : undefined
  }

  async #settle(): Promise<void> {
    try {
      await this.#parts.keeper.now(new Map([[CLOCK_KEY, this.#clockEntry()]]))
    } catch (error) {
      // A full disk does not keep the house from living (S-03).
      this.#parts.trouble('A moment could not be stored', error)
    }
  }

  #keepClock(): void {
    const text = JSON.stringify(this.#clockEntry())
    if (text === this.#kept) return
    this.#kept = text
    this.#parts.keeper.later(CLOCK_KEY, () => this.#clockEntry())
  }
}
