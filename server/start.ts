import { join } from 'node:path'
import alarmRules from '#catalogue/rules/alarms.json' with { type: 'json' }
import rulesOfDeviceUpdates from '#catalogue/rules/device-updates.json' with { type: 'json' }
import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import { buildApp } from './app.ts'
import { firstAdministratorLink } from './auth/passwords/password-link.ts'
import { SessionKeeper } from './auth/sessions.ts'
import { bridgesInside, seedBridges } from './bridges.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { DefinitionNews } from './catalogue/definition-news.ts'
import { startBroker } from './channel/broker.ts'
import { issueChannelToken } from './channel/tokens.ts'
import type { Config } from './config.ts'
import { demoExport, demoOwner, demoSerialNumber, seedDemo } from './demo/accounts.ts'
import { seedAlarms } from './demo/alarms.ts'
import { seedFleetPast } from './demo/fleet-past.ts'
import { demoHome } from './demo/home.ts'
import { seedTariffs } from './demo/meters.ts'
import { seedNetworkPast } from './demo/network.ts'
import { keepDemoApart } from './demo/place.ts'
import { openGateways } from './gateways/gateways.ts'
import { type Pace, usualPace } from './gateways/pace.ts'
import { placeFinder } from './gateways/places.ts'
import { DeviceUpdates } from './gateways/updates/device-updates.ts'
import { UpdateWatch } from './gateways/updates/update-watch.ts'
import { mayBy } from './homes/abilities.ts'
import { AlarmBook } from './homes/alarms/alarm-book.ts'
import { StatusCalendarBook } from './homes/calendars/status-calendar-book.ts'
import { CallAddressBook } from './homes/calls/call-addresses.ts'
import { Census } from './homes/fleet/census.ts'
import { FleetReports } from './homes/fleet/reports.ts'
import { type Homes, type HomesOptions, openHomes } from './homes/homes.ts'
import { virtualInside } from './homes/hosted/virtual-inside.ts'
import { NetworkSnapshots } from './homes/network-snapshots.ts'
import { newcomersOf } from './homes/newcomers.ts'
import { Reaches } from './homes/reach/reaches.ts'
import { Statistics } from './homes/statistic/statistic.ts'
import { keepHouse } from './housekeeping.ts'
import { Proxies } from './http/proxies.ts'
import { Sites } from './http/same-site.ts'
import type { JobPace } from './jobs/job-pace.ts'
import { Legal } from './legal.ts'
import type { Broker, Channel } from './lib/channel/port.ts'
import { systemClock } from './lib/clock.ts'
import { addressOf, channelsOf, close, gatewayDoor, listen, listener } from './listening.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { sealFor } from './outbound/seal.ts'
import { SelfCheck } from './self-check/self-check.ts'
import { StrangeProxies } from './self-check/strange-proxies.ts'
import { openFleetWork } from './start/fleet-work.ts'
import { type AtEnd, type Ground, openGround } from './start/ground.ts'
import { openPeople } from './start/people.ts'
import { openTelling } from './start/telling.ts'
import type { StoreError } from './store/errors.ts'
import type { Store } from './store/store.ts'
import { WholeBackups } from './whole-backups.ts'

export interface Running {
  /** Where pages and API are, e.g. `http://127.0.0.1:8080`. */
  url: string
  /** Where gateways of their own sign in. */
  gatewayPort: number | undefined
  /** Path of the page on which the first administrator sets a password; only while there is none. */
  firstAdministrator: string | undefined
  store: Store
  metrics: Metrics
  stop(): Promise<void>
}

export interface Surroundings {
  /** The project's folder. */
  root: string
  log: Log
  /** Epoch ms; tests own it. */
  now?: () => number
  /** Other gateways to live in this process, before those of the demo; measurements bring their own. */
  insideOf?: (catalogue: Catalogue, shipped: InsideOf) => InsideOf
  /** What the app beside the server was built with, by file; without it, what the files say at the start. */
  stamps?: ReadonlyMap<string, string> | undefined
  /** How long what happens to gateways takes; tests don't wait that long. */
  pace?: Partial<Pace>
  /** The same for what is tried again. */
  jobPace?: Partial<JobPace>
  /** A visitor of the demo finds an export to look at. */
  shows?: boolean
  /** The store belongs to another server now: nothing can be written any more. */
  lost?: (error: StoreError) => void
}

type InsideOf = HomesOptions['inside']

/** By then the demo home has handed over what it did before anybody looked, and who has just begun waits for no export. */
const DEMO_RECORDED_MS = 300_000

const rulesOfAlarms = alarmRules as AlarmRules

/** Everything that one server consists of, from the store to the open port. */
export async function start(config: Config, surroundings: Surroundings): Promise<Running> {
  const closing: Parameters<AtEnd>[0][] = []
  const stop = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const running = await begin(config, surroundings, (end) => void closing.push(end))
    return { ...running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function begin(
  config: Config,
  { root, log, now = Date.now, insideOf, stamps, pace, jobPace, lost, shows }: Surroundings,
  atEnd: AtEnd,
): Promise<Omit<Running, 'stop'>> {
  const ground = await openGround({ config, root, log, now, stamps, lost }, atEnd)
  const { metrics, settings, clients, store, catalogue, rights, locales, clock } = ground
  const isDemo = config.mode === 'demo'
  const legal = new Legal(join(root, 'catalogue'))
  await keepDemoApart(store, config, { log, now: now() })
  if (isDemo) await seedDemo(store, { now: now(), policyVersion: legal.version(settings) })
  await seedBridges(store, config.bridges, isDemo ? demoOwner : null, now())

  const sessions = new SessionKeeper(store.sessions, config.session, now)
  const sites = new Sites(config.origins)
  const proxies = new Proxies(config.proxies)
  const server = listener(config)
  const address = (): string => addressOf(config, server)
  const knownAddress = (): string => config.origins[0] ?? address()
  // Open connections of the channel keep the server from being closed: it waits for them, they don't wait for it.
  let closed = Promise.resolve()
  atEnd(() => closed)
  const reaches = new Reaches({
    ...{ store, rights },
    dismiss: (userId) => broker.dismissUser(userId),
    connectedUsers: () => broker.connectedUsers(),
    trouble: (error) =>
      log.error({ error: String(error) }, 'What somebody finds of a home was not looked at'),
  })
  const broker = await startBroker({
    ...{ reaches, server, store, rights, log, metrics },
    tcp: config.gateways,
    origins: (origin, host) => sites.isOwnPage(origin, host),
    sessionLives: (session) => sessions.lives(session),
    clientOf: (request) => proxies.clientOf(request),
    limits: { connectsPerMinute: config.connectsPerMinute },
  })
  atEnd(() => broker.close())
  atEnd(catalogue.onChange(new DefinitionNews(catalogue, broker).tell))
  metrics.gauge('channel_connections', () => broker.connections())

  const alarmBook = await AlarmBook.open({ store, broker, now }, rulesOfAlarms)
  const shipped = await homesInside(ground, alarmBook)
  const telling = await openTelling(
    {
      ...ground,
      ...{ broker, sessions, reaches, alarmBook, alarmRules: rulesOfAlarms },
      homes: () => homes,
      address: knownAddress,
    },
    atEnd,
  )
  const { alarms, outbound, messenger, mails, sceneCalls, pushDevices } = telling
  const census = new Census({ store, broker, log, clock })
  const updateWatch = new UpdateWatch()
  const deviceUpdates = new DeviceUpdates(rulesOfDeviceUpdates)
  const homes: Homes = await openHomes({
    ...{ store, broker, catalogue, rights, log, alarmBook },
    inside: insideOf?.(catalogue, shipped) ?? shipped,
    may: mayBy(catalogue, settings.flags),
    watchers: [...alarms.watchers, census.watcher, reaches.watcher, updateWatch, deviceUpdates],
    notified: (serialNumber, said, event) => telling.ruleNews.take(serialNumber, said, event),
  })
  reaches.serve(homes)
  sceneCalls.serve(homes, outbound)
  const statusCalendars = new StatusCalendarBook({
    ...{ store, rights, homes, log, now },
    seal: sealFor(config.store, 'calendars'),
    privateHosts: config.ways.privateCalls,
    every: pace?.calendars ?? usualPace.calendars,
  })
  statusCalendars.start()
  atEnd(() => statusCalendars.stop())
  atEnd(() => homes.close())
  if (isDemo) await seedDemoPast(ground)
  alarms.look()
  const networks = new NetworkSnapshots({ store, homes, clock, log })
  networks.start()
  atEnd(() => networks.stop())
  // What happens to gateways goes on at once, and is counted at its end.
  await census.start(homes)
  atEnd(() => census.close())
  const gateways = await openGateways({
    ...{ store, broker, homes, rights, settings, log, clock },
    monotonic: () => performance.now(),
    pace: { ...usualPace, ...pace },
    heard: (serialNumber, event, data) => census.failures.told(serialNumber, event, data),
    over: (serialNumber) => Promise.all([census.countNow(serialNumber), networks.renew(serialNumber)]),
  })
  atEnd(() => gateways.close())
  updateWatch.tell(gateways.updatesDue)
  const installing = await store.gateways.installing()
  deviceUpdates.told(gateways.firmwareNews, installing)
  // What is elsewhere says so itself, once it is there again.
  for (const { serialNumber } of (await store.gateways.some(installing)).filter(homes.isInside))
    homes.of(serialNumber).then(
      (home) => home && deviceUpdates.found(home),
      (error: unknown) => log.error({ serialNumber, error: String(error) }, 'A home could not begin'),
    )
  const fleetWork = await openFleetWork(
    {
      ...ground,
      ...{ broker, homes, messenger, outbound, pace: jobPace },
      backups: gateways.backups,
    },
    atEnd,
  )

  const channel = channelOf(ground, broker)
  const people = openPeople(
    {
      ...{ ...ground, broker, channel, homes, gateways, mails, address },
      ...{ background: telling.background, seal: telling.seal },
      exportStep: pace?.exportStep ?? usualPace.exportStep,
    },
    atEnd,
  )
  const { exports, deletion, linkedAccounts } = people
  atEnd(
    keepHouse({
      ...{ store, sessions, channel, outbound, pushDevices, deletion, linkedAccounts, exports, log, now },
    }),
  )
  const backups = config.backups && new WholeBackups(config.backups, clock, log)
  if (backups) {
    metrics.gauge('backup_last_timestamp_seconds', () => (backups.last ?? 0) / 1000)
    atEnd(() => backups.stop())
  }
  const strangeProxies = new StrangeProxies(proxies, (address) =>
    log.warn({ address }, 'A proxy that GATEHOUSE_PROXIES does not name passes calls on'),
  )
  const selfCheck = new SelfCheck(locales, () => ({
    config,
    store,
    faults: catalogue.problems().length,
    strangeProxies: strangeProxies.addresses,
    backupFailure: backups?.failure,
  }))
  const parts = {
    ...{ config, store, rights, reaches, sessions, settings, clients, channel, homes, gateways },
    ...{ catalogue, log, metrics, now, legal, selfCheck, networks, census, alarmBook, statusCalendars },
    ...telling,
    ...fleetWork,
    ...people,
    alarming: alarms.alarming,
    places: placeFinder(config.geo),
    statistics: new Statistics({ store, homes, locales, now }),
    fleetReports: new FleetReports({ store, census, now }),
    callAddresses: new CallAddressBook({ store, rights, homes, metrics, now }),
    gatewayDoor: () => gatewayDoor(config, knownAddress(), broker.tcp?.port),
  }
  const channels = (): string[] => channelsOf(config, server)
  const app = await buildApp(parts, { server, root, sites, proxies, strangeProxies, channels })
  atEnd(() => app.close())
  await listen(server, config)
  atEnd(() => {
    closed = close(server)
  })

  outbound.start()
  exports.start()
  if (shows && isDemo)
    atEnd(
      // Of one that was begun before, or is gone, nothing more is wanted.
      systemClock.after(DEMO_RECORDED_MS, () => void exports.begin(demoExport).catch(() => undefined)),
    )
  backups?.start()
  await selfCheck.tell(log)
  const vacant = config.mode === 'production' && (await store.accounts.count('admin')) === 0
  return {
    url: address(),
    gatewayPort: broker.tcp?.port,
    firstAdministrator: vacant
      ? `/resetPassword/${await firstAdministratorLink(store, config.admin, now())}`
      : undefined,
    store,
    metrics,
  }
}

/** The gateways that live in this process: bridges to real ones, virtual ones, and that of the demo. */
async function homesInside(
  { config, catalogue, settings, log }: Ground,
  alarmBook: AlarmBook,
): Promise<InsideOf> {
  const bridges = await bridgesInside(config.bridges, catalogue, log)
  const virtual = virtualInside(catalogue, settings.flags, alarmBook.table, ({ serialNumber }) =>
    config.mode === 'demo' && serialNumber === demoSerialNumber
      ? demoHome(catalogue, { newcomers: newcomersOf(catalogue) })
      : undefined,
  )
  return (gateway) => bridges.get(gateway.serialNumber)?.() ?? virtual(gateway)
}

/** What the demo did before anybody looked. */
async function seedDemoPast({ store, catalogue, now }: Ground): Promise<void> {
  await seedFleetPast(store, now())
  await seedNetworkPast(store, catalogue, now())
  await seedTariffs(store)
  await seedAlarms(store, rulesOfAlarms, {
    ...{ serialNumber: demoSerialNumber, owner: demoOwner, guest: 'demo-guest', now: now() },
  })
}

const channelOf = ({ store, now }: Ground, broker: Broker): Channel => ({
  issueToken: async (session) => ({
    ...(await issueChannelToken(store.tokens, session, now())),
    wait: broker.connectsIn(session.key),
  }),
  cutSession: (key, reason) => broker.cutSession(key, reason),
  cutGateway: (serialNumber) => broker.cutGateway(serialNumber),
  tellUser: (userId, event) => broker.publishToUser(userId, event),
  dismissUser: (userId) => broker.dismissUser(userId),
  recheck: (userId) => broker.recheck(userId),
})
