import type { Ability } from '#gateway/lib/gateways/abilities.ts'
import type { Marks } from '#gateway/lib/gateways/enablement.ts'
import type { Events, Request, Response } from '#schemas/generated/channel.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import type { BridgeTrouble } from '#schemas/generated/entities/bridge-trouble.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Floor, FloorLayout } from '#schemas/generated/entities/floor-layout.ts'
import type { HomePlace } from '#schemas/generated/entities/home-place.ts'
import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import type { CommandContext } from './command-context.ts'
import { Bridges } from './devices/bridges.ts'
import { Devices } from './devices/devices.ts'
import { Ways } from './diagnostics/ways.ts'
import type { Refusal } from './errors.ts'
import { HomeContents } from './history/contents.ts'
import { ObjectHistory } from './history/object-history.ts'
import { Objects } from './history/objects.ts'
import { hostFor } from './host.ts'
import { Infrared } from './infrared/infrared.ts'
import { Network } from './joining/network.ts'
import { Replacement } from './joining/replacement.ts'
import { AutomaticUpdates } from './machine/automatic-updates.ts'
import type { Machine } from './machine/machine.ts'
import type { Clock, CommandName, Driver, DriverHost, HomeStore, Transport } from './ports.ts'
import { Floors } from './rooms/floors.ts'
import { HomeWhereabouts } from './rules/home-place.ts'
import { ruleContents, ruleObjects } from './rules/rule-objects.ts'
import { ruleReferences } from './rules/rule-references.ts'
import { RuleStore } from './rules/rule-store.ts'
import { namedIn, plainRule, viewOf } from './rules/rule-view.ts'
import { Automation, type Past } from './rules/running/automation.ts'
import { createRunner } from './runner.ts'
import { Statuses } from './statuses/statuses.ts'
import { IdempotencyCache } from './store/idempotency-cache.ts'
import { Sequence } from './store/sequence.ts'
import { WriteBehindStore } from './store/write-behind-store.ts'

export interface HomeOptions {
  serialNumber: string
  clock: Clock
  store: HomeStore
  transport: Transport
  drivers: readonly Driver[]
  /** Floors and rooms of a home that has none stored yet. */
  floors?: readonly Floor[]
  /** The same for rules and statuses. */
  rules?: readonly Rule[]
  statuses?: readonly ScenarioStatus[]
  /** And what it has been through. */
  past?: (now: number) => Past
  /** Asked before a rule acts: why it does not at present. */
  rests?: () => Promise<Refusal | undefined>
  /** Alarms that rules may raise. */
  alarms?: () => readonly AlarmEntry[]
  /** What may trigger and act (catalogue/scenes). */
  scenes: SceneVocabulary
  /** What the catalogue knows of devices like this one. */
  kindOf?: CommandContext['kindOf']
  /** IANA name of the zone in which the home lives. */
  zone?: () => string
  /** Where it is, for one that nobody has told yet. */
  place?: HomePlace | undefined
  /** Asked before every command that changes something: why it is refused at present. */
  conditions?: (command: CommandName, userId: string) => Refusal | undefined
  platform?: () => PlatformInfo
  /** What the gateway itself can do when the server asks for it. */
  machine?: Machine
  /** Whether a device may be excluded or replaced; without it, each may. */
  may?: (what: Ability, device: Device) => boolean
  /** What the catalogue adds to a property: doNotDisable, enabledWhenRestricted. */
  marks?: (device: Device, service: string, property: string) => Marks | undefined
  log?: DriverHost['log']
  /** What scenes leave to chance: from 0 up to, and without, 1. */
  chance?: () => number
}

/** A home: devices of any driver, behind the commands and events of the message channel. */
export interface HomeCore {
  readonly serialNumber: string
  /** Loads what is stored, then starts the drivers. */
  start(): Promise<void>
  /** Stops the drivers and writes what is not written yet. */
  stop(): Promise<void>
  /** Forgets devices, rooms, rules and what happened with them, and tells so. Starts nothing again. */
  reset(): Promise<void>
  /** Answers one request; never rejects. */
  handle(request: Request | unknown, from: { userId: string }): Promise<Response>
  devices(): readonly Device[]
  device(id: string): Device | undefined
  /** Those that are away. */
  bridges(): readonly BridgeTrouble[]
  /** IANA name of the zone in which it lives. */
  zone(): string
  layout(): FloorLayout
  rules(): readonly Rule[]
  /** Sequence number of the last event. */
  seq(): number
  /** Messages from drivers that could not be read. */
  malformed(): number
}

export function createHome(options: HomeOptions): HomeCore {
  const { clock, store, transport, drivers } = options
  const log: DriverHost['log'] = (level, message, facts) =>
    options.log?.(level, message, { serialNumber: options.serialNumber, ...facts })
  const trouble = (message: string, error: unknown): void => log('error', message, { error: String(error) })
  const storage = new WriteBehindStore(store, clock, (error) =>
    trouble('The home could not be stored', error),
  )
  const sequence = new Sequence(storage)
  const cache = new IdempotencyCache(storage, clock)
  const emit = (event: string, data: unknown): void => {
    const at = new Date(clock.now()).toISOString()
    sequence.next((seq) => transport.event({ event, seq, at, data }))
  }
  const tell = (event: string, data: Events[keyof Events]): void => {
    emit(event, data)
    // What waits for devices hears of them after everybody else.
    const id = 'device_id' in data && typeof data.device_id === 'string' ? data.device_id : ''
    if (event === 'device_added') {
      network.added(id)
      replacement.joined(id)
    }
    if (event === 'device_removed') {
      infrared.forget(id)
      automation.forget(id)
      network.left(id)
      ways.forget(id)
      replacement.removed(id)
    }
  }
  const driverOf = (id: string) => drivers.find(({ name }) => name === devices.get(id)?.driver)
  const history = new ObjectHistory({ clock, storage })
  let told: readonly AlarmEntry[] = []
  const alarms = options.alarms ?? (() => told)
  const takeAlarms = async (table: readonly AlarmEntry[]): Promise<void> => {
    await storage.now(new Map([[ALARM_TABLE_KEY, table]]))
    told = table
  }
  const kindOf: CommandContext['kindOf'] = options.kindOf ?? (() => ({}))
  const zone = options.zone ?? (() => ZONE)
  const whereabouts = new HomeWhereabouts(storage)
  const place = (): HomePlace | undefined => whereabouts.place
  const floors = new Floors({
    history,
    has: (id) => devices.get(id) !== undefined,
    newId,
    emit,
  })
  const rules: RuleStore = new RuleStore({
    storage,
    history,
    emit,
    stored: (rule) => plainRule(viewOf(rule, namedIn({ devices, statuses, rules, floors }))),
  })
  const statuses = new Statuses({ clock, history, newId, emit })
  const marks: CommandContext['marks'] = (device, service, property) => ({
    ...property,
    ...options.marks?.(device, service, property.name),
  })
  const automation: Automation = new Automation({
    ...{ clock, storage, rules, statuses, alarms, driverOf, marks, zone, place, newId, emit, trouble },
    ...{ floors, kindOf, scenes: options.scenes },
    chance: options.chance ?? (() => Math.random()),
    send: (...order) => infrared.set(...order),
    devices: () => devices,
    rests: options.rests ?? (async () => undefined),
  })
  const devices: Devices = new Devices(storage, clock, tell, automation.listener)
  const bridges = new Bridges(emit)
  const ways = new Ways({ clock, devices, driverOf, emit })
  const infrared = new Infrared({ storage, clock, devices, trouble })
  const updates = new AutomaticUpdates({
    self: options.serialNumber,
    devices: () => devices.all(),
    ...{ clock, storage, driverOf, zone, emit, trouble },
  })
  const network = new Network({ clock, drivers, emit, trouble })
  const replacement = new Replacement({
    storage,
    devices,
    history,
    network,
    holders: [floors.references, devices.references, infrared.references, ruleReferences(rules)],
    emit,
    now: () => clock.now(),
  })
  let malformed = 0
  let stored: ReadonlyMap<string, unknown> = new Map()

  const surroundings = {
    rules,
    devices,
    statuses,
    alarms,
    takeAlarms,
    scenes: options.scenes,
    floors,
    kindOf,
    zone,
    place,
    newId,
    now: () => clock.now(),
  }

  const run = createRunner(
    {
      ...surroundings,
      whereabouts,
      bridges,
      driverOf,
      infrared,
      floors,
      rules,
      history,
      objects: new Objects(history, [floors.objects, statuses.objects, ruleObjects(rules, surroundings)]),
      contents: new HomeContents(history, [
        floors.contents,
        statuses.contents,
        ruleContents(rules, surroundings),
        devices.contents,
        infrared.contents,
      ]),
      platform: options.platform ?? (() => ({ gateway: {}, network: {}, lock_status: 0 })),
      marks,
      automation,
      orders: automation.orders,
      causes: automation.causes,
      send: (...order) => infrared.set(...order),
      machine: options.machine ?? {},
      updates,
      network,
      replacement,
      ways,
      may: options.may ?? (() => true),
      seq: () => sequence.last,
      trouble,
    },
    cache,
    options.conditions ?? (() => undefined),
  )

  return {
    serialNumber: options.serialNumber,
    async start() {
      stored = await store.load()
      floors.open((stored.get('floors') as readonly Floor[] | null | undefined) ?? options.floors ?? [])
      told = (stored.get(ALARM_TABLE_KEY) as readonly AlarmEntry[] | undefined) ?? []
      history.open(stored)
      whereabouts.open(stored, options.place)
      rules.open(stored, options.rules ?? [])
      statuses.open(stored, options.statuses ?? [])
      await sequence.open(stored.get('seq'))
      cache.open(stored)
      infrared.open(stored)
      devices.open(stored, new Set(drivers.map(({ name }) => name)))
      replacement.open(stored)
      automation.open(stored, options.past)
      updates.open(stored)
      await Promise.all(
        drivers.map(async (driver) => {
          const host = hostFor(driver.name, {
            clock,
            devices,
            bridges,
            infrared,
            orders: automation.orders,
            network,
            ways,
            notes: notesOf(driver.name, stored, storage),
            log,
            malformed: () => (malformed += 1),
          })
          await driver
            .start(host)
            .catch((error: unknown) => trouble(`The driver ${driver.name} did not start`, error))
        }),
      )
    },
    async stop() {
      updates.stop()
      await Promise.all(
        drivers.map((driver) =>
          driver.stop().catch((error: unknown) => trouble('A driver did not stop', error)),
        ),
      )
      automation.stop()
      ways.stop()
      await storage.flush().catch((error: unknown) => trouble('The last values could not be stored', error))
    },
    async reset() {
      updates.stop()
      await Promise.all(
        drivers.map((driver) =>
          driver.stop().catch((error: unknown) => trouble('A driver did not stop', error)),
        ),
      )
      for (const { id } of devices.all()) {
        const driver = devices.get(id)?.driver
        if (driver !== undefined) devices.remove(driver, id)
      }
      await floors.reset()
      automation.stop()
      ways.stop()
      await storage.flush()
      const kept = [...(await store.load()).keys()].filter((key) => !OUTLIVES.test(key))
      await store.put(new Map(kept.map((key) => [key, undefined])))
    },
    handle: run,
    devices: () => devices.all(),
    device: (id) => devices.get(id)?.view,
    bridges: () => bridges.all(),
    zone,
    layout: () => floors.layout(),
    rules: () => rules.all(),
    seq: () => sequence.last,
    malformed: () => malformed,
  }
}

/** What a reset leaves: numbers of events never go back, orders act once, and drivers know what they are to their bridges. */
const OUTLIVES = /^(?:seq$|request\/|notes\/)/

/** Where the table of alarms is kept that a server has sent. */
const ALARM_TABLE_KEY = 'alarm_table'

/** Where homes are unless somebody says otherwise. */
const ZONE = 'Europe/Zurich'

/** 128 random bits in hex, also in a page that came without TLS, where there is no `randomUUID`. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** What a driver keeps for itself, beside its devices. */
function notesOf(
  driver: string,
  stored: ReadonlyMap<string, unknown>,
  storage: WriteBehindStore,
): Pick<DriverHost, 'notes' | 'note'> {
  const key = `notes/${driver}`
  let known = stored.get(key)
  return {
    notes: () => known,
    async note(notes) {
      await storage.now(new Map([[key, notes]]))
      known = notes
    },
  }
}
