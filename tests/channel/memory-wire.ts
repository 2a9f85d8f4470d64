import mqtt, { type Packet } from 'mqtt-packet'
import { defaultLimits, type Limits } from '#server/channel/limits.ts'
import type { Principal } from '#server/channel/principal.ts'
import { Connection, type ConnectionOptions } from '#server/channel/wire/connection.ts'
import type { Wire } from '#server/channel/wire/wire.ts'
import { TestClock } from '../gateway/test-clock.ts'

/** A line that ends in memory: what was sent on it, and how it ended. */
export class MemoryWire implements Wire {
  readonly sent: Buffer[] = []
  /** The other side reads nothing until it `takes`. */
  stuck = false
  readonly #unread: (() => void)[] = []
  paused = false
  over: 'ended' | 'killed' | undefined

  send(bytes: Buffer, left?: () => void): void {
    this.sent.push(bytes)
    if (this.stuck && left) this.#unread.push(left)
    else left?.()
  }
  /** Reads the next piece after all. */
  takes(): void {
    this.#unread.shift()?.()
  }
  pause(): void {
    this.paused = true
  }
  resume(): void {
    this.paused = false
  }
  end(): void {
    this.over ??= 'ended'
  }
  kill(): void {
    this.over ??= 'killed'
  }

  /** What the other side reads. */
  packets(): Packet[] {
    const read: Packet[] = []
    const parser = mqtt.parser()
    parser.on('packet', (packet) => read.push(packet))
    parser.parse(Buffer.concat(this.sent))
    return read
  }

  /** Topic and text of the messages among it. */
  said(): string[] {
    return this.packets().flatMap((packet) =>
      packet.cmd === 'publish' ? [`${packet.topic} ${packet.payload}`] : [],
    )
  }
}

interface Line {
  connection: Connection
  wire: MemoryWire
  clock: TestClock
  breaches: string[]
}

/** A connection on such a line; with a principal it has signed in already. */
export function line(
  more: {
    kind?: ConnectionOptions['kind']
    limits?: Partial<Limits>
    address?: string
    who?: Principal
  } = {},
): Line {
  const { kind = 'browser', address = '192.0.2.1', limits, who } = more
  const wire = new MemoryWire()
  const clock = new TestClock()
  const breaches: string[] = []
  const connection = new Connection({
    wire,
    address,
    kind,
    limits: { ...defaultLimits, ...limits },
    clock,
    onBreach: (_, reason) => void breaches.push(reason),
  })
  connection.principal = who
  return { connection, wire, clock, breaches }
}

/** A turn of the event loop: what was dismissed is gone, what was looked up is there. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** How every client begins. */
export const CONNECT = {
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  keepalive: 60,
  clientId: 'c',
} as const
