import type { MqttPort } from '#gateway/drivers/shared/port.ts'

/** A broker under the test's hand: wildcards, retained messages, and what was published. */
export class HandBroker implements MqttPort {
  readonly published: { topic: string; payload: string; retain: boolean }[] = []
  readonly filters = new Set<string>()
  readonly #retained = new Map<string, string>()
  readonly #open: boolean
  #message: (topic: string, payload: string) => void = () => {}
  #state: (connected: boolean) => void = () => {}

  constructor({ open = true } = {}) {
    this.#open = open
  }

  subscribe(topics: readonly string[]): void {
    for (const filter of topics) {
      this.filters.add(filter)
      for (const [topic, payload] of this.#retained) if (fits(filter, topic)) this.#message(topic, payload)
    }
  }

  unsubscribe(topics: readonly string[]): void {
    for (const topic of topics) this.filters.delete(topic)
  }

  publish(topic: string, payload: string, { retain = false } = {}): void {
    this.published.push({ topic, payload, retain })
    this.say(topic, payload, { retain })
  }

  onMessage(listener: (topic: string, payload: string) => void): () => void {
    this.#message = listener
    return () => {
      this.#message = () => {}
    }
  }

  onState(listener: (connected: boolean) => void): () => void {
    this.#state = listener
    listener(this.#open)
    return () => {}
  }

  async close(): Promise<void> {}

  connected(connected: boolean): void {
    this.#state(connected)
  }

  say(topic: string, payload: unknown, { retain = topic.endsWith('/config') } = {}): void {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    if (retain && text === '') this.#retained.delete(topic)
    else if (retain) this.#retained.set(topic, text)
    if ([...this.filters].some((filter) => fits(filter, topic))) this.#message(topic, text)
  }
}

function fits(filter: string, topic: string): boolean {
  const [wanted, given] = [filter.split('/'), topic.split('/')]
  return wanted.length === given.length && wanted.every((level, at) => level === '+' || level === given[at])
}
