import { CommandError, codes } from '#gateway/core/errors.ts'
import type { Driver, DriverHost, Wire } from '#gateway/core/ports.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { type Faults, VirtualDevice } from './device.ts'
import { Joining } from './joining.ts'
import { meshAt } from './mesh.ts'
import type { Newcomers } from './newcomers.ts'
import { randomOf } from './random.ts'

export interface VirtualOptions {
  name?: string
  /** Devices with their descriptions; values that are null are made up. */
  devices: readonly { device: Device; faults?: Faults }[]
  /** The same seed and clock give the same home. */
  seed?: number
  /** Ms between two readings of a device, on average; 0 stands still. */
  pace?: number
  /** Without it nothing joins. */
  newcomers?: Newcomers
}

export interface VirtualDriver extends Driver {
  /** Lets something go wrong, or right again. */
  disturb(device: string, faults: Faults): void
  /** A device tells this value as if it were so; false where it has no such value to tell. */
  report(change: { device: string; service: string; property: string; value: Wire }): boolean
}

/** Who has come and gone since the home was made. */
interface Notes {
  joined: readonly Device[]
  left: readonly string[]
}

/** How long the routers take to answer when they are asked for their ways. */
const MAPPING = 4000
/** So often some devices speak and confirm their ways; each of them every fourth time. */
const CONFIRMING = 12_000
const TURNS = 4

const nobody: Newcomers = { make: () => undefined, models: () => [] }

function notesOf(told: unknown): Notes {
  if (typeof told !== 'object' || told === null) return { joined: [], left: [] }
  const { joined, left } = told as Partial<Notes>
  return { joined: joined ?? [], left: left ?? [] }
}

/** Simulates devices of any model. */
export function createVirtualDriver({
  name = 'virtual',
  devices,
  seed = 1,
  pace = 30_000,
  newcomers = nobody,
}: VirtualOptions): VirtualDriver {
  const running = new Map<string, VirtualDevice>()
  let joining: Joining | undefined
  let home: DriverHost | undefined
  const deviceOf = (id: string): VirtualDevice => {
    const device = running.get(id)
    if (!device) throw new CommandError(codes.unknown, 'There is no such device')
    return device
  }
  const joiningNow = (): Joining => {
    if (!joining) throw new CommandError(codes.disabled, 'The driver is not started')
    return joining
  }
  const begin = (host: DriverHost, device: Device, faults: Faults = {}): void => {
    const made = new VirtualDevice(device, host, randomOf(seed, device.id), pace, faults)
    running.set(device.id, made)
    made.start()
  }
  /** Devices that are heard say so; `turn` lets only some of them speak. */
  const confirm = (host: DriverHost, turn?: number): number => {
    const now = host.clock.now()
    const known = [...devices.map(({ device }) => device), ...notesOf(host.notes()).joined]
    const ways = meshAt(
      known.filter(({ id }) => running.get(id)?.faults.dead !== true && running.has(id)),
      seed,
      now,
    ).filter(({ lost }) => !lost)
    const routeTimestamp = new Date(now).toISOString()
    for (const [place, { device, route, lqi }] of ways.entries())
      if (turn === undefined || place % TURNS === turn)
        host.link({ device, route, routeTimestamp, lqiValue: lqi })
    return ways.length
  }
  let cancel: (() => void) | undefined
  const keepConfirming = (host: DriverHost, turn = 0): void => {
    cancel = host.clock.after(CONFIRMING, () => {
      confirm(host, turn)
      keepConfirming(host, (turn + 1) % TURNS)
    })
  }
  const end = (id: string): void => {
    running.get(id)?.stop()
    running.delete(id)
  }
  return {
    name,
    async start(host: DriverHost) {
      home = host
      const { joined, left } = notesOf(host.notes())
      for (const { device, faults } of devices) if (!left.includes(device.id)) begin(host, device, faults)
      for (const device of joined) begin(host, device)
      host.inventory([...running.keys()])
      if (pace > 0) {
        confirm(host)
        keepConfirming(host)
      }
      joining = new Joining({
        host,
        random: randomOf(seed, `joining ${host.clock.now()}`),
        newcomers,
        has: (id) => running.has(id),
        answers: (id) => running.get(id)?.faults.dead !== true,
        // Noted first: what has been told survives a power failure.
        async add(device) {
          const notes = notesOf(host.notes())
          await host.note({ ...notes, joined: [...notes.joined, device] })
          begin(host, device)
        },
        async drop(id) {
          const notes = notesOf(host.notes())
          const kept = notes.joined.filter((device) => device.id !== id)
          await host.note({ joined: kept, left: [...new Set([...notes.left, id])] })
          end(id)
        },
      })
    },
    async stop() {
      cancel?.()
      joining?.stop()
      joining = undefined
      for (const id of [...running.keys()]) end(id)
    },
    async set(command) {
      deviceOf(command.device).set(command)
    },
    async get({ device, service, property }) {
      deviceOf(device).get(service, property)
    },
    disturb(device, faults) {
      deviceOf(device).faults = faults
    },
    report: ({ device, service, property, value }) =>
      running.get(device)?.tell(service, property, value) ?? false,
    network: {
      serves: ['zigbee', 'zwave', 'wise', 'ip'],
      open: (wish) => joiningNow().open(wish),
      close: () => joining?.close() ?? Promise.resolve(),
      remove: (device, force) => joiningNow().remove(device, force),
      async map() {
        const host = home
        if (!host) throw new CommandError(codes.disabled, 'The driver is not started')
        await new Promise<void>((resolve) => host.clock.after(MAPPING, resolve))
        return confirm(host)
      },
    },
  }
}
