import { codes } from '#gateway/core/errors.ts'
import type { Clock, DriverHost } from '#gateway/core/ports.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import { gatewayOffline } from '#server/channel/answers.ts'
import type { Broker } from '#server/channel/broker.ts'
import { systemClock } from '#server/channel/clock.ts'
import type { Incoming } from '#server/channel/gate.ts'
import type { Answer } from '#server/channel/live-rights.ts'
import type { ChannelLog } from '#server/channel/ports.ts'
import type { Store } from '#server/store/store.ts'
import { Asker } from './asker.ts'
import { Connections } from './connections.ts'
import type { Home } from './home.ts'
import { HostedHome, type Inside } from './hosted-home.ts'
import { LayoutNews } from './layout-news.ts'
import { Shadows } from './shadows.ts'
import { hashesOf, snapshotOf } from './snapshot.ts'

export interface HomesOptions {
  store: Pick<Store, 'homes' | 'gateways' | 'memberships'>
  broker: Broker
  catalogue: Pick<Catalogue, 'layoutOf' | 'onChange'>
  rights: { mayUseGateway(userId: string, serialNumber: string): Answer }
  log: ChannelLog
  /** What a gateway is made of when it lives in this process; undefined when it is elsewhere. */
  inside(gateway: Gateway): Inside | undefined
  clock?: Clock
}

export interface Homes {
  /** The home as it is now, its first devices in the order of the tile screen; undefined when there is no such gateway. */
  snapshot(serialNumber: string, first?: number): Promise<HomeSnapshot | undefined>
  /** Content hash of the layout of every device. */
  layouts(serialNumber: string): Promise<Record<string, string>>
  deviceCount(serialNumber: string): Promise<number | undefined>
  close(): Promise<void>
}

/** A shadow is asked for in vain no longer than a person waits for a page. */
const PATIENCE_MS = 3000

/** All homes: those hosted here, made when somebody first asks for one, and the shadows of those elsewhere. */
export async function openHomes(options: HomesOptions): Promise<Homes> {
  const { store, broker, catalogue, log, clock = systemClock } = options
  const coreLog: DriverHost['log'] = (level, message, facts = {}) => {
    if (level !== 'debug') log[level](facts, message)
  }
  const news = new LayoutNews(options)
  const connections = new Connections({ ...options, clock })
  const shadows = new Shadows(new Asker(broker, clock), connections, news)
  const hosted = new Map<string, Promise<HostedHome | undefined>>()

  const open = async (serialNumber: string): Promise<HostedHome | undefined> => {
    const gateway = await store.gateways.find(serialNumber)
    const inside = gateway?.connectionStatus === 'online' ? options.inside(gateway) : undefined
    if (!gateway || !inside) return undefined
    const home = await HostedHome.open(gateway, inside, {
      clock,
      store,
      broker,
      log: coreLog,
      described: (changed, device) => news.note(changed, device),
    })
    news.add(home)
    return home
  }

  /** The home when it is hosted here and on; made now if need be. */
  const hostedHome = (serialNumber: string): Promise<HostedHome | undefined> => {
    const known = hosted.get(serialNumber)
    if (known) return known
    const opening = open(serialNumber)
    hosted.set(serialNumber, opening)
    const forget = (): void => void hosted.delete(serialNumber)
    opening.then((home) => home ?? forget(), forget)
    return opening
  }

  const homeOf = async (serialNumber: string): Promise<Home | undefined> => {
    const shadow = shadows.of(serialNumber)
    if (shadow?.online()) {
      await Promise.race([shadow.known(), new Promise<void>((resolve) => clock.after(PATIENCE_MS, resolve))])
      return shadow
    }
    const home = await hostedHome(serialNumber)
    if (home ?? shadow) return home ?? shadow
    return (await store.gateways.find(serialNumber)) && emptyHome(serialNumber)
  }

  const answer = async (incoming: Incoming): Promise<void> => {
    const { serialNumber, userId, request } = incoming
    const { id } = request
    try {
      const home = await hostedHome(serialNumber)
      broker.sendResponse(incoming, home ? await home.handle(request, userId) : gatewayOffline(id))
    } catch (error) {
      log.error(
        { serialNumber, command: request.command, error: String(error) },
        'A command could not be handled',
      )
      broker.sendResponse(incoming, { id, code: codes.failed, message: 'The gateway could not do it' })
    }
  }

  broker.serve({
    request(incoming) {
      if (shadows.of(incoming.serialNumber)?.online()) return false
      void answer(incoming)
      return true
    },
    watched: (serialNumber) =>
      void hostedHome(serialNumber).catch((error: unknown) =>
        log.error({ serialNumber, error: String(error) }, 'A home could not be opened'),
      ),
    gatewaySaid: (topic, payload) => shadows.said(topic, payload),
    gatewayConnected: (serialNumber) => shadows.connected(serialNumber),
    gatewayListens: (serialNumber) => shadows.listens(serialNumber),
    gatewayLost: (serialNumber) => shadows.lost(serialNumber),
  })
  await connections.begin((gateway) => options.inside(gateway) !== undefined)
  const stopListening = catalogue.onChange(() => {
    news
      .tell()
      .catch((error: unknown) =>
        log.error({ error: String(error) }, 'A change of the catalogue was not told'),
      )
  })

  return {
    async snapshot(serialNumber, first) {
      const home = await homeOf(serialNumber)
      return home && snapshotOf(home, catalogue, clock.now(), first)
    },
    async layouts(serialNumber) {
      const home = await homeOf(serialNumber)
      return home ? hashesOf(home, catalogue) : {}
    },
    deviceCount: async (serialNumber) => (await homeOf(serialNumber))?.devices().length,
    async close() {
      stopListening()
      const homes = await Promise.allSettled(hosted.values())
      await Promise.all(homes.map((home) => home.status === 'fulfilled' && home.value?.close()))
    },
  }
}

/** A gateway that is known, and that nobody has heard of since the server started. */
const emptyHome = (serialNumber: string): Home => ({
  serialNumber,
  devices: () => [],
  floors: () => [],
  seq: () => 0,
  online: () => false,
})
