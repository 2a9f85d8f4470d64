import { randomUUID } from 'node:crypto'
import type { Clock } from '#gateway/core/ports.ts'
import type { Commands, Request, Response } from '#schemas/generated/channel.ts'
import type { Broker } from '#server/lib/channel/port.ts'
import { readAnswer } from './gateway-says.ts'

/** The server itself, as a user of gateways; no account has this id, since theirs are random. */
export const SERVER = 'server'

const TIMEOUT_MS = 15_000
const RETRIES = 5

/** `patience` is per try; an `id` that was used before is answered as it was then. */
export interface Asking {
  patience?: number
  retries?: number
  id?: string
}

/** Where gateways are ordered in somebody's name. */
export interface Orders {
  /** Carries a command out for a user, wherever the gateway lives, as far as its condition lets it through. */
  order<N extends keyof Commands>(
    serialNumber: string,
    userId: string,
    command: N,
    params: Commands[N]['params'],
    asking?: Asking,
  ): Promise<Response>
}

interface Pending {
  serialNumber: string
  answered(response: Response): void
  giveUp(): void
}

/** Asks connected gateways as any client does: spec 1 §9, 15 s and five retries. */
export class Asker {
  readonly #broker: Pick<Broker, 'sendRequest'>
  readonly #clock: Clock
  readonly #session = `${SERVER}-${randomUUID()}`
  readonly #pending = new Map<string, Pending>()

  readonly #took: (serialNumber: string, command: string) => void

  /** `took`: a gateway has said yes to a command. */
  constructor(
    broker: Pick<Broker, 'sendRequest'>,
    clock: Clock,
    took: (serialNumber: string, command: string) => void = () => undefined,
  ) {
    this.#broker = broker
    this.#clock = clock
    this.#took = took
  }

  /** Undefined when no answer came, or a refusal. */
  async ask<N extends keyof Commands>(
    serialNumber: string,
    command: N,
    params: Commands[N]['params'],
    asking: Asking = {},
  ): Promise<unknown> {
    const response = await this.request(serialNumber, command, params, asking)
    return response?.code === 0 ? response.data : undefined
  }

  /** The answer as it is; undefined when none came. */
  request<N extends keyof Commands>(
    serialNumber: string,
    command: N,
    params: Commands[N]['params'],
    { patience = TIMEOUT_MS, retries = RETRIES, id = randomUUID() }: Asking = {},
  ): Promise<Response | undefined> {
    const request: Request = { id, session: this.#session, command, params }
    const key = `${serialNumber} ${request.id}`
    return new Promise<Response | undefined>((resolve) => {
      let stopTimer: () => void = () => undefined
      const finish = (response: Response | undefined): void => {
        stopTimer()
        this.#pending.delete(key)
        resolve(response)
      }
      this.#pending.set(key, {
        serialNumber,
        answered: (response) => {
          if (response.code === 0) this.#took(serialNumber, command)
          finish(readAnswer(command, response))
        },
        giveUp: () => finish(undefined),
      })
      const send = (left: number): void => {
        this.#broker.sendRequest(serialNumber, SERVER, request)
        stopTimer = this.#clock.after(patience, () => (left > 0 ? send(left - 1) : finish(undefined)))
      }
      send(retries)
    })
  }

  /** The gateway is gone, or new: it will not answer what it was asked before. */
  giveUp(serialNumber: string): void {
    for (const pending of this.#pending.values()) if (pending.serialNumber === serialNumber) pending.giveUp()
  }

  /** Only the gateway that was asked can answer. */
  answered(serialNumber: string, sessionKey: string, response: Response): void {
    if (sessionKey === this.#session) this.#pending.get(`${serialNumber} ${response.id}`)?.answered(response)
  }
}
