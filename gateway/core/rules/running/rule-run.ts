import { coerce } from '#gateway/lib/values/value-kinds.ts'
import type { Present } from '#gateway/rules/computed/computed.ts'
import { drawnPause, isPause } from '#gateway/rules/pause.ts'
import { conditionStep } from '#gateway/rules/plan.ts'
import { longestRamp, rampsOf, slopeOf } from '#gateway/rules/ramp/slope.ts'
import { goesOn } from '#gateway/rules/steps/in-time.ts'
import type { Resolved } from '#gateway/rules/targets/targets.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type {
  ActionSet,
  ActionTarget,
  ComputedValue,
  DeviceSetting,
  RampedValue,
  Repetition,
  Rule,
  RuleAction,
  StepCondition,
  Until,
} from '#schemas/generated/entities/rule.ts'
import type { MissReason } from '#schemas/generated/entities/rule-miss.ts'
import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'
import { CommandError, codes } from '../../errors.ts'
import type { PropertyOf } from '../../orders/causes.ts'
import type { OrderEnd } from '../../orders/order-book.ts'
import { Ramp, type Standing } from './ramp.ts'
import { RunMessages, type TellingEffects } from './run-messages.ts'
import { RunStory } from './run-story.ts'

/** What a target has found, and what that is set to. */
export type Given = Omit<Resolved, 'value'> & { value: unknown }

/** What a run can do in the home. */
export interface RunEffects extends TellingEffects {
  /** Resolves when the device's driver has taken the order; `ended` hears how it went, where the device says so. */
  order(
    to: { device: string; service: string; property: string; value: unknown },
    given: { id: string; cause: Cause; ended(end: OrderEnd): void },
  ): Promise<{ awaits: boolean }>
  /** What a target means now, with what each is set to; undefined where its room or floor is gone. */
  found(target: ActionTarget, set: ActionSet): readonly Given[] | undefined
  /** Remembers how those are that a target means; undefined where its room or floor is gone. */
  remember(target: ActionTarget): { anew: number; unknown: number; found: number } | undefined
  /** What a value is to be set to now; undefined while what it goes by is unknown. */
  compute(computed: ComputedValue, at: PropertyOf): Scalar | undefined
  /** A value as it is, or as it has been told to be and has not answered yet. */
  present(at: PropertyOf): Present
  /** How things are with a value that this run brings along since then, epoch ms. */
  standing(at: PropertyOf, own: { run: string; since: number }): Standing
  setStatus(id: string, state: boolean, cause: Cause): Promise<void>
  /** Resolves with whether the rule begins to run, or is switched as it was told. */
  tellRule(action: Pick<RuleAction, 'rule_id' | 'act'>, by: RuleRun): Promise<boolean>
  /** What stands against something now, as far as is known; undefined where it is so. */
  against(condition: StepCondition): readonly MissReason[] | undefined
  /** Something in the home, or the time, is another; returns what ends it. */
  onChange(listen: () => void): () => void
  alarm(id: number): void
  nameOf(device: string): string | undefined
  /** The run has gone on. */
  changed(run: RuleRun): void
  /** Resolves when it is written down how far the run is. */
  keep(run: string): Promise<void>
  /** Resolves when the devices have been heard of since the gateway started, or will not be soon. */
  there(devices: readonly string[]): Promise<void>
}

/** Where a run goes on that a restart has interrupted. */
export interface Resumption {
  /** Place of the action set before which it waits. */
  set: number
  /** Place of the step that is this pause, or of the first value that it brings along. */
  step: number
  /** ms that are left of it. */
  left: number
  /** Place of the step that is repeated, where it is a pause between two times. */
  repeat?: number
  /** It is in the middle of the set: places of the steps whose values it brings along. */
  ramps?: readonly number[]
}

/** How a run begins: at once where nothing is said. */
export interface Start {
  /** It goes on with this pause, of which so much is left. */
  from?: Resumption
  /** It waits until the run before it has done everything. */
  behind?: Promise<void>
}

export const pauses = ({ delay = 0 }: ActionSet): boolean => delay > 0

/** Nobody waits longer for a driver to take an order. */
const PATIENCE = 15_000
const NOT_RUN = 'NOT_RUN: The rule did not run, and says why itself'
const NONE_FOUND = 'NONE_FOUND: There is no such device'
const STILL_REMEMBERED = 'STILL_REMEMBERED: It has not been given back since it was remembered'
const NOTHING_REMEMBERED = 'NOTHING_REMEMBERED: Nothing is remembered of such a device'
const PLACE_GONE = 'PLACE_GONE: There is no such room or floor'
const UNKNOWN = 'VALUE_UNKNOWN: What the value goes by is not known'
const TAKEN_OVER = 'TAKEN_OVER: Something else has set the device meanwhile'
const NO_REPORT = 'NO_REPORT: The device has not reported'

/** One run of a rule: its action sets in order, what is in one of them at once, with what came of each step. */
export class RuleRunning {
  readonly #story: RunStory
  readonly #rule: Rule
  readonly #effects: RunEffects
  readonly #cause: Cause
  #stopped = false
  /** Ends a pause, or waiting for its turn, early. */
  #wake: () => void = () => {}
  #free: () => void = () => {}
  /** Values that it brings along now. */
  readonly #ramps = new Map<Ramp, Promise<void>>()
  /** Orders and messages whose answer is awaited. */
  readonly #awaited = new Set<Promise<void>>()
  /** What it has told people, and what became of that. */
  readonly messages: RunMessages
  /** All actions have begun: nothing is left that a newer run would replace, or wait for. */
  acted = false
  /** It has switched its own rule off: it goes to its end all the same. */
  last = false
  /** Resolves then. */
  readonly done = new Promise<void>((resolve) => {
    this.#free = resolve
  })

  constructor(run: RuleRun, rule: Rule, effects: RunEffects) {
    const { run_id, rule_id, rule_name, trigger } = run
    this.#rule = rule
    this.#effects = effects
    this.#story = new RunStory(
      run,
      () => effects.clock.now(),
      (changed) => effects.changed(changed),
    )
    this.#cause = { kind: 'rule', rule_id, rule_name, run_id, trigger }
    this.messages = new RunMessages(this.#story, effects, PATIENCE)
  }

  get run(): RuleRun {
    return this.#story.run
  }

  /** Resolves when nothing more will come of it. */
  async go({ from, behind }: Start = {}): Promise<void> {
    try {
      if (behind) await this.#waitBehind(behind)
      if (!this.#stopped) await this.#do(from)
    } finally {
      this.acted = true
      this.#free()
    }
    await Promise.all(this.#awaited)
    if (this.run.outcome === 'running') this.#end(this.#stopped ? 'stopped' : outcomeOf(this.run.steps))
  }

  async #waitBehind(other: Promise<void>): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      void other.then(resolve)
      if (this.#stopped) resolve()
    })
    this.#story.begins()
  }

  async #do(from: Resumption | undefined): Promise<void> {
    const sets = this.#rule.scenes ?? []
    // Only what waits can be interrupted so long that it matters: a plain scene acts without waiting for a disk.
    const lasting = sets.some((set) => pauses(set) || set.repeat || longestRamp(set) > 0)
    /** Whether one of several has had its turn. */
    let had = true
    for (const [place, set] of sets.entries()) {
      if (from && place < from.set) continue
      const resumed = place === from?.set ? from : undefined
      const before: boolean = set.otherwise === true && had
      const turn: boolean = resumed !== undefined || this.#turn(set, before)
      had = before || turn
      if (!turn) continue
      if (resumed?.ramps) {
        await this.#rampOn(resumed, resumed.ramps)
        if (this.#stopped) break
        continue
      }
      if (!resumed) await this.#pause(set)
      else if (resumed.repeat === undefined) await this.#goOn(resumed, set.until)
      if (this.#stopped) break
      // It says that the pause is over before anything is done: nothing is done twice.
      if (lasting) await this.#effects.keep(this.run.run_id)
      if (this.#stopped) break
      if (set.repeat) await this.#repeat(set, set.repeat, resumed)
      else if (!isPause(set)) await this.#act(set)
      if (this.#stopped) break
    }
  }

  /** Whether a set does something now. `had`: another one of several has. */
  #turn(set: ActionSet, had: boolean): boolean {
    const against = had || !set.only_if ? undefined : this.#effects.against(set.only_if)
    const met = against === undefined
    const asked = !had && set.only_if !== undefined
    for (const { at: _at, ...step } of conditionStep({ set, begins: 0, ...(asked && { met }) })) {
      const told = this.#step({ ...step, ...(against && { why: [...against] }), outcome: 'running' })
      this.#became(told, { outcome: had || !met ? 'skipped' : 'confirmed' })
    }
    return !had && met
  }

  async #repeat(set: ActionSet, repeat: Repetition, resumed: Resumption | undefined): Promise<void> {
    const step =
      resumed?.repeat ??
      this.#step({ kind: 'repeat', scene_id: set.id, repeat, count: 0, outcome: 'running' })
    const more = (): boolean =>
      goesOn(repeat, this.#countOf(step), (one) => this.#effects.against(one) === undefined)
    const over = repeat.while || repeat.until ? () => !more() : undefined
    if (resumed?.repeat !== undefined) await this.#goOn(resumed, over)
    while (!this.#stopped && more()) {
      this.#story.again(step)
      // How often it has been begun is written down before it is done.
      await this.#effects.keep(this.run.run_id)
      if (this.#stopped) break
      await this.#act(set)
      if (!this.#stopped && more()) await this.#waitBetween(set, repeat.pause, over)
    }
    const { faulty } = this.run.steps[this.#story.placeOf(step)] ?? {}
    const outcome = this.#stopped ? 'skipped' : faulty === undefined ? 'confirmed' : 'failed'
    this.#became(step, { outcome })
  }

  #countOf(step: number): number {
    return this.run.steps[this.#story.placeOf(step)]?.count ?? 0
  }

  /** From one time to the next; sooner over where there will be none. */
  async #waitBetween({ id }: ActionSet, ms: number, over: (() => boolean) | undefined): Promise<void> {
    const step = this.#step({ kind: 'delay', scene_id: id, delay: ms, outcome: 'running' })
    await Promise.all([this.#wait(ms, over), this.#effects.keep(this.run.run_id)])
    this.#became(step, { outcome: this.#stopped ? 'skipped' : 'confirmed' })
  }

  /** What has begun goes on in the devices; nothing more begins. `by`: the person who wants it so. */
  stop(by?: string): void {
    if (by !== undefined && !this.#stopped) this.#story.change({ stopped_by: by })
    this.#stopped = true
    this.#wake()
    for (const ramp of this.#ramps.keys()) ramp.stop()
  }

  async #pause(set: ActionSet): Promise<void> {
    if (!pauses(set)) return
    const { id, until } = set
    const delay = drawnPause(set, Math.random())
    const place = this.#step({
      ...{ kind: 'delay', scene_id: id, delay },
      ...(until && { until }),
      outcome: 'running',
    })
    const [met] = await Promise.all([
      this.#wait(delay, this.#comes(until)),
      this.#effects.keep(this.run.run_id),
    ])
    this.#waited(place, until, met)
  }

  /** A pause is over, be it that what it waited for has come or not. */
  #waited(place: number, until: Until | undefined, met: boolean): void {
    if (this.#stopped) return this.#became(place, { outcome: 'skipped' })
    if (!until) return this.#became(place, { outcome: 'confirmed' })
    const ends = !met && until.late === 'stop'
    this.#became(place, { outcome: ends ? 'failed' : 'confirmed', met })
    if (ends) this.#stopped = true
  }

  /** After a restart, in a pause before a set or between two times. */
  async #goOn({ step, left }: Resumption, over: Until | (() => boolean) | undefined): Promise<void> {
    this.#story.change({ resumed_at: this.#effects.clock.now() })
    const until = typeof over === 'object' ? over : undefined
    const met = await this.#wait(left, typeof over === 'function' ? over : this.#comes(until))
    if (!this.#stopped) await this.#effects.there(devicesOf(this.#rule))
    this.#waited(step, until, met)
  }

  #comes(until: Until | undefined): (() => boolean) | undefined {
    return until && (() => this.#effects.against(until) === undefined)
  }

  /** So long at most; resolves with whether what it waits for is so before. */
  #wait(ms: number, isSo: (() => boolean) | undefined): Promise<boolean> {
    return new Promise<boolean>((resolve) => {
      let leave: () => void = () => {}
      const over = (met: boolean): void => {
        cancel()
        leave()
        resolve(met)
      }
      const cancel = this.#effects.clock.after(ms, () => over(false))
      this.#wake = () => over(false)
      if (this.#stopped) return over(false)
      if (!isSo) return
      const look = (): void => {
        if (isSo()) over(true)
      }
      leave = this.#effects.onChange(look)
      look()
    })
  }

  async #act(set: ActionSet): Promise<void> {
    const scene_id = set.id
    const among = rampsOf({ devices: set.devices ?? [] }).length
    // How things were is remembered before anything is done.
    for (const target of set.targets ?? [])
      if (target.computed?.kind === 'remember') this.#remember(set.id, target)
    await Promise.all([
      ...(set.devices ?? []).map(async ({ id, settings }) => {
        // Of one device one after the other, as a person would.
        for (const setting of settings)
          if (!this.#stopped) await this.#set(scene_id, id, setting, this.#valueOf(id, setting), { among })
      }),
      this.#find(set),
      ...(set.statuses ?? []).map(async (status) => {
        const { resource_id = '', name, state } = status
        const place = this.#step({
          kind: 'status',
          scene_id,
          resource_id,
          status_name: name,
          value: state,
          outcome: 'running',
        })
        await this.#tried(place, async () => {
          await this.#effects.setStatus(resource_id, state, this.#cause)
          this.#became(place, { outcome: 'confirmed' })
        })
      }),
      ...(set.rules ?? []).map((action) => this.#tell(scene_id, action)),
    ])
    for (const notification of set.notifications ?? [])
      this.#awaits(this.messages.say(scene_id, notification))
    for (const { alarmId } of set.alarms ?? []) {
      this.#effects.alarm(alarmId)
      this.#step({ kind: 'alarm', scene_id, alarmId, outcome: 'accepted' })
    }
    await this.#last(longestRamp(set))
  }

  /** What is brought along takes its time, whatever becomes of it on the way: what follows comes when it was to come. */
  async #last(ms: number): Promise<void> {
    if (ms <= 0 || this.#stopped) return
    await Promise.all([
      this.#effects.keep(this.run.run_id),
      this.#wait(ms, undefined),
      ...this.#ramps.values(),
    ])
  }

  /** After a restart: as far as they would have come by now. */
  async #rampOn({ left }: Resumption, places: readonly number[]): Promise<void> {
    const { steps } = this.run
    const now = this.#effects.clock.now()
    this.#story.change({ resumed_at: now })
    const devices = places.flatMap((place) => steps[place]?.device_id ?? [])
    const rest = this.#wait(left, undefined)
    await Promise.race([rest, this.#effects.there([...new Set(devices)])])
    for (const place of places) {
      const { device_id, service_name, property_name, computed, value, at } = steps[place] ?? {}
      if (computed?.kind !== 'ramp' || computed.from === undefined || at === undefined || this.#stopped)
        continue
      const elapsed = Math.min(computed.over, Math.max(0, this.#effects.clock.now() - at))
      this.#bring(
        place,
        { device: device_id ?? '', service: service_name ?? '', property: property_name ?? '' },
        { ...computed, from: computed.from },
        { begins: true, among: places.length, since: at },
        { elapsed, told: typeof value === 'number' ? value : undefined },
      )
    }
    await Promise.all([rest, ...this.#ramps.values()])
  }

  /** Begins to bring a value along; `#last` waits for it. */
  #bring(
    place: number,
    at: PropertyOf,
    ramp: RampedValue & { from: number },
    { since, ...how }: { begins: boolean; among: number; since: number },
    past?: { elapsed: number; told: number | undefined },
  ): void {
    const { clock, onChange } = this.#effects
    const { described } = this.#effects.present(at)
    const points = slopeOf(ramp, described, how)
    let last: Partial<RunStep> & { awaits?: Promise<OrderEnd> } = { outcome: 'confirmed' }
    let count = 0
    const going = new Ramp(
      { from: ramp.from, points, described },
      {
        clock,
        onChange,
        standing: () => this.#effects.standing(at, { run: this.run.run_id, since }),
        give: async (value, arrived) => {
          count += 1
          let answer: (end: OrderEnd) => void = () => {}
          const answered = new Promise<OrderEnd>((resolve) => {
            answer = resolve
          })
          this.#became(place, { value }, true)
          try {
            const { awaits } = await this.#inTime(
              this.#effects.order(
                { ...at, value },
                {
                  id: `${this.run.run_id}-${place}-${past ? 'on-' : ''}${count}`,
                  cause: this.#cause,
                  ended: (end) => {
                    if (end.outcome === 'confirmed') arrived()
                    answer(end)
                  },
                },
              ),
            )
            last = { outcome: 'accepted', ...(awaits && { awaits: answered }) }
          } catch (error) {
            last = refused(error)
          }
        },
      },
      past,
    )
    const done = going.go().then((end) => {
      this.#ramps.delete(going)
      const { awaits, ...became } = last
      if (end === 'stopped') return this.#became(place, { outcome: 'skipped' })
      if (end === 'taken_over') return this.#became(place, { outcome: 'skipped', message: TAKEN_OVER })
      this.#became(place, became, awaits !== undefined)
      if (awaits) this.#awaited.add(awaits.then((ended) => this.#became(place, changeBy(ended))))
    })
    this.#ramps.set(going, done)
  }

  #awaits(answer: Promise<void> | undefined): void {
    if (answer) this.#awaited.add(answer)
  }

  async #tell(scene_id: string, { rule_id, name, act }: RuleAction): Promise<void> {
    const place = this.#step({ kind: 'rule', scene_id, rule_id, rule_name: name, act, outcome: 'running' })
    if (rule_id === this.#rule.id && act === 'switch_off') this.last = true
    await this.#tried(place, async () => {
      const done = await this.#effects.tellRule({ rule_id, act }, this.run)
      if (!done) this.#became(place, { outcome: 'skipped', message: NOT_RUN })
      else this.#became(place, { outcome: act === 'run' ? 'accepted' : 'confirmed' })
    })
  }

  #valueOf(device: string, setting: DeviceSetting): Scalar | undefined {
    const { service_name: service, property_name: property } = setting
    return 'computed' in setting
      ? this.#effects.compute(setting.computed, { device, service, property })
      : setting.value
  }

  #remember(scene_id: string, target: ActionTarget): void {
    const told = this.#effects.remember(target)
    const place = this.#step({ kind: 'target', scene_id, target, outcome: 'running' })
    if (!told) return this.#became(place, { outcome: 'failed', code: codes.failed, message: PLACE_GONE })
    if (told.found === 0) return this.#became(place, { outcome: 'skipped', message: NONE_FOUND })
    if (told.unknown === told.found)
      return this.#became(place, { outcome: 'failed', code: codes.failed, message: UNKNOWN })
    this.#became(
      place,
      told.anew > 0 ? { outcome: 'confirmed' } : { outcome: 'skipped', message: STILL_REMEMBERED },
    )
  }

  /** Each target is a step, and each device that it finds one behind it. */
  async #find(set: ActionSet): Promise<void> {
    const byDevice = new Map<string, (Given & { of: number })[]>()
    for (const target of set.targets ?? []) {
      if (target.computed?.kind === 'remember') continue
      const found = this.#effects.found(target, set)
      const of = this.#step({
        ...{ kind: 'target', scene_id: set.id, target },
        ...(!found
          ? { outcome: 'failed', code: codes.failed, message: PLACE_GONE }
          : found.length === 0
            ? {
                outcome: 'skipped',
                message: target.computed?.kind === 'restore' ? NOTHING_REMEMBERED : NONE_FOUND,
              }
            : { outcome: 'confirmed' }),
      })
      for (const one of found ?? [])
        byDevice.set(one.device, [...(byDevice.get(one.device) ?? []), { ...one, of }])
    }
    await Promise.all(
      [...byDevice].map(async ([device, all]) => {
        for (const { service, property, value, computed, of } of all)
          if (!this.#stopped)
            await this.#set(
              set.id,
              device,
              { service_name: service, property_name: property, ...(computed && { computed }) },
              value,
              { of, among: byDevice.size },
            )
      }),
    )
  }

  async #set(
    scene_id: string,
    device: string,
    setting: Pick<DeviceSetting, 'service_name' | 'property_name'> & { computed?: ComputedValue },
    given: unknown,
    { of, among = 1 }: { of?: number; among?: number } = {},
  ): Promise<void> {
    const { service_name, property_name, computed } = setting
    const at = { device, service: service_name, property: property_name }
    const ramp = computed?.kind === 'ramp' ? this.#rampOf(computed, at) : undefined
    // Of what is brought along, how far it has come.
    const value = computed?.kind === 'ramp' ? ramp?.from : given
    const device_name = this.#effects.nameOf(device)
    const place = this.#step({
      kind: 'device',
      scene_id,
      device_id: device,
      ...(device_name !== undefined && { device_name }),
      service_name,
      property_name,
      ...(isShort(value) && { value }),
      ...(computed && { computed: ramp ?? computed }),
      ...(of !== undefined && { of: this.#story.placeOf(of) }),
      outcome: 'running',
    })
    if (value === undefined) {
      this.#became(place, { outcome: 'failed', code: codes.failed, message: UNKNOWN })
      return
    }
    if (ramp) {
      this.#bring(place, at, ramp, {
        ...{ begins: computed?.kind === 'ramp' && computed.from !== undefined, among },
        since: this.#effects.clock.now(),
      })
      return
    }
    let answer: (end: OrderEnd) => void = () => {}
    const answered = new Promise<OrderEnd>((resolve) => {
      answer = resolve
    })
    await this.#tried(place, async () => {
      const { awaits } = await this.#inTime(
        this.#effects.order(
          { ...at, value },
          { id: `${this.run.run_id}-${place}`, cause: this.#cause, ended: answer },
        ),
      )
      // What the device has yet to report is not at its end: after a restart nobody knows what came of it.
      this.#became(place, { outcome: 'accepted' }, awaits)
      if (awaits) this.#awaited.add(answered.then((end) => this.#became(place, changeBy(end))))
    })
  }

  /** With the value that it begins with; undefined where nobody knows how it is. */
  #rampOf(ramp: RampedValue, at: PropertyOf): (RampedValue & { from: number }) | undefined {
    const { value, described } = this.#effects.present(at)
    const from = ramp.from ?? coerce(described, value)
    return typeof from === 'number' ? { ...ramp, from } : undefined
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const cancel = this.#effects.clock.after(PATIENCE, () =>
        reject(new CommandError(codes.disabled, 'The device did not take the order in time')),
      )
      work.then(resolve, reject).finally(cancel)
    })
  }

  async #tried(place: number, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#became(place, refused(error))
    }
  }

  #step(step: Omit<RunStep, 'at'>): number {
    return this.#story.step(step)
  }

  /** `open`: more will come of it. */
  #became(number: number, change: Partial<RunStep>, open = false): void {
    this.#story.became(number, change, open)
  }

  #end(outcome: RuleRun['outcome']): void {
    this.#story.change({ outcome, ended_at: this.#effects.clock.now() })
  }
}

const devicesOf = ({ scenes = [] }: Rule): string[] => [
  ...new Set(scenes.flatMap(({ devices = [] }) => devices.map(({ id }) => id))),
]

/** What a list of runs can keep and show. */
const isShort = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' ? value.length <= 200 : typeof value === 'number' || typeof value === 'boolean'

function refused(error: unknown): Pick<RunStep, 'outcome' | 'code' | 'message'> {
  const { code, message } =
    error instanceof CommandError ? error : { code: codes.failed, message: 'The gateway could not do it' }
  // What a newer order replaced before it was sent was not carried out, and did not fail either.
  return { outcome: code === codes.superseded ? 'skipped' : 'failed', code, message }
}

function changeBy(end: OrderEnd): Partial<RunStep> {
  switch (end.outcome) {
    case 'confirmed':
      return { outcome: 'confirmed' }
    case 'diverged':
      return {
        outcome: 'diverged',
        message: `The device reported ${JSON.stringify(end.value)}`.slice(0, 200),
        ...(isShort(end.value) && { reported: end.value }),
      }
    case 'failed':
      return { outcome: 'failed', code: codes.failed, message: `${end.code}: ${end.message}` }
    case 'silent':
      return { outcome: 'accepted', message: NO_REPORT }
    case 'taken':
      return { outcome: 'accepted' }
  }
}

/** What was only accepted by a device that would report is no success (L-08). */
export function outcomeOf(steps: readonly RunStep[]): RuleRun['outcome'] {
  // What a target has found stands behind it, and tells what came of it.
  const acts = steps.filter(
    ({ kind, outcome }) =>
      outcome !== 'skipped' &&
      kind !== 'delay' &&
      kind !== 'condition' &&
      !((kind === 'target' || kind === 'repeat') && outcome === 'confirmed'),
  )
  const well = acts.filter(
    ({ outcome, message }) => outcome === 'confirmed' || (outcome === 'accepted' && message === undefined),
  )
  if (well.length === acts.length) return 'done'
  return acts.every(({ outcome }) => outcome === 'failed') ? 'failed' : 'partly'
}
