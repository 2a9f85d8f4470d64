import type { Marks } from '#gateway/lib/enablement.ts'
import type { Request, Response } from '#schemas/generated/channel.ts'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import type { Floor, FloorLayout } from '#schemas/generated/entities/floor-layout.ts'
import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import { Answers } from './answers.ts'
import type { Ability } from './command.ts'
import { Devices } from './devices.ts'
import { Floors } from './floors.ts'
import { hostFor } from './host.ts'
import { Infrared } from './infrared.ts'
import { Keeper } from './keeper.ts'
import type { Machine } from './machine.ts'
import { Network } from './network.ts'
import { ObjectHistory } from './object-history.ts'
import type { Clock, CommandName, Driver, DriverHost, HomeStore, Transport } from './ports.ts'
import { Replacement } from './replacement.ts'
import { createRunner, type Refusal } from './runner.ts'
import { Sequence } from './sequence.ts'

export interface HomeOptions {
  serialNumber: string
  clock: Clock
  store: HomeStore
  transport: Transport
  drivers: readonly Driver[]
  /** Floors and rooms of a home that has none stored yet. */
  floors?: readonly Floor[]
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
}

/** A home: devices of any driver, behind the commands and events of the message channel. */
export interface HomeCore {
  readonly serialNumber: string
  /** Loads what is stored, then starts the drivers. */
  start(): Promise<void>
  /** Stops the drivers and writes what is not written yet. */
  stop(): Promise<void>
  /** Forgets devices, names and rooms, and tells so. Starts nothing again. */
  reset(): Promise<void>
  /** Answers one request; never rejects. */
  handle(request: Request | unknown, from: { userId: string; role: string }): Promise<Response>
  devices(): readonly Device[]
  layout(): FloorLayout
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
  const keeper = new Keeper(store, clock, (error) => trouble('The home could not be stored', error))
  const sequence = new Sequence(keeper)
  const answers = new Answers(keeper, clock)
  const emit = (event: string, data: unknown): void => {
    const at = new Date(clock.now()).toISOString()
    sequence.next((seq) => transport.event({ event, seq, at, data }))
  }
  const devices = new Devices(keeper, clock, (event, data) => {
    emit(event, data)
    // What waits for devices hears of them after everybody else.
    const id = 'device_id' in data && typeof data.device_id === 'string' ? data.device_id : ''
    if (event === 'device_added') {
      network.added(id)
      replacement.joined(id)
    }
    if (event === 'device_removed') {
      infrared.forget(id)
      network.left(id)
      replacement.removed(id)
    }
  })
  const driverOf = (id: string) => drivers.find(({ name }) => name === devices.get(id)?.driver)
  const infrared = new Infrared({ keeper, clock, devices, trouble })
  const history = new ObjectHistory(clock)
  const floors = new Floors({
    keeper,
    history,
    has: (id) => devices.get(id) !== undefined,
    newId,
    emit,
  })
  const network = new Network({ clock, drivers, emit, trouble })
  const replacement = new Replacement({
    keeper,
    devices,
    floors,
    network,
    holders: [floors.references, devices.references, infrared.references],
    emit,
    now: () => clock.now(),
  })
  let malformed = 0
  let stored: ReadonlyMap<string, unknown> = new Map()

  const run = createRunner(
    {
      devices,
      driverOf,
      infrared,
      floors,
      platform: options.platform ?? (() => ({ gateway: {}, network: {}, lock_status: 0 })),
      marks: (device, service, property: Property) => ({
        ...property,
        ...options.marks?.(device, service, property.name),
      }),
      machine: options.machine ?? {},
      network,
      replacement,
      may: options.may ?? (() => true),
      seq: () => sequence.last,
      trouble,
    },
    answers,
    options.conditions ?? (() => undefined),
  )

  return {
    serialNumber: options.serialNumber,
    async start() {
      stored = await store.load()
      floors.open((stored.get('floors') as readonly Floor[] | null | undefined) ?? options.floors ?? [])
      history.open(stored)
      await sequence.open(stored.get('seq'))
      answers.open(stored)
      infrared.open(stored)
      devices.open(stored, new Set(drivers.map(({ name }) => name)))
      replacement.open(stored)
      await Promise.all(
        drivers.map(async (driver) => {
          const host = hostFor(driver.name, {
            clock,
            devices,
            infrared,
            network,
            notes: notesOf(driver.name, stored, keeper),
            emit,
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
      await Promise.all(
        drivers.map((driver) =>
          driver.stop().catch((error: unknown) => trouble('A driver did not stop', error)),
        ),
      )
      await keeper.flush().catch((error: unknown) => trouble('The last values could not be stored', error))
    },
    async reset() {
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
    },
    handle: run,
    devices: () => devices.all(),
    layout: () => floors.layout(),
    seq: () => sequence.last,
    malformed: () => malformed,
  }
}

const newId = (): string => crypto.randomUUID().replaceAll('-', '')

/** What a driver keeps for itself, beside its devices. */
function notesOf(
  driver: string,
  stored: ReadonlyMap<string, unknown>,
  keeper: Keeper,
): Pick<DriverHost, 'notes' | 'note'> {
  const key = `notes/${driver}`
  let known = stored.get(key)
  return {
    notes: () => known,
    async note(notes) {
      await keeper.now(new Map([[key, notes]]))
      known = notes
    },
  }
}
