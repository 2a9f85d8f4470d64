import { randomUUID } from 'node:crypto'
import { codes, type Refusal } from '#gateway/core/errors.ts'
import { UPDATES_KEY } from '#gateway/core/machine/automatic-updates.ts'
import type { Clock, DriverHost } from '#gateway/core/ports.ts'
import { CLOCK_KEY } from '#gateway/core/rules/running/rule-watch.ts'
import { UNDER_WAY_KEY } from '#gateway/core/rules/running/runs.ts'
import type { Commands, Request, Response } from '#schemas/generated/channel.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { OfflineCause } from '#schemas/generated/entities/offline-cause.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import { gatewayOffline } from '#server/lib/channel/answers.ts'
import { changesSomething, isAnsweredByServer } from '#server/lib/channel/envelope.ts'
import type { Broker, ChannelLog, Incoming } from '#server/lib/channel/port.ts'
import { systemClock } from '#server/lib/clock.ts'
import type { Rights } from '#server/rights.ts'
import type { Store } from '#server/store/store.ts'
import { placeOf } from '../gateways/places.ts'
import { type May, refusedByAbility } from './abilities.ts'
import type { AlarmBook } from './alarms/alarm-book.ts'
import { Asker, type Orders, SERVER } from './asker.ts'
import { CommandLog } from './command-log.ts'
import { refusalOf } from './conditions.ts'
import { Connections } from './connections.ts'
import { Departures } from './departures.ts'
import { historyCommands } from './history/commands.ts'
import { HandOvers } from './history/hand-overs.ts'
import { type LookingBack, lookingBack } from './history/looking-back.ts'
import { Recorder } from './history/recorder.ts'
import type { Home } from './home.ts'
import { HostedHome, type Inside } from './hosted/hosted-home.ts'
import { LayoutNews } from './layout-news.ts'
import { learnPlatform } from './platform.ts'
import { LimitedAnswers } from './reach/limited-answers.ts'
import { type ServerAnswers, ServerCommands } from './server-commands.ts'
import { Shadows, type Witness } from './shadows.ts'
import { hashesOf, type SnapshotPart, snapshotOf } from './snapshot.ts'

export interface HomesOptions {
  store: Pick<
    Store,
    | 'audit'
    | 'history'
    | 'homes'
    | 'tileOrders'
    | 'dashboards'
    | 'energyTariffs'
    | 'energyMeters'
    | 'gateways'
    | 'gatewayLife'
    | 'gatewayPins'
    | 'memberships'
    | 'sessions'
  >
  broker: Broker
  catalogue: Pick<Catalogue, 'layoutOf' | 'onChange' | 'said'>
  rights: Pick<Rights, 'mayUseGateway' | 'entryOf'>
  log: ChannelLog
  /** What a gateway is made of when it lives in this process; undefined when it is elsewhere. */
  inside(gateway: Gateway): Inside | undefined
  /** What may be done to devices of gateways elsewhere; without it, everything. */
  may?: May
  /** A rule of a home wants somebody notified. */
  notified?: (serialNumber: string, news: unknown, event: string) => void
  /** Look on while homes do what they do. */
  watchers?: readonly Watcher[]
  /** Keeps the table of alarms of gateways of their own as the server's is. */
  alarmBook?: Pick<AlarmBook, 'serve' | 'came'>
  clock?: Clock
}

export interface Watcher extends Witness {
  /** A gateway came, or went. */
  gateway(serialNumber: string, online: boolean): void
}

export interface Homes extends LookingBack, Orders {
  /** The home as it is now, its devices in the order of the tile screen; undefined when there is no such gateway. */
  snapshot(serialNumber: string, part?: SnapshotPart): Promise<HomeSnapshot | undefined>
  /** Content hash of the layout of every device. */
  layouts(serialNumber: string): Promise<Record<string, string>>
  /** Whether it lives in this process. */
  isInside(gateway: Gateway): boolean
  /** Switches a gateway off that lives here, and says why. */
  down(serialNumber: string, cause: OfflineCause): Promise<void>
  /** Lets the home of such a gateway forget everything, as long as it is on. */
  reset(serialNumber: string): Promise<void>
  /** And on. */
  up(serialNumber: string): Promise<void>
  /** Asks a gateway of its own; undefined when it refuses, is not there or says nothing. */
  ask<N extends keyof Commands>(
    serialNumber: string,
    command: N,
    params: Commands[N]['params'],
  ): Promise<unknown>
  /** Takes on commands that the server answers. */
  answer(answers: Partial<ServerAnswers>): void
  /** What homes did, where it is backed up and brought back. */
  recorded: Pick<Recorder, 'bringBack' | 'upToDate'>
  /** Hears when a gateway has come. */
  onOnline(listener: (serialNumber: string) => void): () => void
  /** Those that this server has heard of since it started. */
  known(): readonly Home[]
  of(serialNumber: string): Promise<Home | undefined>
  deviceCount(serialNumber: string): Promise<number | undefined>
  close(): Promise<void>
}

/** A shadow is asked for in vain no longer than a person waits for a page. */
const PATIENCE_MS = 3000
/** Homes that keep one of these live by themselves. */
const LIVING = [CLOCK_KEY, UNDER_WAY_KEY, UPDATES_KEY]
const RECORDED = 'get_recorded_changes'
type Recorded = Commands[typeof RECORDED]['data']
/** Whoever waits for a machine to say that it will waits no longer than for a page's call. */
const MACHINE = { patience: 5000, retries: 1 }

/** All homes: those hosted here, made when somebody first asks for one, and the shadows of those elsewhere. */
export async function openHomes(options: HomesOptions): Promise<Homes> {
  const {
    store,
    broker,
    catalogue,
    log,
    clock = systemClock,
    may = () => true,
    notified = () => {},
    watchers = [],
  } = options
  const coreLog: DriverHost['log'] = (level, message, facts = {}) => {
    if (level !== 'debug') log[level](facts, message)
  }
  const news = new LayoutNews(options)
  const recorder = new Recorder({ store, catalogue, log, clock })
  const handOvers = new HandOvers({ recorder, clock, log })
  const onlineListeners = new Set<(serialNumber: string) => void>()
  const connections = new Connections({
    ...options,
    clock,
    settled: (serialNumber, online) => {
      if (online) for (const listener of onlineListeners) listener(serialNumber)
      recorder.gateway(serialNumber, online)
      for (const watcher of watchers) watcher.gateway(serialNumber, online)
    },
  })
  const witness: Witness = {
    event(home, event) {
      recorder.event(home, event)
      for (const watcher of watchers) watcher.event(home, event)
    },
    described(home) {
      recorder.described(home)
      for (const watcher of watchers) watcher.described(home)
    },
    scenes(home) {
      for (const watcher of watchers) watcher.scenes?.(home)
    },
  }
  const departures = new Departures(clock.now)
  const asker = new Asker(broker, clock, (serialNumber, command) => departures.took(serialNumber, command))
  const commands = new CommandLog({ audit: store.audit, sessions: store.sessions, log, now: clock.now })
  const hosted = new Map<string, Promise<HostedHome | undefined>>()

  /** Whoever has put the old device somewhere finds the new one there. */
  const succeed = async (serialNumber: string, device: string, successor: string): Promise<void> => {
    recorder
      .succeed(serialNumber, device, successor)
      .catch((error: unknown) =>
        log.error({ serialNumber, error: String(error) }, 'The history of a device was not carried over'),
      )
    try {
      for (const { userId, devices } of await store.tileOrders.succeed(serialNumber, device, successor))
        broker.publishToUser(userId, { event: 'tile_order_changed', data: { serialNumber, devices } })
      for (const { userId, revision } of await store.dashboards.succeed(serialNumber, device, successor))
        broker.publishToUser(userId, { event: 'dashboard_changed', data: { serialNumber, revision } })
    } catch (error) {
      log.error({ serialNumber, error: String(error) }, 'Tiles and cards were not carried over')
    }
  }

  const shadows = new Shadows(
    asker,
    clock.now,
    connections,
    departures,
    news,
    (serialNumber, { device, successor }) => void succeed(serialNumber, device, successor),
    notified,
    (who, command, response) => commands.answered(who, command, response),
    witness,
  )
  /** Why a gateway elsewhere gets no order from this user at present. */
  const refusedBy = (
    gateway: Gateway,
    userId: string,
    request: Pick<Request, 'command' | 'params'>,
  ): Refusal | undefined =>
    refusalOf(gateway, userId) ??
    refusedByAbility(may, shadows.of(gateway.serialNumber)?.devices() ?? [], request)

  const open = async (serialNumber: string): Promise<HostedHome | undefined> => {
    const gateway = await store.gateways.find(serialNumber)
    if (gateway?.connectionStatus !== 'online') return undefined
    const origin = await store.gatewayLife.homeOf(serialNumber)
    const inside = options.inside(origin ? { ...gateway, serialNumber: origin } : gateway)
    if (!inside) return undefined
    const address = await store.gatewayLife.address(serialNumber)
    const made = {
      ...(origin === '' ? { ...inside, ...inside.emptied } : inside),
      place: address && placeOf(address),
    }
    const home = await HostedHome.open(gateway, made, {
      clock,
      store,
      broker,
      log: coreLog,
      said: (changed, event) => witness.event(changed, event),
      described: (changed, device) => news.note(changed, device),
      replaced: ({ serialNumber: at }, device, successor) => void succeed(at, device, successor),
      notified: ({ serialNumber: at }, said, event) => notified(at, said, event),
    })
    news.add(home)
    recorder.gateway(serialNumber, true)
    for (const watcher of watchers) watcher.described(home)
    handOvers.appeared(home, async (params) => {
      const request = { id: randomUUID(), session: SERVER, command: RECORDED, params } as const
      const { code, data } = await home.handle(request, SERVER)
      return code === 0 ? (data as Recorded) : undefined
    })
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
    // A second look: the first may have been begun while the gateway was just coming up.
    const home = (await hostedHome(serialNumber)) ?? (await hostedHome(serialNumber))
    if (home ?? shadow) return home ?? shadow
    return (await store.gateways.find(serialNumber)) && emptyHome(serialNumber)
  }

  const back = lookingBack({ store, catalogue, recorder, handOvers, homeOf, now: clock.now })
  const answered = new ServerCommands()
  answered.serve(historyCommands(back, clock.now))

  const handled = async (incoming: Incoming): Promise<Response> => {
    const { serialNumber, userId, request } = incoming
    if (isAnsweredByServer(request.command)) {
      const gateway = changesSomething(request.command) && (await store.gateways.find(serialNumber))
      const refusal = gateway ? refusalOf(gateway, userId) : undefined
      return refusal ? { ...refusal, id: request.id } : answered.answer(incoming)
    }
    return (await hostedHome(serialNumber))?.handle(request, userId) ?? gatewayOffline(request.id)
  }
  const answer = async (incoming: Incoming): Promise<void> => {
    const { serialNumber, request } = incoming
    const { id } = request
    try {
      const response = await handled(incoming)
      commands.answered(incoming, request.command, response)
      broker.sendResponse(incoming, response)
    } catch (error) {
      log.error(
        { serialNumber, command: request.command, error: String(error) },
        'A command could not be handled',
      )
      broker.sendResponse(incoming, { id, code: codes.failed, message: 'The gateway could not do it' })
    }
  }

  /** Orders to a gateway of its own, as far as its condition lets them through (Z-08). */
  const passOn = async (incoming: Incoming): Promise<void> => {
    const { serialNumber, userId, request } = incoming
    const { id } = request
    try {
      const gateway = await store.gateways.find(serialNumber)
      const refusal = gateway ? refusedBy(gateway, userId, request) : gatewayOffline(id)
      if (refusal) {
        commands.answered(incoming, request.command, { ...refusal, id })
        return broker.sendResponse(incoming, { ...refusal, id })
      }
      shadows.asks(incoming, request)
      broker.sendRequest(serialNumber, userId, request)
    } catch (error) {
      log.error(
        { serialNumber, command: request.command, error: String(error) },
        'A command could not be passed on',
      )
      broker.sendResponse(incoming, { id, code: codes.failed, message: 'The gateway could not do it' })
    }
  }

  const order: Homes['order'] = async (serialNumber, userId, command, params, asking = MACHINE) => {
    const request: Request = { id: asking.id ?? randomUUID(), session: SERVER, command, params }
    if (!shadows.of(serialNumber)?.online()) {
      const home = await hostedHome(serialNumber)
      return home ? await home.handle(request, userId) : gatewayOffline(request.id)
    }
    const gateway = await store.gateways.find(serialNumber)
    const refusal = gateway && refusedBy(gateway, userId, request)
    if (refusal) return { ...refusal, id: request.id }
    const response = await asker.request(serialNumber, command, params, { ...asking, id: request.id })
    return response ?? gatewayOffline(request.id)
  }

  const limitedAnswers = new LimitedAnswers({ home: homeOf, order, log })
  const route = (incoming: Incoming): boolean => {
    const { command } = incoming.request
    if (isAnsweredByServer(command) || !shadows.of(incoming.serialNumber)?.online()) void answer(incoming)
    else if (changesSomething(command)) void passOn(incoming)
    else {
      shadows.asks(incoming, incoming.request)
      return false
    }
    return true
  }

  const opened = (serialNumber: string): void =>
    void hostedHome(serialNumber).catch((error: unknown) =>
      log.error({ serialNumber, error: String(error) }, 'A home could not be opened'),
    )

  broker.serve({
    request(incoming) {
      if (!limitedAnswers.has(incoming)) return route(incoming)
      void limitedAnswers.answer(incoming).then((said) => {
        if (said === 'pass') return route(incoming)
        commands.answered(incoming, incoming.request.command, said)
        broker.sendResponse(incoming, said)
      })
      return true
    },
    watched: opened,
    gatewaySaid: (topic, payload) => shadows.said(topic, payload),
    gatewayConnected: (serialNumber) => shadows.connected(serialNumber),
    gatewayListens(serialNumber) {
      shadows.listens(serialNumber)
      const shadow = shadows.of(serialNumber)
      if (shadow)
        handOvers.appeared(
          shadow,
          async (params) => (await asker.ask(serialNumber, RECORDED, params)) as Recorded | undefined,
        )
      void learnPlatform({ store, asker, log }, serialNumber)
      void options.alarmBook?.came(serialNumber)
    },
    gatewayLost(serialNumber) {
      shadows.lost(serialNumber)
      handOvers.lost(serialNumber)
    },
  })
  options.alarmBook?.serve({
    online: () => shadows.online(),
    send: async (serialNumber, table) =>
      (await asker.ask(serialNumber, 'alarm_table', { alarms: [...table] }, MACHINE)) !== undefined,
  })
  const cutOff = await connections.begin((gateway) => options.inside(gateway) !== undefined)
  for (const serialNumber of cutOff) for (const watcher of watchers) watcher.gateway(serialNumber, false)
  /** Where something waits for its time, or runs are under way, nobody else needs to be there. */
  const living = async (): Promise<ReadonlySet<string>> =>
    new Set((await Promise.all(LIVING.map((key) => store.homes.having(key)))).flat())
  for (const serialNumber of await living()) opened(serialNumber)
  const stopListening = catalogue.onChange(() => {
    news
      .tell()
      .catch((error: unknown) =>
        log.error({ error: String(error) }, 'A change of the catalogue was not told'),
      )
  })

  return {
    async snapshot(serialNumber, part) {
      const home = await homeOf(serialNumber)
      return home && snapshotOf(home, catalogue, clock.now(), part)
    },
    async layouts(serialNumber) {
      const home = await homeOf(serialNumber)
      return home ? hashesOf(home, catalogue) : {}
    },
    isInside: (gateway) => options.inside(gateway) !== undefined,
    async down(serialNumber, cause) {
      await connections.settle(serialNumber, 'offline', cause)
      const home = await hosted.get(serialNumber)?.catch(() => undefined)
      hosted.delete(serialNumber)
      if (home) news.drop(home)
      await home?.close()
    },
    async reset(serialNumber) {
      const home = await hostedHome(serialNumber)
      await home?.reset()
    },
    async up(serialNumber) {
      await connections.settle(serialNumber, 'online')
      if ((await living()).has(serialNumber)) opened(serialNumber)
    },
    answer: (answers) => answered.serve(answers),
    ask: (serialNumber, command, params) =>
      shadows.of(serialNumber)?.online()
        ? asker.ask(serialNumber, command, params, MACHINE)
        : Promise.resolve(undefined),
    order,
    recorded: recorder,
    onOnline(listener) {
      onlineListeners.add(listener)
      return () => void onlineListeners.delete(listener)
    },
    known: () => news.homes(),
    of: homeOf,
    ...back,
    deviceCount: async (serialNumber) => (await homeOf(serialNumber))?.devices().length,
    async close() {
      stopListening()
      connections.close()
      handOvers.close()
      const homes = await Promise.allSettled(hosted.values())
      await Promise.all(homes.map((home) => home.status === 'fulfilled' && home.value?.close()))
      await recorder.close()
    },
  }
}

/** A gateway that is known, and that nobody has heard of since the server started. */
const emptyHome = (serialNumber: string): Home => ({
  serialNumber,
  devices: () => [],
  device: () => undefined,
  floors: () => [],
  bridges: () => [],
  zone: () => undefined,
  rules: () => [],
  seq: () => 0,
  online: () => false,
})
