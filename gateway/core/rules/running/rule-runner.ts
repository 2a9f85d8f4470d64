import { devicesOf } from '#gateway/lib/scenes/devices-of.ts'
import type { Place } from '#gateway/lib/times/sun.ts'
import { turnOf } from '#gateway/rules/runs/turns.ts'
import type { EndedRun, Firing, Outcome } from '#gateway/rules/world.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { Rule, RuleAction } from '#schemas/generated/entities/rule.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { CommandError, codes, type Refusal } from '../../errors.ts'
import type { Wire } from '../../ports.ts'
import type { Statuses } from '../../statuses/statuses.ts'
import type { WriteBehindStore } from '../../store/write-behind-store.ts'
import { assertRunnable } from '../rule-check.ts'
import type { RuleStore } from '../rule-store.ts'
import { silencesIn } from './hearing.ts'
import { Looks } from './looks.ts'
import { valuesNamedIn } from './recorded-values.ts'
import type { Recorder } from './recorder.ts'
import { resumptionOf } from './rule-resume.ts'
import { RuleRunning, type Start } from './rule-run.ts'
import { RuleWatch } from './rule-watch.ts'
import type { RunEffects } from './run/run-effects.ts'
import { RunHome, type RunHomeParts } from './run/run-home.ts'
import { RunNews } from './run/run-news.ts'
import { RunReports } from './run-reports.ts'
import type { Runs } from './runs.ts'
import { Throttle } from './throttle.ts'

/** So many questions of a home wait at the same time. */
const MOST_QUESTIONS = 20

/** What time brings, which comes once. */
const MOMENTS: ReadonlySet<TriggerFact['type']> = new Set(['TIME_TRIGGER', 'SUN_TRIGGER', 'SILENCE_TRIGGER'])

interface Parts extends RunHomeParts {
  storage: Pick<WriteBehindStore, 'now' | 'later'>
  rules: Pick<RuleStore, 'all' | 'edit' | 'get' | 'onChange'>
  statuses: Pick<Statuses, 'get' | 'set' | 'onSwitch'>
  recorder: Recorder
  runs: Runs
  order: RunEffects['order']
  zone(): string
  place(): Place | undefined
  /** Why rules do not act at present; undefined when they do. */
  rests(): Promise<Refusal | undefined>
  newId(): string
  /** From 0 up to, and without, 1. */
  chance(): number
  emit(event: string, data: unknown): void
  trouble(message: string, error: unknown): void
}

/** Runs the rules that fire, and those that somebody plays. */
export class RuleRunner {
  readonly #parts: Parts
  readonly #throttle: Throttle
  readonly #watch: RuleWatch
  readonly #running = new Map<string, Set<RuleRunning>>()
  readonly #home: RunHome
  readonly #news: RunNews
  readonly #looks: Looks
  /** What others say of what runs have told, called and asked. */
  readonly reports: RunReports
  #stopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#home = new RunHome(parts)
    this.#news = new RunNews(parts)
    this.#looks = new Looks(parts.clock)
    this.reports = new RunReports({
      running: this.#running,
      runs: parts.runs,
      record: (run) => this.#news.record(run),
      emit: parts.emit,
      isStopped: () => this.#stopped,
    })
    this.#throttle = new Throttle(parts.clock)
    this.#watch = new RuleWatch(parts, (outcome) => this.#judge(outcome))
    parts.rules.onChange(() => this.#changed())
    parts.statuses.onSwitch((status) => this.#switched(status))
  }

  /** After rules, statuses and devices are open, before drivers speak. `interrupted`: what was under way when the gateway stopped. */
  open(stored: ReadonlyMap<string, unknown>, interrupted: readonly RuleRun[]): void {
    this.#record()
    const broken = interrupted.filter((run) => this.#resume(run) === 'broken_off')
    this.#watch.open(stored)
    for (const run of broken) void this.#brokeOff(run)
  }

  /** A device told a value that is new. */
  value(told: { device: string; service: string; property: string; value: Wire; transient: boolean }): void {
    const { device, service, property, value, transient } = told
    if (typeof value === 'object') return
    this.#watch.take({
      kind: 'value',
      at: this.#parts.clock.now(),
      device_id: device,
      service_name: service,
      property_name: property,
      value,
      ...(transient && { transient }),
    })
    this.#looks.all()
  }

  /** A device reported something. Answers with whether a rule waits for its silence. */
  heard(device: string): boolean {
    return this.#watch.heard(device)
  }

  /** A person runs a rule, whatever its triggers say. Answers with the run, which has begun. */
  async play(rule: Rule, userId: string, how: Pick<TriggerFact, 'tried'> = {}): Promise<string> {
    if (rule.draft) throw new CommandError(codes.conflict, 'incomplete')
    const at = this.#parts.clock.now()
    return await this.#run(rule, { type: 'PLAYED', user_id: userId, at, ...how }, at)
  }

  /** An address of a rule was called. Answers with whether it begins to run. */
  called(rule_id: string, trigger_id: string): boolean {
    this.#parts.recorder.call(rule_id, trigger_id)
    const fired = this.#watch.take({ kind: 'call', at: this.#parts.clock.now(), rule_id, trigger_id })
    return fired.some(({ trigger }) => trigger.type === 'CALL_TRIGGER' && trigger.trigger_id === trigger_id)
  }

  /** A person stops a run: what has begun goes on in the devices, nothing more begins. */
  stopRun(rule: string, run: string, userId: string): void {
    const running = [...(this.#running.get(rule) ?? [])].find((one) => one.run.run_id === run && !one.acted)
    if (!running) throw new CommandError(codes.conflict, 'run_over')
    running.stop(userId)
  }

  /** The home is somewhere else, as far as anybody knew. */
  moved(): void {
    this.#watch.look()
  }

  /** Epoch ms until which a rule is held back. */
  throttledUntil(rule: string): number | undefined {
    return this.#throttle.until(rule)
  }

  stop(): void {
    this.#stopped = true
    this.#watch.stop()
    this.#news.stop()
    for (const runs of this.#running.values()) for (const running of runs) running.stop()
  }

  #changed(): void {
    this.#watch.changed()
    this.#parts.memories.keep(this.#parts.rules.all())
    this.#record()
    for (const [id, runs] of this.#running) {
      const rule = this.#parts.rules.get(id)
      // What a person plays goes on also where the rule itself is switched off.
      for (const running of runs)
        if (!rule || !(rule.active || running.last || running.run.trigger.type === 'PLAYED')) running.stop()
    }
  }

  #switched({ resource_id, state }: ScenarioStatus): void {
    this.#parts.recorder.status(resource_id, state)
    this.#watch.take({ kind: 'status', at: this.#parts.clock.now(), resource_id, state })
    this.#looks.all()
  }

  #record(): void {
    const rules = this.#parts.rules.all()
    this.#parts.recorder.look(valuesNamedIn(rules), silencesIn(rules))
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
      this.#news.record({
        ...this.#newRun(rule, trigger, at),
        ...(caused_by_run !== undefined && { caused_by_run }),
        ended_at: at,
        outcome: 'throttled',
      })
      return
    }
    // Written before anything is done: a moment never counts twice, whatever happens to the machine.
    if (MOMENTS.has(trigger.type)) await this.#watch.settle()
    await this.#run(rule, trigger, at, caused_by_run)
  }

  /** The run whose action brought the trigger about. */
  #causeOf({
    type,
    run_id,
    device_id = '',
    service_name = '',
    property_name = '',
    resource_id = '',
  }: TriggerFact): string | undefined {
    const { causes, statuses } = this.#parts
    if (type === 'RULE_TRIGGER' || type === 'RUN_TRIGGER') return run_id
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
    const { runs, rests } = this.#parts
    const run = { ...this.#newRun(rule, trigger, at), ...(caused_by_run !== undefined && { caused_by_run }) }
    const refusal = await rests()
    if (this.#stopped) return run.run_id
    if (refusal) {
      if (trigger.type === 'PLAYED') throw new CommandError(refusal.code, refusal.message)
      runs.miss({ rule_id: rule.id, at, trigger, why: [{ reason: 'gateway_busy' }] })
      return run.run_id
    }
    const others = [...(this.#running.get(rule.id) ?? [])].filter(({ acted }) => !acted)
    const turn = turnOf(rule, others.length)
    if (turn === 'still_running' || turn === 'too_many_runs') {
      if (trigger.type === 'PLAYED') throw new CommandError(codes.conflict, turn)
      runs.miss({ rule_id: rule.id, at, trigger, why: [{ reason: turn }] })
      return run.run_id
    }
    if (turn === 'replaces') for (const older of others) older.stop()
    const waits = turn === 'waits' && others.at(-1)
    this.#news.record(waits ? { ...run, waits: true } : run)
    this.#go(run, rule, waits ? { behind: waits.done } : {})
    return run.run_id
  }

  /** What a restart interrupted in a pause goes on; of what cannot it is said. */
  #resume(run: RuleRun): 'broken_off' | undefined {
    const { rules, runs, clock, emit } = this.#parts
    const { run_id, rule_id, rule_name } = run
    const rule = rules.get(rule_id)
    const at = clock.now()
    const found = resumptionOf(run, rule, at)
    if (rule && typeof found === 'object') {
      this.#go(run, rule, { from: found })
      return undefined
    }
    const steps = run.steps.map((step) =>
      step.outcome === 'running' ? { ...step, ended_at: at, outcome: 'skipped' as const } : step,
    )
    const broken_off = typeof found === 'string' ? found : undefined
    const { waits: _waited, ...told } = run
    runs.put({ ...told, ended_at: at, outcome: 'stopped', ...(broken_off && { broken_off }), steps })
    if (broken_off) emit('rule_notification', { rule_id, rule_name, run_id, broken_off })
    for (const { question, outcome, message_id } of run.steps)
      if (question && outcome === 'running' && message_id !== undefined)
        this.reports.closed({ rule_id, run_id, message_id }, {})
    return broken_off && 'broken_off'
  }

  /** What a restart broke off has failed; rules that wait for that have their devices first. */
  async #brokeOff(run: RuleRun): Promise<void> {
    const waiting = this.#parts.rules
      .all()
      .filter(({ run_triggers = [] }) => run_triggers.some(({ rule_id }) => rule_id === run.rule_id))
    await this.#home.arrival(() => waiting.flatMap((rule) => [...devicesOf(rule)]))
    if (!this.#stopped) this.#ended(run, 'failed')
  }

  /** A run has come to its end: rules may wait for that. Trying a step is no run of its rule. */
  #ended({ rule_id, rule_name, run_id, trigger }: RuleRun, outcome: EndedRun['outcome']): void {
    if (trigger.tried) return
    this.#parts.recorder.ended(rule_id, outcome)
    const at = this.#parts.clock.now()
    this.#watch.take({ kind: 'run', at, rule_id, run: { outcome, run_id, rule_name } })
  }

  #go(run: RuleRun, rule: Rule, start: Start): void {
    const { clock, order, statuses, chance, emit, trouble } = this.#parts
    const home = this.#home
    const { run_id, rule_id, rule_name } = run
    const tell = (about: Omit<Events['rule_notification'], 'rule_id' | 'rule_name' | 'run_id'>): void =>
      emit('rule_notification', { rule_id, rule_name, run_id, ...about })
    const running = new RuleRunning(run, rule, {
      ...{ clock, order, chance },
      found: (target, set) => home.found(target, set, rule.id),
      meant: (target, set) => home.meant(target, set),
      remember: (target) => home.remember(target, rule.id),
      compute: (computed, at) => home.compute(computed, at),
      present: (at) => home.present(at),
      standing: (at, own) => home.standing(at, own),
      recorded: ({ device, service, property }) => ({
        changes: this.#parts.recorder.series(device, service, property),
        zone: this.#parts.zone(),
      }),
      setStatus: (id, state, cause) => statuses.set(id, state, cause),
      tellRule: (action, by) => this.#tellRule(action, by),
      now: (value) => home.now(value),
      against: (condition) => this.#watch.against(condition),
      onChange: (look) => this.#looks.onChange(look),
      status: (id) => statuses.get(id)?.state,
      mayAsk: () => this.reports.asking() < MOST_QUESTIONS,
      closed: (message_id, given) => this.reports.closed({ rule_id, run_id, message_id }, given),
      notify: (notification, found, answers) =>
        tell({
          notification,
          ...(found.length > 0 && { found: [...found] }),
          ...answers,
        }),
      alarm: (alarmId) => tell({ alarmId, notification: { type: 1, ...home.alarm(alarmId) } }),
      nameOf: (device) => home.nameOf(device),
      changed: (changed) => this.#news.goesOn(changed),
      keep: (id) => this.#keep(id),
      arrival: (devices) => home.arrival(devices),
    })
    const all = this.#running.get(rule.id) ?? new Set()
    this.#running.set(rule.id, all.add(running))
    running
      .go(start)
      .then(() => {
        const { outcome } = running.run
        if (!this.#stopped && isEnd(outcome)) this.#ended(running.run, outcome)
      })
      .catch((error: unknown) => trouble('A run of a rule broke off', error))
      .finally(() => {
        all.delete(running)
        if (all.size === 0) this.#running.delete(rule.id)
      })
  }

  async #tellRule(
    { rule_id, act }: Pick<RuleAction, 'rule_id' | 'act'>,
    { run_id, rule_id: by, rule_name }: RuleRun,
  ): Promise<boolean> {
    const { rules, clock } = this.#parts
    const rule = rules.get(rule_id)
    if (!rule || rule.draft) throw new CommandError(codes.unknown, 'RULE_GONE: There is no such rule')
    if (act === 'run') {
      const at = clock.now()
      const trigger: TriggerFact = { type: 'RULE_TRIGGER', rule_id: by, rule_name, run_id, at }
      return this.#watch.take({ kind: 'rule', at, rule_id, trigger }).some((one) => one.trigger === trigger)
    }
    const active = act === 'switch_on'
    if (rule.active !== active)
      await rules.edit(undefined, (edit) =>
        edit.change(rule_id, (one) => {
          if (active) assertRunnable(one)
          return { active }
        }),
      )
    return true
  }

  /** A full disk does not keep the house from living (S-03). */
  async #keep(run: string): Promise<void> {
    if (this.#stopped) return
    await this.#parts.runs
      .keep(run)
      .catch((error: unknown) => this.#parts.trouble('A run could not be stored', error))
  }
}

/** What was stopped, or held back, has come to no end of its own. */
const isEnd = (outcome: RuleRun['outcome']): outcome is EndedRun['outcome'] =>
  outcome === 'done' || outcome === 'partly' || outcome === 'failed'
