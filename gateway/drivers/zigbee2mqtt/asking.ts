import type { Clock, DriverHost } from '#gateway/core/ports.ts'
import type { Mapped } from './device.ts'

/** Values that one message asks for: a device answers each with a message of its own. */
const PORTION = 8

/** Asks devices for their values, one message at a time with a pause between, so that the mesh is not flooded. */
export class Asking {
  readonly #clock: Clock
  readonly #send: (device: string, keys: readonly string[]) => void
  readonly #pause: number
  #queue: { device: string; keys: readonly string[] }[] = []
  #cancel: (() => void) | undefined

  constructor(clock: Clock, send: (device: string, keys: readonly string[]) => void, pause = 250) {
    this.#clock = clock
    this.#send = send
    this.#pause = pause
  }

  /** `urgent` goes before what is only nice to know. */
  add(device: string, keys: readonly string[], urgent: boolean): void {
    if (keys.length === 0) return
    const asked = portionsOf(keys).map((some) => ({ device, keys: some }))
    if (urgent) this.#queue.unshift(...asked)
    else this.#queue.push(...asked)
    this.#cancel ??= this.#clock.after(this.#pause, () => this.#next())
  }

  forget(device: string): void {
    this.#queue = this.#queue.filter((asked) => asked.device !== device)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#queue = []
  }

  #next(): void {
    this.#cancel = undefined
    const asked = this.#queue.shift()
    if (!asked) return
    this.#send(asked.device, asked.keys)
    if (this.#queue.length > 0) this.#cancel = this.#clock.after(this.#pause, () => this.#next())
  }
}

const portionsOf = (keys: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(keys.length / PORTION) }, (_one, at) =>
    keys.slice(at * PORTION, (at + 1) * PORTION),
  )

/** What a device is asked for, the most important first; one that sleeps is left in peace. */
export function questionsTo({ bridge, addresses }: Mapped, { last }: Pick<DriverHost, 'last'>): string[][] {
  if (bridge.battery || bridge.disabled || bridge.interview !== 'SUCCESSFUL') return []
  const able = addresses.filter(({ gettable }) => gettable)
  const unknown = able.filter(
    ({ main, service, property }) => !main && last({ device: bridge.ieee, service, property }) === null,
  )
  return [able.filter(({ main }) => main), unknown].map((some) => some.map(({ key }) => key))
}
