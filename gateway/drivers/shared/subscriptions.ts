import type { MqttPort } from './port.ts'

/** Topics that several devices may listen to: subscribed with the first of them, given up with the last. */
export class Subscriptions {
  readonly #mqtt: MqttPort
  readonly #count = new Map<string, number>()

  constructor(mqtt: MqttPort) {
    this.#mqtt = mqtt
  }

  /** Takes up `wanted` and gives up `before`, without a gap for what is in both. Answers what nobody listens to any more. */
  change(before: Iterable<string>, wanted: Iterable<string>): readonly string[] {
    const fresh: string[] = []
    for (const topic of new Set(wanted)) {
      const count = this.#count.get(topic) ?? 0
      if (count === 0) fresh.push(topic)
      this.#count.set(topic, count + 1)
    }
    const over: string[] = []
    for (const topic of new Set(before)) {
      const count = (this.#count.get(topic) ?? 1) - 1
      if (count > 0) this.#count.set(topic, count)
      else {
        this.#count.delete(topic)
        over.push(topic)
      }
    }
    if (over.length > 0) this.#mqtt.unsubscribe(over)
    if (fresh.length > 0) this.#mqtt.subscribe(fresh)
    return over
  }
}
