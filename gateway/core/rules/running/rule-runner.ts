import { liveValue } from '#gateway/lib/models/describe.ts'
import { askedValues } from '#gateway/lib/scenes/conditions.ts'
import { isOfDevice, toldValues } from '#gateway/lib/scenes/texts.ts'
import type { Place } from '#gateway/lib/times/sun.ts'
import { computedValue, type Present } from '#gateway/rules/computed/computed.ts'
import { turnOf } from '#gateway/rules/runs/turns.ts'
import { foundBy, memorable, resolved, restoredTo } from '#gateway/rules/targets/targets.ts'
import { canTell } from '#gateway/rules/texts/found.ts'
import type { Firing, Outcome } from '#gateway/rules/world.ts'
import type { Commands, Events } from '#schemas/generated/channel.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import type {
  ActionSet,
  ActionTarget,
  ComputedValue,
  DeviceTrigger,
  Rule,
  RuleAction,
  TextValue,
} from '#schemas/generated/entities/rule.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import type { Devices } from '../../devices/devices.ts'
import { CommandError, codes, type Refusal } from '../../errors.ts'
import type { Causes, PropertyOf } from '../../orders/causes.ts'
import type { Clock, Wire } from '../../ports.ts'
import type { Statuses } from '../../statuses/statuses.ts'
import type { WriteBehindStore } from '../../store/write-behind-store.ts'
import { type Housing, housedIn, placeIn } from '../housing.ts'
import { assertRunnable } from '../rule-check.ts'
import type { RuleStore } from '../rule-store.ts'
import type { Memories } from './memories.ts'
import type { Recorder } from './recorder.ts'
import { resumptionOf } from './rule-resume.ts'
import { RuleRunning, type Start } from './rule-run.ts'
import { RuleWatch } from './rule-watch.ts'
import type { Given, RunEffects } from './run-effects.ts'
import { calledStep, toldChange } from './run-messages.ts'
import { outcomeOf } from './run-outcome.ts'
import type { Runs } from './runs.ts'
import { standingOf } from './standing.ts'
import { Throttle } from './throttle.ts'

/** What a pause waits for may come with the time of day. */
const LOOK_AGAIN = 10_000

/** Steps of a run are told together when they come so close to each other. */
const GATHER = 250

/** So long what goes on after a start waits for devices that nobody has heard of yet. */
const ARRIVAL = 60_000

/** Of a device that is gone; an order to it is refused with its own reason. */
const NOTHING_KNOWN: Present['described'] = { kind: 'text', access: [] }

/** What the clock and the sun bring, which comes once. */
const MOMENTS: ReadonlySet<TriggerFact['type']> = new Set(['TIME_TRIGGER', 'SUN_TRIGGER'])

interface Parts {
  clock: Clock
  storage: Pick<WriteBehindStore, 'now' | 'later'>
  rules: Pick<RuleStore, 'all' | 'edit' | 'get' | 'onChange'>
  statuses: Pick<Statuses, 'get' | 'set' | 'onSwitch'>
  devices: Pick<Devices, 'get' | 'heard'>
  causes: Causes
  recorder: Recorder
  runs: Runs
  memories: Memories
  order: RunEffects['order']
  /** What a property has been told to be, while it has not answered. */
  wanted(at: PropertyOf): Wire | undefined
  /** Id of the order to a property that came last, while it has not been answered. */
  underWay(at: PropertyOf): string | undefined
  alarms(): readonly AlarmEntry[]
  /** Where targets look for devices, and by which words. */
  home: Housing & { scenes: SceneVocabulary }
  zone(): string
  place(): Place | undefined
  /** Why rules do not act at present; undefined when they do. */
  rests(): Promise<Refusal | undefined>
  newId(): string
  emit(event: string, data: unknown): void
  trouble(message: string, error: unknown): void
}

/** Runs the rules that fire, and those that somebody plays. */
export class RuleRunner {
  readonly #parts: Parts
  readonly #throttle: Throttle
  readonly #watch: RuleWatch
  readonly #running = new Map<string, Set<RuleRunning>>()
  readonly #telling = new Map<string, () => void>()
  /** Pauses that wait for something. */
  readonly #awaiting = new Set<() => void>()
  #stopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#throttle = new Throttle(parts.clock)
    this.#watch = new RuleWatch(parts, (outcome) => this.#judge(outcome))
    parts.rules.onChange(() => this.#changed())
    parts.statuses.onSwitch((status) => this.#switched(status))
  }

  /** After rules, statuses and devices are open, before drivers speak. `interrupted`: what was under way when the gateway stopped. */
  open(stored: ReadonlyMap<string, unknown>, interrupted: readonly RuleRun[]): void {
    this.#named()
    for (const run of interrupted) this.#resume(run)
    this.#watch.open(stored)
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
    this.#look()
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

  /** Somebody says what became of a message: of a run that is over, its story alone is another one. */
  wasTold({ rule_id, run_id, message_id, told }: Commands['note_rule_told']['params']): void {
    const running = [...(this.#running.get(rule_id) ?? [])].find(({ run }) => run.run_id === run_id)
    if (running) return running.messages.wasTold(message_id, told)
    const { runs, emit } = this.#parts
    const run = runs.get(run_id)
    const place = run?.steps.findIndex((step) => step.message_id === message_id) ?? -1
    const step = run?.steps[place]
    if (!run || run.rule_id !== rule_id || step?.outcome !== 'accepted') return
    const next = { ...step, ...toldChange(step.told ?? [], told) }
    const ended = { ...run, steps: run.steps.with(place, next) }
    runs.put(ended)
    emit('rule_run_changed', { run: ended })
  }

  /** What became of a call that a run has made, be it over by now. False where none has. */
  callSettled(
    run_id: string,
    delivery: string,
    { arrived, reason }: { arrived: boolean; reason?: string | undefined },
  ): boolean {
    const change = calledStep(arrived, reason)
    for (const all of this.#running.values())
      for (const running of all)
        if (running.run.run_id === run_id) return running.messages.settled(delivery, change)
    const run = this.#parts.runs.get(run_id)
    if (!run?.steps.some((step) => step.delivery === delivery)) return false
    const steps = run.steps.map((step) => (step.delivery === delivery ? { ...step, ...change } : step))
    const outcome = run.outcome === 'done' ? outcomeOf(steps) : run.outcome
    this.#record({ ...run, steps, outcome })
    return true
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
    for (const cancel of this.#telling.values()) cancel()
    for (const runs of this.#running.values()) for (const running of runs) running.stop()
  }

  #changed(): void {
    this.#watch.changed()
    this.#parts.memories.keep(this.#parts.rules.all())
    this.#named()
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
    this.#look()
  }

  #look(): void {
    for (const look of [...this.#awaiting]) look()
  }

  /** With the next report, and as time goes by: conditions may be of it. */
  #onChange(look: () => void): () => void {
    const { clock } = this.#parts
    let cancel: () => void = () => {}
    const later = (): void => {
      cancel = clock.after(LOOK_AGAIN, () => {
        later()
        look()
      })
    }
    later()
    this.#awaiting.add(look)
    return () => {
      cancel()
      this.#awaiting.delete(look)
    }
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
    if (type === 'RULE_TRIGGER') return run_id
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
    this.#record(waits ? { ...run, waits: true } : run)
    this.#go(run, rule, waits ? { behind: waits.done } : {})
    return run.run_id
  }

  /** What a restart interrupted in a pause goes on; of what cannot it is said. */
  #resume(run: RuleRun): void {
    const { rules, runs, clock, emit } = this.#parts
    const { run_id, rule_id, rule_name } = run
    const rule = rules.get(rule_id)
    const at = clock.now()
    const found = resumptionOf(run, rule, at)
    if (rule && typeof found === 'object') {
      this.#go(run, rule, { from: found })
      return
    }
    const steps = run.steps.map((step) =>
      step.outcome === 'running' ? { ...step, ended_at: at, outcome: 'skipped' as const } : step,
    )
    const broken_off = typeof found === 'string' ? found : undefined
    const { waits: _waited, ...told } = run
    runs.put({ ...told, ended_at: at, outcome: 'stopped', ...(broken_off && { broken_off }), steps })
    if (broken_off) emit('rule_notification', { rule_id, rule_name, run_id, broken_off })
  }

  #go(run: RuleRun, rule: Rule, start: Start): void {
    const { clock, order, statuses, devices, emit, trouble } = this.#parts
    const { run_id, rule_id, rule_name } = run
    const tell = (about: Omit<Events['rule_notification'], 'rule_id' | 'rule_name' | 'run_id'>): void =>
      emit('rule_notification', { rule_id, rule_name, run_id, ...about })
    const running = new RuleRunning(run, rule, {
      clock,
      order,
      found: (target, set) => this.#found(target, set, rule.id),
      remember: (target) => this.#remember(target, rule.id),
      compute: (computed, at) => computedValue(computed, this.#present(at), this.#source(computed)),
      present: (at) => this.#present(at),
      standing: (at, own) => standingOf(at, own, { ...this.#parts, ...this.#parts.home }),
      setStatus: (id, state, cause) => statuses.set(id, state, cause),
      tellRule: (action, by) => this.#tellRule(action, by),
      now: (value) => this.#now(value),
      against: (condition) => this.#watch.against(condition),
      onChange: (look) => this.#onChange(look),
      status: (id) => statuses.get(id)?.state,
      notify: (notification, found, answers) =>
        tell({
          notification,
          ...(found.length > 0 && { found: [...found] }),
          ...answers,
        }),
      alarm: (alarmId) => tell({ alarmId, notification: { type: 1, ...this.#alarm(alarmId) } }),
      nameOf: (device) => devices.get(device)?.description.device_name,
      changed: (changed) => this.#goesOn(changed),
      keep: (id) => this.#keep(id),
      there: (ids) => this.#there(ids),
    })
    const all = this.#running.get(rule.id) ?? new Set()
    this.#running.set(rule.id, all.add(running))
    running
      .go(start)
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

  /** A value as it is, or as it has been told to be and has not answered yet. */
  #present({ device, service, property }: PropertyOf): Present {
    const { devices, wanted } = this.#parts
    const held = devices.get(device)
    const found = held?.find(service, property)
    return {
      value: wanted({ device, service, property }) ?? held?.value(service, property),
      described: found ? liveValue(found.property) : NOTHING_KNOWN,
    }
  }

  /** What a device has reported, or a status is; a secret is none of it. */
  #now(value: TextValue): unknown {
    const { devices, statuses } = this.#parts
    if (value.kind === 'status') return statuses.get(value.resource_id)?.state
    const { device_id, service_name, property_name } = value
    const held = devices.get(device_id)
    const found = held?.find(service_name, property_name)
    return found && canTell(liveValue(found.property)) ? held?.value(service_name, property_name) : undefined
  }

  #found(target: ActionTarget, set: ActionSet, own: string): readonly Given[] | undefined {
    const { home, memories } = this.#parts
    if (target.place && placeIn(home, target.place) === undefined) return undefined
    const { computed } = target
    if (computed?.kind !== 'restore')
      return resolved(
        target,
        foundBy(target, set, housedIn(home), home.scenes),
        (at) => this.#present(at).value,
      )
    const whose = computed.rule_id ?? own
    const found = memorable(target, set, housedIn(home), home.scenes)
    const given = restoredTo(target, found, (device) => memories.recall(whose, device), home.scenes)
    memories.restored(whose, new Set(given.map(({ device }) => device)))
    return given
  }

  #remember(target: ActionTarget, own: string): ReturnType<RunEffects['remember']> {
    const { home, memories } = this.#parts
    if (target.place && placeIn(home, target.place) === undefined) return undefined
    const found = memorable(target, {}, housedIn(home), home.scenes)
    const told = memories.remember(
      own,
      found.map((at) => ({ ...at, value: this.#present(at).value })),
    )
    return { ...told, found: new Set(found.map(({ device }) => device)).size }
  }

  #source(computed: ComputedValue): Present | undefined {
    if (computed.kind !== 'copy') return undefined
    const { device_id: device, service_name: service, property_name: property } = computed
    return this.#present({ device, service, property })
  }

  /** A full disk does not keep the house from living (S-03). */
  async #keep(run: string): Promise<void> {
    if (this.#stopped) return
    await this.#parts.runs
      .keep(run)
      .catch((error: unknown) => this.#parts.trouble('A run could not be stored', error))
  }

  /** Right after a start drivers still look for their devices. */
  async #there(ids: readonly string[]): Promise<void> {
    const { clock, devices } = this.#parts
    await new Promise<void>((resolve) => {
      const cancel = clock.after(ARRIVAL, resolve)
      void Promise.all(ids.map((id) => devices.heard(id))).then(() => {
        cancel()
        resolve()
      })
    })
  }

  /** An alarm as the home's table words it. */
  #alarm(id: number): { short_desc?: string; desc?: string } {
    const [text] = this.#parts.alarms().find(({ alarmId }) => alarmId === id)?.alarm ?? []
    return { ...(text && { short_desc: text.name }), ...(text?.desc !== undefined && { desc: text.desc }) }
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

  /** Properties that rules wait for, ask about or tell are recorded change by change. */
  #named(): void {
    const rules = this.#parts.rules.all()
    const waits = rules.flatMap((rule) => [...(rule.event_triggers ?? []), ...askedValues(rule)])
    const told = rules.flatMap(toldValues).filter(isOfDevice)
    const pathOf = (device: string, at: Pick<DeviceTrigger, 'service_name' | 'property_name'>): string =>
      `${device}/${at.service_name}/${at.property_name}`
    this.#parts.recorder.look(
      new Set([
        ...waits.map((one) => pathOf(one.event_source, one)),
        ...told.map((one) => pathOf(one.device_id, one)),
      ]),
    )
  }
}
