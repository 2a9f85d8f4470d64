import { readFileSync } from 'node:fs'
import type { MqttPort } from '#gateway/drivers/shared/port.ts'
import { createZigbee2MqttDriver } from '#gateway/drivers/zigbee2mqtt/driver.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { homeWith, MemoryStore } from './kit.ts'
import { settle, TestClock } from './test-clock.ts'

/** A broker under the test's hand: it delivers only what was subscribed, retained messages included. */
export class HandMqtt implements MqttPort {
  readonly published: { topic: string; payload: string }[] = []
  readonly subscribed = new Set<string>()
  readonly #retained = new Map<string, string>()
  #message: (topic: string, payload: string) => void = () => {}
  #state: (connected: boolean) => void = () => {}

  subscribe(topics: readonly string[]): void {
    for (const topic of topics) {
      this.subscribed.add(topic)
      const retained = this.#retained.get(topic)
      if (retained !== undefined) this.#message(topic, retained)
    }
  }

  unsubscribe(topics: readonly string[]): void {
    for (const topic of topics) this.subscribed.delete(topic)
  }

  publish(topic: string, payload: string): void {
    this.published.push({ topic, payload })
  }

  onMessage(listener: (topic: string, payload: string) => void): () => void {
    this.#message = listener
    return () => {}
  }

  onState(listener: (connected: boolean) => void): () => void {
    this.#state = listener
    listener(true)
    return () => {}
  }

  async close(): Promise<void> {}

  connected(connected: boolean): void {
    this.#state(connected)
  }

  say(
    topic: string,
    payload: unknown,
    { retain = /bridge\/(state|info|devices|groups)$|availability$/.test(topic) } = {},
  ): void {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    if (retain) this.#retained.set(topic, text)
    if (this.subscribed.has(topic)) this.#message(topic, text)
  }
}

export interface Recorded {
  t: number
  topic: string
  payload: string
}

export const session: readonly Recorded[] = readFileSync('tests/fixtures/z2m-live/session.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const catalogue = await openCatalogue('catalogue')
export const rules = catalogue.rules()
export { catalogue }

/** A home on a bridge that the test plays. */
export async function bridgedHome({
  store = new MemoryStore(),
  clock = new TestClock(),
  base = 'zigbee2mqtt',
} = {}) {
  const mqtt = new HandMqtt()
  const driver = createZigbee2MqttDriver({ mqtt, rules, base })
  const parts = await homeWith([], { drivers: [driver], store, clock })
  const device = (id: string) => parts.home.devices().find((one) => one.id === id)
  const value = (id: string, path: string) => parts.held(path, id)?.value
  const setOn = (id: string, path: string, wanted: unknown) => parts.set(path, wanted, { device: id })
  /** Plays the recording from where it stands until `until` ms. */
  let next = 0
  const play = async (until = Number.POSITIVE_INFINITY) => {
    for (let line = session[next]; line && line.t <= until; line = session[next]) {
      await clock.pass(line.t - (session[next - 1]?.t ?? 0))
      mqtt.say(line.topic, line.payload)
      next += 1
    }
    await settle()
  }
  const says = async (topic: string, payload: unknown) => {
    mqtt.say(`zigbee2mqtt/${topic}`, payload)
    await settle()
  }
  return { ...parts, bridge: driver, mqtt, device, value, setOn, play, says }
}
