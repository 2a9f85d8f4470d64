import { rampsOf } from '#gateway/rules/ramp/slope.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type {
  ActionSet,
  ActionTarget,
  ComputedValue,
  DeviceSetting,
  RuleAction,
  RuleStatus,
} from '#schemas/generated/entities/rule.ts'
import { codes } from '../../../errors.ts'
import { PATIENCE, type RunCore } from './run-core.ts'
import type { Given } from './run-effects.ts'
import { RunMessages } from './run-messages.ts'
import { isShort } from './run-outcome.ts'
import { RunRamps } from './run-ramps.ts'

const NOT_RUN = 'NOT_RUN: The rule did not run, and says why itself'
const NONE_FOUND = 'NONE_FOUND: There is no such device'
const STILL_REMEMBERED = 'STILL_REMEMBERED: It has not been given back since it was remembered'
const NOTHING_REMEMBERED = 'NOTHING_REMEMBERED: Nothing is remembered of such a device'
const PLACE_GONE = 'PLACE_GONE: There is no such room or floor'
const UNKNOWN = 'VALUE_UNKNOWN: What the value goes by is not known'

type Setting = Pick<DeviceSetting, 'service_name' | 'property_name'> & { computed?: ComputedValue }

/** What the action sets of a run do, each at one time: every action is a step, which tells what came of it. */
export class RunActions {
  readonly #core: RunCore
  readonly #rule: string
  readonly ramps: RunRamps
  /** What it has told people, and what became of that. */
  readonly messages: RunMessages
  /** It has switched its own rule off. */
  switchedOff = false

  constructor(core: RunCore, rule: string) {
    this.#core = core
    this.#rule = rule
    this.ramps = new RunRamps(core)
    this.messages = new RunMessages(core.story, core.effects, PATIENCE)
  }

  /** Resolves when all of it has begun, and what it brings along is where it was to be. */
  async act(set: ActionSet): Promise<void> {
    const { id: scene_id, statuses = [], rules = [] } = set
    // People do not wait for devices that have yet to come.
    const first = this.#core.effects.arrival(() => this.devicesOf(set)) !== undefined
    if (first) this.#sayAll(set)
    await Promise.all([
      this.#drive(set),
      ...statuses.map((status) => this.#switch(scene_id, status)),
      ...rules.map((action) => this.#tell(scene_id, action)),
    ])
    if (!first) this.#sayAll(set)
    await this.ramps.last(set)
  }

  /** Devices that a set acts on now, those that its targets mean among them. */
  devicesOf(set: ActionSet): string[] {
    const meant = (set.targets ?? []).flatMap((target) => this.#core.effects.meant(target, set))
    return [...(set.devices ?? []).map(({ id }) => id), ...meant]
  }

  async #drive(set: ActionSet): Promise<void> {
    const { id: scene_id, devices = [], targets = [] } = set
    const among = rampsOf({ devices }).length
    // How things were is remembered before anything is done.
    for (const target of targets)
      if (target.computed?.kind === 'remember') {
        const arrival = this.#arrival(() => this.#core.effects.meant(target, set))
        if (arrival) await arrival
        if (!this.#core.stopped) this.#remember(scene_id, target)
      }
    await Promise.all([
      ...devices.map(async ({ id, settings }) => {
        const arrival = this.#arrival(() => [id])
        if (arrival) await arrival
        // Of one device one after the other, as a person would.
        for (const setting of settings)
          if (!this.#core.stopped)
            await this.#set(scene_id, id, setting, this.#valueOf(id, setting), { among })
      }),
      this.#find(set),
    ])
  }

  /** After a start devices may have yet to come; a run that is stopped waits no longer. */
  #arrival(devices: () => readonly string[]): Promise<void> | undefined {
    const arrival = this.#core.effects.arrival(devices)
    return arrival && this.#core.waits.come(arrival)
  }

  #sayAll({ id: scene_id, notifications = [], alarms = [] }: ActionSet): void {
    for (const notification of notifications) this.#core.awaits(this.messages.say(scene_id, notification))
    for (const { alarmId } of alarms) {
      this.#core.effects.alarm(alarmId)
      this.#core.step({ kind: 'alarm', scene_id, alarmId, outcome: 'accepted' })
    }
  }

  async #switch(scene_id: string, { resource_id = '', name, state }: RuleStatus): Promise<void> {
    const core = this.#core
    const step = core.step({
      ...{ kind: 'status', scene_id, resource_id, status_name: name, value: state },
      outcome: 'running',
    })
    await core.tried(step, async () => {
      await core.effects.setStatus(resource_id, state, core.cause)
      core.became(step, { outcome: 'confirmed' })
    })
  }

  async #tell(scene_id: string, { rule_id, name, act }: RuleAction): Promise<void> {
    const core = this.#core
    const step = core.step({ kind: 'rule', scene_id, rule_id, rule_name: name, act, outcome: 'running' })
    if (rule_id === this.#rule && act === 'switch_off') this.switchedOff = true
    await core.tried(step, async () => {
      const done = await core.effects.tellRule({ rule_id, act }, core.run)
      if (!done) core.became(step, { outcome: 'skipped', message: NOT_RUN })
      else core.became(step, { outcome: act === 'run' ? 'accepted' : 'confirmed' })
    })
  }

  #valueOf(device: string, setting: DeviceSetting): Scalar | undefined {
    const { service_name: service, property_name: property } = setting
    return 'computed' in setting
      ? this.#core.effects.compute(setting.computed, { device, service, property })
      : setting.value
  }

  #remember(scene_id: string, target: ActionTarget): void {
    const core = this.#core
    const told = core.effects.remember(target)
    const step = core.step({ kind: 'target', scene_id, target, outcome: 'running' })
    if (!told) return core.became(step, { outcome: 'failed', code: codes.failed, message: PLACE_GONE })
    if (told.found === 0) return core.became(step, { outcome: 'skipped', message: NONE_FOUND })
    if (told.unknown === told.found)
      return core.became(step, { outcome: 'failed', code: codes.failed, message: UNKNOWN })
    core.became(
      step,
      told.anew > 0 ? { outcome: 'confirmed' } : { outcome: 'skipped', message: STILL_REMEMBERED },
    )
  }

  /** Each target is a step, and each device that it finds one behind it. */
  async #find(set: ActionSet): Promise<void> {
    const core = this.#core
    const byDevice = new Map<string, (Given & { of: number })[]>()
    for (const target of set.targets ?? []) {
      if (target.computed?.kind === 'remember') continue
      // What goes by how things are is found out once all of them have said so.
      const arrival = target.computed && this.#arrival(() => core.effects.meant(target, set))
      if (arrival) await arrival
      if (core.stopped) return
      const found = core.effects.found(target, set)
      const nothing = target.computed?.kind === 'restore' ? NOTHING_REMEMBERED : NONE_FOUND
      const of = core.step({
        ...{ kind: 'target', scene_id: set.id, target },
        ...(!found
          ? { outcome: 'failed', code: codes.failed, message: PLACE_GONE }
          : found.length === 0
            ? { outcome: 'skipped', message: nothing }
            : { outcome: 'confirmed' }),
      })
      for (const one of found ?? [])
        byDevice.set(one.device, [...(byDevice.get(one.device) ?? []), { ...one, of }])
    }
    await Promise.all(
      [...byDevice].map(async ([device, all]) => {
        const arrival = this.#arrival(() => [device])
        if (arrival) await arrival
        for (const { service, property, value, computed, of } of all)
          if (!core.stopped)
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

  /** `among`: so many values are brought along at once, where this is one. */
  async #set(
    scene_id: string,
    device: string,
    { service_name, property_name, computed }: Setting,
    given: unknown,
    { of, among = 1 }: { of?: number; among?: number },
  ): Promise<void> {
    const core = this.#core
    const at = { device, service: service_name, property: property_name }
    const ramp = computed?.kind === 'ramp' ? this.ramps.known(computed, at) : undefined
    // Of what is brought along, how far it has come.
    const value = computed?.kind === 'ramp' ? ramp?.from : given
    const device_name = core.effects.nameOf(device)
    const step = core.step({
      ...{ kind: 'device', scene_id, device_id: device, service_name, property_name },
      ...(device_name !== undefined && { device_name }),
      ...(isShort(value) && { value }),
      ...(computed && { computed: ramp ?? computed }),
      ...(of !== undefined && { of: core.story.placeOf(of) }),
      outcome: 'running',
    })
    if (computed?.kind === 'replay')
      return this.ramps.replays.begin(step, at, computed, core.effects.clock.now())
    if (value === undefined)
      return core.became(step, { outcome: 'failed', code: codes.failed, message: UNKNOWN })
    if (ramp) {
      const begins = computed?.kind === 'ramp' && computed.from !== undefined
      return this.ramps.begin(step, at, ramp, { begins, among, since: core.effects.clock.now() })
    }
    await core.tried(step, async () => {
      const { ended } = await core.order(at, value, String(step))
      // What the device has yet to report is not at its end: after a restart nobody knows what came of it.
      core.became(step, { outcome: 'accepted' }, ended !== undefined)
      if (ended) core.awaitEnd(step, ended)
    })
  }
}
