import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import mqtt, { type MqttClient } from 'mqtt'
import washer from '../fixtures/tasmota/washer.json' with { type: 'json' }

const ORDERS = 'cmnd/washer/#'

/** A plug with a broker of its own: it outlives every gateway, and knows what was really asked of it. */
export class Plug {
  static readonly id = 'tasmota-A1B2C3D4E5F6'
  static readonly service = 'SwitchService'
  static readonly property = 'state'

  /** What it was told to do, in order. */
  readonly orders: string[] = []
  state: 'ON' | 'OFF' = 'OFF'
  /** Hears of an order before the plug has acted. */
  onOrder: () => void = () => {}
  readonly url: string
  readonly #client: MqttClient
  readonly #end: () => Promise<void>

  private constructor(url: string, client: MqttClient, end: () => Promise<void>) {
    this.url = url
    this.#client = client
    this.#end = end
    client.on('message', (topic, payload) => this.#told(topic, payload.toString()))
  }

  static async open(): Promise<Plug> {
    const aedes = await Aedes.createBroker()
    const server = createServer(aedes.handle)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = await mqtt.connectAsync(url)
    const plug = new Plug(url, client, async () => {
      await client.endAsync()
      await new Promise<void>((done) => aedes.close(done))
      server.close()
    })
    await client.subscribeAsync(ORDERS)
    for (const { topic, payload, retain } of washer)
      if (retain) await client.publishAsync(topic, text(payload), { retain })
    return plug
  }

  close = (): Promise<void> => this.#end()

  #told(topic: string, payload: string): void {
    const command = topic.slice(topic.lastIndexOf('/') + 1)
    if (command === 'STATE') return this.#say('tele/washer/STATE')
    if (!/^POWER\d?$/.test(command) || (payload !== 'ON' && payload !== 'OFF')) return
    this.orders.push(payload)
    this.onOrder()
    this.state = payload
    this.#say('stat/washer/RESULT')
  }

  #say(topic: string): void {
    this.#client.publish(topic, JSON.stringify({ POWER: this.state }))
  }
}

const text = (payload: unknown): string => (typeof payload === 'string' ? payload : JSON.stringify(payload))
