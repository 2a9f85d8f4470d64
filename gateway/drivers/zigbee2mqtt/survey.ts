import type { DriverHost } from '#gateway/core/ports.ts'
import type { Fields } from '../shared/fields.ts'
import { waysOf } from './network-map.ts'

/** When a bridge has come up, its network first finds its ways by itself. */
const first = 10 * 60_000
const again = 24 * 3_600_000
/** A map asks every router, one after another, and waits for those that do not answer. */
const perRouter = 6000
const atLeast = 30_000
/** The mesh of a larger network would be busy with it for too long. */
const mostRouters = 250

export interface SurveyParts {
  host: DriverHost
  ask(request: string, body: Fields, patience: number): Promise<Fields>
  routers(): number
}

/** The ways through the radio network: asked for in the background, now and then, never twice at once. */
export class Survey {
  readonly #parts: SurveyParts
  #cancel: (() => void) | undefined
  #running: Promise<number> | undefined

  constructor(parts: SurveyParts) {
    this.#parts = parts
  }

  plan(): void {
    this.#cancel?.()
    this.#later(first)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  /** Resolves with the number of devices whose ways are known; rejects when they could not be asked for. */
  run(): Promise<number> {
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  #later(ms: number): void {
    this.#cancel = this.#parts.host.clock.after(ms, () => {
      this.#later(again)
      this.#inPassing()
    })
  }

  /** Nobody waits for it. */
  #inPassing(): void {
    const { host, routers } = this.#parts
    const count = routers()
    if (count > mostRouters) {
      host.log('info', 'The network is too large to be mapped in passing', { routers: count })
      return
    }
    this.run().catch((error: unknown) =>
      host.log('warn', 'The network could not be mapped', {
        error: error instanceof Error ? error.message : String(error),
      }),
    )
  }

  async #look(): Promise<number> {
    const { host, ask, routers } = this.#parts
    const patience = atLeast + routers() * perRouter
    const data = await ask('networkmap', { type: 'raw', routes: true }, patience)
    const at = new Date(host.clock.now()).toISOString()
    const ways = waysOf(data.value)
    for (const { device, route, lqi } of ways)
      host.link({ device, route, routeTimestamp: at, ...(lqi !== undefined && { lqiValue: lqi }) })
    return ways.length
  }
}
