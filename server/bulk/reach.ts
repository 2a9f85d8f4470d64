import type { Commands } from '#schemas/generated/channel.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Orders } from '../homes/asker.ts'
import type { Home } from '../homes/home.ts'

/** Why a gateway does not get what it should: a code of catalogue/rules/bulk.json. */
export class Cannot extends Error {
  readonly code: string
  /** The gateway has judged what it was asked. */
  readonly answered: boolean

  constructor(code: string, message = '', answered = false) {
    super(message)
    this.name = 'Cannot'
    this.code = code
    this.answered = answered
  }
}

/** What carrying something out needs of the homes. */
export interface Homes extends Orders {
  of(serialNumber: string): Promise<Pick<Home, 'devices' | 'zone'> | undefined>
}

/** One gateway, asked for one purpose. */
export interface Reach {
  gateway: Gateway
  devices(): Promise<readonly Device[]>
  /** Throws Cannot. `step` tells apart what changes something, so that each acts once. */
  ask<N extends keyof Commands>(
    command: N,
    params: Commands[N]['params'],
    step?: string,
  ): Promise<Commands[N]['data']>
}

interface ReachParts {
  homes: Homes
  gateway: Gateway
  userId: string
  /** Names what is asked to change something. */
  requestId?: (step: string) => string
  patience: number
}

/** What gateways say of limits of theirs. */
const FULL = /too many/i
const [OK, OFFLINE, INTERRUPTED] = [0, 503, 425]

export const reachOf = ({ homes, gateway, userId, requestId, patience }: ReachParts): Reach => ({
  gateway,
  async devices() {
    return (await homes.of(gateway.serialNumber))?.devices() ?? []
  },
  async ask(command, params, step) {
    const asking = { patience, retries: 0, ...(step !== undefined && requestId && { id: requestId(step) }) }
    const {
      code,
      message = '',
      data,
    } = await homes.order(gateway.serialNumber, userId, command, params, asking)
    if (code === OK) return data as Commands[typeof command]['data']
    if (code === OFFLINE) throw new Cannot('NO_ANSWER', message)
    // It began again in the midst of it: whether it was done is found out by looking anew.
    if (code === INTERRUPTED) throw new Cannot('INTERRUPTED', message, true)
    throw new Cannot(FULL.test(message) ? 'HOME_FULL' : 'GATEWAY_REFUSED', message, true)
  },
})

/** A home that is asked for all of something once, until something is changed in it. */
export function remembering(reach: Reach): Reach {
  const known = new Map<string, Promise<unknown>>()
  return {
    ...reach,
    ask(command, params, step) {
      if (step !== undefined || Object.keys(params).length > 0) {
        if (step !== undefined) known.clear()
        return reach.ask(command, params, step)
      }
      const answer = known.get(command) ?? reach.ask(command, params)
      known.set(command, answer)
      return answer as ReturnType<typeof reach.ask<typeof command>>
    },
  }
}
