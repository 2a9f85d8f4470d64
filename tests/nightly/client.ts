import mqtt from 'mqtt-packet'
import { WebSocket } from 'ws'
import { channelLimits as limits } from '#live/limits.ts'
import { topics } from '#server/lib/channel/topics.ts'
import type { Resident } from './residents.ts'

/** What happened to a crowd so far. */
export interface Tally {
  live: number
  attempts: number
  /** Attempts that led to no subscription. */
  failed: number
  /** Refused with 4 or 5: only these end a session. */
  signedOut: number
  gaveUp: number
  /** Epoch ms when somebody was last subscribed again. */
  lastBack: number
}

/** A browser's channel without the browser: the same packets, the same timings of coming back. */
export class Client {
  readonly #who: Resident
  readonly #url: string
  readonly #tally: Tally
  #attempt = 0

  constructor(who: Resident, url: string, tally: Tally) {
    this.#who = who
    this.#url = url
    this.#tally = tally
  }

  connect(): void {
    const { userId, sessionKey, token, serialNumber, from } = this.#who
    const tally = this.#tally
    tally.attempts++
    let live = false
    const socket = new WebSocket(this.#url, 'mqtt', { localAddress: from, perMessageDeflate: false })
    const patience = setTimeout(() => socket.terminate(), limits.connectTimeout)
    let alive: NodeJS.Timeout | undefined
    const parser = mqtt.parser()
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack') {
        if (packet.returnCode === 0) {
          const filters = [
            topics.userEvents(userId),
            topics.events(serialNumber),
            topics.presence(serialNumber),
          ]
          const subscriptions = filters.map((topic) => ({ topic, qos: 0 as const }))
          socket.send(mqtt.generate({ cmd: 'subscribe', messageId: 1, subscriptions }))
        } else if (packet.returnCode === 4 || packet.returnCode === 5) tally.signedOut++
      }
      if (packet.cmd !== 'suback' || packet.granted.some((granted) => granted !== 0)) return
      clearTimeout(patience)
      live = true
      alive = setInterval(() => socket.send(mqtt.generate({ cmd: 'pingreq' })), limits.keepalive / 2)
      this.#attempt = 0
      tally.live++
      tally.lastBack = Date.now()
    })
    socket.on('message', (data) => void parser.parse(data as Buffer))
    socket.on('error', () => undefined)
    socket.on('open', () =>
      socket.send(
        mqtt.generate({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clean: true,
          keepalive: limits.keepalive / 1000,
          clientId: `${sessionKey}-storm`,
          username: userId,
          password: Buffer.from(token),
        }),
      ),
    )
    socket.on('close', () => {
      clearTimeout(patience)
      clearInterval(alive)
      if (live) tally.live--
      else tally.failed++
      this.#comeBack()
    })
  }

  /** As src/live/channel/channel.ts does it: full jitter, and after the last attempt the person is asked. */
  #comeBack(): void {
    if (this.#attempt >= limits.retries) {
      this.#tally.gaveUp++
      return
    }
    this.#attempt++
    setTimeout(() => this.connect(), Math.random() * limits.reconnect)
  }
}
