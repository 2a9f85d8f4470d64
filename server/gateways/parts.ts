import type { Clock } from '#gateway/core/ports.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Homes } from '#server/homes/homes.ts'
import type { Broker, ChannelLog } from '#server/lib/channel/port.ts'
import type { Rights } from '#server/rights.ts'
import type { Settings } from '#server/settings.ts'
import type { Store } from '#server/store/store.ts'
import type { News } from './news.ts'
import type { Pace } from './pace.ts'

/** What everything in this folder works with. */
export interface LifeParts {
  store: Store
  broker: Pick<
    Broker,
    | 'connectedUsers'
    | 'publishToUser'
    | 'publishToAdmins'
    | 'recheck'
    | 'cutGateway'
    | 'dismissUser'
    | 'gatewayIsConnected'
  >
  homes: Pick<
    Homes,
    'isInside' | 'down' | 'up' | 'reset' | 'ask' | 'order' | 'snapshot' | 'answer' | 'recorded'
  >
  rights: Pick<Rights, 'mayUseGateway' | 'entryOf' | 'isAdmin' | 'ownsGateway'>
  settings: Settings
  log: ChannelLog
  clock: Clock
  /** Ms that only ever go forward, whatever happens to the time of day. */
  monotonic(): number
  pace: Pace
  /** Listens to what is told of gateways. */
  heard?(serialNumber: string, event: string, data: unknown): void
  /** What happened to a gateway is over: it may have another home than before. */
  over?(serialNumber: string): Promise<unknown>
}

export interface NewsParts extends LifeParts {
  news: News
}

/** Finds a gateway that is known to be there. */
export async function gatewayOf({ store }: Pick<LifeParts, 'store'>, serialNumber: string): Promise<Gateway> {
  const gateway = await store.gateways.find(serialNumber)
  if (!gateway) throw new Error(`${serialNumber} is gone`)
  return gateway
}
