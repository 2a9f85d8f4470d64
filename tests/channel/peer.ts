import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import mqtt, { type IConnectPacket, type Packet } from 'mqtt-packet'
import { vi } from 'vitest'
import { WebSocket } from 'ws'

interface Line {
  send(bytes: Buffer): void
  kill(): void
  pause(): void
}

/** What a CONNECT says beside the usual. */
export type Greeting = Omit<Partial<IConnectPacket>, 'password'> & { password?: string | Buffer }

/** The other side of a connection, down to its bytes: it can do what no client library would. */
export class Peer {
  readonly heard: Packet[] = []
  closed = false
  readonly #line: Line
  readonly #parser = mqtt.parser()
  #nextId = 1

  private constructor(line: Line) {
    this.#line = line
    this.#parser.on('packet', (packet) => void this.heard.push(packet))
    this.#parser.on('error', () => this.kill())
  }

  static async overWebsocket(
    url: string,
    {
      headers = {},
      from,
      protocol = 'mqtt',
    }: { headers?: Record<string, string>; from?: string; protocol?: string } = {},
  ): Promise<Peer> {
    const socket = new WebSocket(url, protocol, { headers, localAddress: from, perMessageDeflate: false })
    const peer = new Peer({
      send: (bytes) => socket.readyState === WebSocket.OPEN && socket.send(bytes),
      kill: () => socket.terminate(),
      pause: () => socket.pause(),
    })
    socket.on('message', (data) => void peer.#parser.parse(data as Buffer))
    socket.on('close', () => {
      peer.closed = true
    })
    await once(socket, 'open')
    socket.on('error', () => undefined)
    return peer
  }

  static async overTcp(port: number): Promise<Peer> {
    const socket = connect(port, '127.0.0.1')
    const peer = new Peer({
      send: (bytes) => void socket.write(bytes),
      kill: () => void socket.destroy(),
      pause: () => void socket.pause(),
    })
    socket.on('data', (data) => void peer.#parser.parse(data))
    socket.on('close', () => {
      peer.closed = true
    })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return peer
  }

  bytes(bytes: Buffer): void {
    this.#line.send(bytes)
  }

  say(packet: Packet): void {
    this.bytes(mqtt.generate(packet))
  }

  kill(): void {
    this.#line.kill()
  }

  /** Stops reading, as a frozen tab does. */
  freeze(): void {
    this.#line.pause()
  }

  connect(more: Greeting): void {
    const { password, ...rest } = more
    this.say({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 55,
      clientId: '',
      ...rest,
      ...(password !== undefined && { password: Buffer.from(password) }),
    })
  }

  /** CONNACK return code of a CONNECT; undefined when the line was cut without one. */
  async answerTo(more: Greeting): Promise<number | undefined> {
    this.connect(more)
    await vi.waitFor(() => {
      if (!this.closed && !this.heard.some(({ cmd }) => cmd === 'connack')) throw new Error('no answer yet')
    }, WAIT)
    const connack = this.heard.find((packet) => packet.cmd === 'connack')
    return connack?.cmd === 'connack' ? connack.returnCode : undefined
  }

  async signIn(more: Greeting): Promise<void> {
    const code = await this.answerTo(more)
    if (code !== 0) throw new Error(`refused with ${code}`)
  }

  /** Granted QoS or 128, one per filter. */
  async subscribe(...filters: string[]): Promise<number[]> {
    const messageId = this.#nextId++
    this.say({ cmd: 'subscribe', messageId, subscriptions: filters.map((topic) => ({ topic, qos: 0 })) })
    return vi.waitFor(() => {
      const suback = this.heard.find((packet) => packet.cmd === 'suback' && packet.messageId === messageId)
      if (suback?.cmd !== 'suback') throw new Error('no suback yet')
      return suback.granted as number[]
    }, WAIT)
  }

  publish(topic: string, message: unknown, more: { retain?: boolean; qos?: 0 | 1 } = {}): void {
    const payload = typeof message === 'string' ? message : JSON.stringify(message)
    const { retain = false, qos = 0 } = more
    this.say({
      cmd: 'publish',
      topic,
      payload,
      qos,
      retain,
      dup: false,
      ...(qos > 0 && { messageId: this.#nextId++ }),
    })
  }

  /** Payloads received on a topic. */
  on(topic: string): string[] {
    return this.heard.flatMap((packet) =>
      packet.cmd === 'publish' && packet.topic === topic ? [String(packet.payload)] : [],
    )
  }

  messages(): { topic: string; payload: string }[] {
    return this.heard.flatMap((packet) =>
      packet.cmd === 'publish' ? [{ topic: packet.topic, payload: String(packet.payload) }] : [],
    )
  }

  /** The next thing that was said before this has been dealt with. */
  async settled(): Promise<void> {
    const before = this.heard.filter(({ cmd }) => cmd === 'pingresp').length
    this.say({ cmd: 'pingreq' })
    await vi.waitFor(() => {
      if (this.heard.filter(({ cmd }) => cmd === 'pingresp').length === before) throw new Error('no pong yet')
    }, WAIT)
  }

  async gone(): Promise<void> {
    await vi.waitFor(() => {
      if (!this.closed) throw new Error('still connected')
    }, WAIT)
  }
}

/** Until a thing that must happen has happened. */
export const WAIT = { timeout: 20_000, interval: 5 }

export const requestOf = (session: string, command = 'ping', params: unknown = {}) => ({
  id: randomUUID(),
  session,
  command,
  params,
  version: 'v2.18.8',
})
