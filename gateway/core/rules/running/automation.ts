import { isReadable } from '#gateway/lib/models/readable.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { RuleMiss } from '#schemas/generated/entities/rule-miss.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import type { Devices, Listener, Traced } from '../../devices/devices.ts'
import { deviceOf, propertyOf } from '../../devices/find.ts'
import type { Refusal } from '../../errors.ts'
import { type CausedChange, Causes, type PropertyOf } from '../../orders/causes.ts'
import { OrderBook } from '../../orders/order-book.ts'
import { type OrderWay, orderFor } from '../../orders/order-for.ts'
import type { Clock } from '../../ports.ts'
import type { WriteBehindStore } from '../../store/write-behind-store.ts'
import type { Housing } from '../housing.ts'
import { Memories } from './memories.ts'
import { chunksOf } from './recorded-chunk.ts'
import { Recorder } from './recorder.ts'
import { RuleRunner } from './rule-runner.ts'
import type { RunEffects } from './run/run-effects.ts'
import { mostOfRule, Runs } from './runs.ts'
import { Tallies } from './tallies.ts'

/** What a home has been through before it is opened for the first time. */
export interface Past {
  /** Oldest first. */
  recorded: readonly RecordedChange[]
  runs: readonly RuleRun[]
  misses: readonly RuleMiss[]
  /** What somebody or something else than the device itself caused. */
  caused: readonly (PropertyOf & CausedChange)[]
}

interface Parts
  extends Omit<OrderWay, 'orders'>,
    Pick<
      ConstructorParameters<typeof RuleRunner>[0],
      'rules' | 'statuses' | 'alarms' | 'zone' | 'place' | 'newId' | 'chance'
    > {
  clock: Clock
  storage: WriteBehindStore
  /** Made with `listener`, so it is asked for later. */
  devices(): Devices
  floors: Housing['floors']
  kindOf: Housing['kindOf']
  scenes: SceneVocabulary
  rests(): Promise<Refusal | undefined>
  emit(event: string, data: unknown): void
  trouble(message: string, error: unknown): void
}

/** Running rules, and what is remembered so that they and every value can be explained. */
export class Automation {
  readonly orders: OrderBook
  readonly causes: Causes
  readonly recorder: Recorder
  readonly runs: Runs
  readonly tallies: Tallies
  readonly #memories: Memories
  readonly #parts: Parts
  #runner: RuleRunner | undefined

  constructor(parts: Parts) {
    const { storage, clock, zone, emit } = parts
    this.#parts = parts
    this.orders = new OrderBook(clock, (ended) => emit('order_ended', ended))
    this.causes = new Causes(storage)
    this.recorder = new Recorder({ storage, clock })
    this.tallies = new Tallies({ storage, clock, zone })
    this.runs = new Runs({ storage, clock, tallies: this.tallies })
    this.#memories = new Memories({ storage, clock })
  }

  /** Hears what devices report. */
  readonly listener: Listener = {
    trace: (told) => this.orders.explain(told) ?? (told.found === 'back' ? restarted : undefined),
    took: (told, cause) => {
      this.orders.judge(told)
      const { device, service, value, fresh, transient, found } = told
      const property = told.property.name
      // What a driver tells again of before is no word of the device.
      if (found !== 'back') this.#heard(device)
      if (!fresh) return
      // What a device is when it comes is no change of it.
      if (found !== 'new')
        this.causes.changed({ device, service, property }, { at: this.#parts.clock.now(), value, cause })
      this.recorder.value({ device_id: device, service_name: service, property_name: property, value })
      this.#runner?.value({ device, service, property, value, transient })
    },
    fares: (device, status) => {
      this.recorder.fares(device, status)
      if (status !== AWAY) this.#heard(device)
    },
  }

  #heard(device: string): void {
    if (this.#runner?.heard(device))
      this.recorder.heard(device, this.#parts.devices().get(device)?.description.status ?? 0)
  }

  get runner(): RuleRunner {
    if (!this.#runner) throw new Error('The home is not open')
    return this.#runner
  }

  /** After rules, statuses and devices are open, before drivers speak. `past`: of a home that has nothing stored yet. */
  open(stored: ReadonlyMap<string, unknown>, pastOf?: (now: number) => Past): void {
    const { storage, clock } = this.#parts
    const past = stored.size === 0 ? pastOf?.(clock.now()) : undefined
    const known = new Map([...(past ? entriesOf(past) : []), ...stored])
    if (past) for (const [key, value] of known) storage.later(key, () => value)
    this.causes.open(known)
    for (const change of past?.caused ?? []) this.causes.changed(change, change)
    this.recorder.open(known)
    this.#memories.open(known)
    const interrupted = this.runs.open(known)
    this.tallies.open(known, new Set(this.#parts.rules.all().map(({ id }) => id)), {
      runs: this.runs.runs(undefined, Infinity),
      misses: this.runs.misses(undefined, Infinity),
      most: mostOfRule,
    })
    this.#runner = new RuleRunner({
      ...this.#parts,
      devices: this.#parts.devices(),
      home: { ...this.#parts, devices: this.#parts.devices() },
      causes: this.causes,
      recorder: this.recorder,
      runs: this.runs,
      memories: this.#memories,
      order: this.#order,
      wanted: (at) => this.orders.wanted(at),
      underWay: (at) => this.orders.underWay(at),
    })
    this.#runner.open(known, interrupted)
  }

  /** A device has left. */
  forget(device: string): void {
    this.orders.forget(device)
    this.causes.forget(device)
    this.#memories.forget(device)
  }

  stop(): void {
    this.#runner?.stop()
    this.orders.stop()
    this.recorder.stop()
  }

  /** A rule's order goes the way of a person's. */
  readonly #order: RunEffects['order'] = async ({ device, service, property, value }, given) => {
    const held = deviceOf(this.#parts.devices(), device)
    const { property: described } = propertyOf(held, service, property)
    const carryOut = orderFor(
      held,
      { service, property, value },
      { ...this.#parts, orders: this.orders },
      given,
    )
    await carryOut()
    return { awaits: isReadable(described) }
  }
}

/** It cannot be reached (spec 2 §4). */
const AWAY = 5

/** What changed while the gateway was away. */
const restarted: Traced = { cause: { kind: 'gateway' } }

function entriesOf({ recorded, runs, misses }: Past): [string, unknown][] {
  const ofRule = new Map<string, RuleMiss[]>()
  for (const miss of misses) ofRule.set(miss.rule_id, [...(ofRule.get(miss.rule_id) ?? []), miss])
  return [
    ...chunksOf(recorded).map((chunk, at): [string, unknown] => [`recorded/${at + 1}`, chunk]),
    ...runs.map((run): [string, unknown] => [`run/${run.run_id}`, run]),
    ...[...ofRule].map(([rule, missed]): [string, unknown] => [`miss/${rule}`, missed]),
  ]
}
