import { join, resolve } from 'node:path'
import alarmRules from '#catalogue/rules/alarms.json' with { type: 'json' }
import rulesOfDeviceUpdates from '#catalogue/rules/device-updates.json' with { type: 'json' }
import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import { Announcements } from './announcements/announcements.ts'
import { buildApp } from './app.ts'
import { AccountNotices } from './auth/account-notices.ts'
import { Codes } from './auth/codes.ts'
import { Contacts } from './auth/contacts.ts'
import { Deletion } from './auth/deletion.ts'
import { Devices } from './auth/devices.ts'
import { Factors } from './auth/factors/factors.ts'
import { passkeyPlace } from './auth/factors/place.ts'
import { firstAdministratorLink } from './auth/passwords/password-link.ts'
import { SessionKeeper } from './auth/sessions.ts'
import { bridgesInside, seedBridges } from './bridges.ts'
import { Bulk } from './bulk/bulk.ts'
import { type Catalogue, openCatalogue } from './catalogue/catalogue.ts'
import { DefinitionNews } from './catalogue/definition-news.ts'
import { projectPlaces } from './catalogue/definitions/places.ts'
import { stampsOf } from './catalogue/definitions/shipped.ts'
import { Rollouts } from './catalogue/rollouts/rollouts.ts'
import { Studio } from './catalogue/studio/studio.ts'
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
import { GoldenHomes } from './drift/golden-homes.ts'
import { compareAtNight } from './drift/nights.ts'
import { type Gateways, openGateways } from './gateways/gateways.ts'
import { licenceFormFault } from './gateways/licences.ts'
import { LinkedAccounts } from './gateways/linked-accounts.ts'
import { type Pace, usualPace } from './gateways/pace.ts'
import { placeFinder } from './gateways/places.ts'
import { DeviceUpdates } from './gateways/updates/device-updates.ts'
import { UpdateWatch } from './gateways/updates/update-watch.ts'
import { mayBy } from './homes/abilities.ts'
import { AlarmBook } from './homes/alarms/alarm-book.ts'
import { openAlarms } from './homes/alarms/open-alarms.ts'
import { Outsiders } from './homes/alarms/outsiders.ts'
import { SERVER } from './homes/asker.ts'
import { StatusCalendarBook } from './homes/calendars/status-calendar-book.ts'
import { CallAddressBook } from './homes/calls/call-addresses.ts'
import { SceneCalls } from './homes/calls/scene-calls.ts'
import { WebAddressBook } from './homes/calls/web-addresses.ts'
import { Census } from './homes/fleet/census.ts'
import { FleetReports } from './homes/fleet/reports.ts'
import { type Homes, type HomesOptions, openHomes } from './homes/homes.ts'
import { virtualInside } from './homes/hosted/virtual-inside.ts'
import { MailConsentBook } from './homes/mail-consents.ts'
import { NetworkSnapshots } from './homes/network-snapshots.ts'
import { newcomersOf } from './homes/newcomers.ts'
import { Reaches } from './homes/reach/reaches.ts'
import { Statistics } from './homes/statistic/statistic.ts'
import { QuestionBook } from './homes/telling/questions.ts'
import { reachOfPeople } from './homes/telling/reach-of-people.ts'
import { RuleNews } from './homes/telling/rule-news.ts'
import { ToldTexts } from './homes/telling/told-texts.ts'
import { keepHouse } from './housekeeping.ts'
import { Proxies } from './http/proxies.ts'
import { Sites } from './http/same-site.ts'
import { JobEngine } from './jobs/job-engine.ts'
import { type JobPace, usualJobPace } from './jobs/job-pace.ts'
import { Legal } from './legal.ts'
import type { Channel } from './lib/channel/port.ts'
import { systemClock } from './lib/clock.ts'
import { Refusal } from './lib/refusal.ts'
import { addressOf, channelsOf, close, gatewayDoor, listen, listener } from './listening.ts'
import type { Log } from './log.ts'
import { Metrics } from './metrics.ts'
import { Notifier } from './notifications.ts'
import { readClients } from './oauth/clients.ts'
import { IdentityProvider } from './oauth/identity-provider.ts'
import { letIn } from './oauth/platforms.ts'
import { Programs } from './oauth/programs.ts'
import { Operations } from './operations/operations.ts'
import { BackgroundTasks } from './outbound/background-tasks.ts'
import { ServerKeys } from './outbound/carriers/server-keys.ts'
import { carriersOf } from './outbound/carriers.ts'
import { Mails } from './outbound/mails.ts'
import { Messenger } from './outbound/messenger.ts'
import { Outbound } from './outbound/outbound.ts'
import { PushDevices } from './outbound/push-devices.ts'
import { sealFor } from './outbound/seal.ts'
import type { KnownSetup } from './privacy/documents.ts'
import { PersonalExports } from './privacy/exports.ts'
import { createRights } from './rights.ts'
import { SelfCheck } from './self-check/self-check.ts'
import { StrangeProxies } from './self-check/strange-proxies.ts'
import { readSettings, SettingsError } from './settings.ts'
import type { StoreError } from './store/errors.ts'
import { openStore, type Store } from './store/store.ts'
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
export async function start(
  config: Config,
  { root, log, now = Date.now, insideOf, stamps, pace, jobPace, lost, shows }: Surroundings,
): Promise<Running> {
  const metrics = new Metrics()
  const places = projectPlaces(root)
  const closing: (() => Promise<void> | void)[] = []
  const stop = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const settings = readSettings(join(root, 'catalogue'), config.settingsFile, (message) =>
      log.warn(message),
    )
    const unusable = settings
      .all()
      .map(licenceFormFault)
      .find((fault) => fault !== undefined)
    if (unusable !== undefined) throw new SettingsError(`${config.settingsFile}: ${unusable}`)
    const clients = letIn(readClients(config.settingsFile), settings.flags, (clientId, flag) =>
      log.warn(`The program ${clientId} is not let in: ${flag} is off`),
    )
    const [store, catalogue] = await Promise.all([
      openStore(config.store, {
        log: (level, message, facts) => log[level](facts ?? {}, message),
        ...(lost && { lost }),
      }).then((opened) => {
        closing.push(() => opened.close())
        return opened
      }),
      openCatalogue(resolve(root, config.catalogue), {
        locales: join(root, 'locales'),
        watch: true,
        log,
        shipped: { places, stamps: stamps ?? stampsOf(places.catalogue) },
      }).then((opened) => {
        closing.push(() => opened.close())
        return opened
      }),
    ])
    await store.accounts.giveLinkedIds()
    const legal = new Legal(join(root, 'catalogue'))
    await keepDemoApart(store, config, { log, now: now() })
    if (config.mode === 'demo') await seedDemo(store, { now: now(), policyVersion: legal.version(settings) })
    await seedBridges(store, config.bridges, config.mode === 'demo' ? demoOwner : null, now())

    const rights = createRights(store)
    const sessions = new SessionKeeper(store.sessions, config.session, now)
    const sites = new Sites(config.origins)
    const proxies = new Proxies(config.proxies)
    const server = listener(config)
    // Open connections of the channel keep the server from being closed: it waits for them, they don't wait for it.
    let closed = Promise.resolve()
    closing.push(() => closed)
    const reaches = new Reaches({
      ...{ store, rights },
      dismiss: (userId) => broker.dismissUser(userId),
      connectedUsers: () => broker.connectedUsers(),
      trouble: (error) =>
        log.error({ error: String(error) }, 'What somebody finds of a home was not looked at'),
    })
    const broker = await startBroker({
      reaches,
      server,
      tcp: config.gateways,
      store,
      rights,
      origins: (origin, host) => sites.isOwnPage(origin, host),
      sessionLives: (session) => sessions.lives(session),
      clientOf: (request) => proxies.clientOf(request),
      log,
      metrics,
      limits: { connectsPerMinute: config.connectsPerMinute },
    })
    closing.push(() => broker.close())
    closing.push(catalogue.onChange(new DefinitionNews(catalogue, broker).tell))
    metrics.gauge('channel_connections', () => broker.connections())
    const alarmBook = await AlarmBook.open({ store, broker, now }, rulesOfAlarms)
    const bridges = await bridgesInside(config.bridges, catalogue, log)
    const virtual = virtualInside(catalogue, settings.flags, alarmBook.table, ({ serialNumber }) =>
      config.mode === 'demo' && serialNumber === demoSerialNumber
        ? demoHome(catalogue, { newcomers: newcomersOf(catalogue) })
        : undefined,
    )
    const shipped: InsideOf = (gateway) => bridges.get(gateway.serialNumber)?.() ?? virtual(gateway)
    const inside = insideOf?.(catalogue, shipped) ?? shipped
    const seal = sealFor(config.store)
    const pushSeal = sealFor(config.store, 'push')
    const serverKeys = new ServerKeys({ store, seal: sealFor(config.store, 'own keys') })
    await serverKeys.read()
    const webAddresses = new WebAddressBook({
      ...{ store, rights, now },
      seal: sealFor(config.store, 'web addresses'),
      privateHosts: config.ways.privateCalls,
    })
    const sceneCalls = new SceneCalls({ addresses: webAddresses, log })
    const outbound = new Outbound({
      store,
      seal,
      carriers: carriersOf(config, {
        ...{ store, sessions, keys: serverKeys, seal: pushSeal, now },
        web: {
          called: (id) => webAddresses.called(id),
          isPrivateAllowed: (host) => webAddresses.isPrivateAllowed(host),
          settled: (what) => sceneCalls.settled(what),
        },
      }),
      log,
      metrics,
      now,
    })
    const background = new BackgroundTasks(log)
    closing.push(() => outbound.stop())
    closing.push(() => background.done())
    const mails = new Mails(
      join(root, 'locales'),
      outbound,
      background,
      () => config.origins[0] ?? addressOf(config, server),
      { limits: store.limits, log, now },
    )
    const messenger = new Messenger({ store, outbound, mails, now })
    const pushDevices = new PushDevices({
      ...{ store, messenger, mails, now },
      ...{ seal: pushSeal, keys: serverKeys, services: config.ways.push },
    })
    const questions = new QuestionBook({ store, rights, broker, homes: () => homes, now })
    const notifier = new Notifier({ store, broker, rights, messenger, questions, log, now })
    const address = new RegExp(String(settings.flags.EMAIL_REGEX), 'u')
    const consents = new MailConsentBook({ store, mails, now })
    const outsiders = new Outsiders({ consents, mails, outbound })
    const alarms = await openAlarms({
      ...{ store, broker, messenger, outsiders, notifier, mails, log, settings },
      ...{ rules: rulesOfAlarms, book: alarmBook, clock: { ...systemClock, now } },
    })
    const { alarming } = alarms
    closing.push(() => alarms.close())
    const texts = new ToldTexts({
      locales: join(root, 'locales'),
      catalogue,
      devices: async (serialNumber) => (await homes.of(serialNumber))?.devices() ?? [],
    })
    const ruleNews = new RuleNews({
      ...{ store, mails, consents, notifier, alarming, texts, questions, address, log, calls: sceneCalls },
      people: reachOfPeople(() => homes, reaches),
      report: (serialNumber, said) => homes.order(serialNumber, SERVER, 'note_rule_told', said),
      clock: { ...systemClock, now },
    })
    const may = mayBy(catalogue, settings.flags)
    const census = new Census({ store, broker, log, clock: { ...systemClock, now } })
    const updateWatch = new UpdateWatch()
    const deviceUpdates = new DeviceUpdates(rulesOfDeviceUpdates)
    const homes: Homes = await openHomes({
      ...{ store, broker, catalogue, rights, log, inside, may },
      watchers: [...alarms.watchers, census.watcher, reaches.watcher, updateWatch, deviceUpdates],
      alarmBook,
      notified: (serialNumber, said, event) => ruleNews.take(serialNumber, said, event),
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
    closing.push(() => statusCalendars.stop())
    closing.push(() => homes.close())
    if (config.mode === 'demo') {
      await seedFleetPast(store, now())
      await seedNetworkPast(store, catalogue, now())
      await seedTariffs(store)
      await seedAlarms(store, rulesOfAlarms, {
        ...{ serialNumber: demoSerialNumber, owner: demoOwner, guest: 'demo-guest', now: now() },
      })
    }
    alarms.look()
    const networks = new NetworkSnapshots({ store, homes, clock: { ...systemClock, now }, log })
    networks.start()
    closing.push(() => networks.stop())
    // What happens to gateways goes on at once, and is counted at its end.
    await census.start(homes)
    closing.push(() => census.close())
    const gateways = await openGateways({
      store,
      broker,
      homes,
      rights,
      settings,
      log,
      clock: { ...systemClock, now },
      monotonic: () => performance.now(),
      pace: { ...usualPace, ...pace },
      heard: (serialNumber, event, data) => census.failures.told(serialNumber, event, data),
      over: (serialNumber) => Promise.all([census.countNow(serialNumber), networks.renew(serialNumber)]),
    })
    closing.push(() => gateways.close())
    updateWatch.tell(gateways.updatesDue)
    const installing = await store.gateways.installing()
    deviceUpdates.told(gateways.firmwareNews, installing)
    // What is elsewhere says so itself, once it is there again.
    for (const { serialNumber } of (await store.gateways.some(installing)).filter(homes.isInside))
      homes.of(serialNumber).then(
        (home) => home && deviceUpdates.found(home),
        (error: unknown) => log.error({ serialNumber, error: String(error) }, 'A home could not begin'),
      )
    const clock = { ...systemClock, now }
    const engine = new JobEngine({ jobs: store.jobs, clock, log, pace: { ...usualJobPace, ...jobPace } })
    const bulk = new Bulk({ store, homes, engine, broker, clock, log })
    const operations = new Operations({ store, homes, engine, rights, broker, clock, log })
    const goldenHomes = new GoldenHomes({
      ...{ store, homes, engine, broker, clock, log },
      backups: gateways.backups,
    })
    const announcements = new Announcements({
      ...{ store, homes, engine, messenger, outbound, broker, clock, log },
    })
    const studio = new Studio({
      catalogue,
      folder: resolve(root, config.catalogue),
      locales: join(root, 'locales'),
      homes: () => homes.known(),
    })
    const rollouts = new Rollouts({ store, catalogue, studio, homes, engine, broker, clock, log })
    await rollouts.start()
    await engine.start()
    closing.push(() => rollouts.stop())
    closing.push(() => engine.stop())
    closing.push(compareAtNight({ store, goldenHomes, clock, log }).stop)
    closing.push(
      homes.onOnline((serialNumber) => {
        engine.wake(serialNumber).catch((error: unknown) => {
          log.error({ serialNumber, error: String(error) }, 'What waited for a gateway was not begun')
        })
      }),
    )

    const channel: Channel = {
      issueToken: async (session) => ({
        ...(await issueChannelToken(store.tokens, session, now())),
        wait: broker.connectsIn(session.key),
      }),
      cutSession: (key, reason) => broker.cutSession(key, reason),
      cutGateway: (serialNumber) => broker.cutGateway(serialNumber),
      tellUser: (userId, event) => broker.publishToUser(userId, event),
      dismissUser: (userId) => broker.dismissUser(userId),
      recheck: (userId) => broker.recheck(userId),
    }
    const identityProvider = providerOf(config, now)
    if (settings.flags.EXTERNAL_LOGIN === true && !identityProvider)
      log.warn('EXTERNAL_LOGIN is on, but GATEHOUSE_OIDC_ISSUER is not set: nobody can sign in externally')
    const programs = new Programs(store.oauth, clients, now)
    const deletion = new Deletion({
      store,
      channel,
      release: (serialNumber, owner) =>
        gateways.assignments.release(serialNumber, 'gateway_unassigned', owner),
      now,
      graceMs: config.deletionGraceMs,
    })
    const codes = new Codes(store, mails, seal, now)
    const linkedAccounts = new LinkedAccounts({
      ...{ store, codes, background, channel, settings, now },
      ...{ news: gateways.news, privilege: gateways.privilege },
    })
    const exports = new PersonalExports({
      ...{ store, broker, mails, settings, log },
      setupOf: (serialNumber) => knownSetup(gateways.backups, serialNumber),
      // Whoever looks back makes the home hand over what it has.
      gathered: (serialNumber) => homes.history(serialNumber, { named: [] }, { from: now(), to: now() }),
      locales: join(root, 'locales'),
      clock: { ...systemClock, now },
      pause: pace?.exportStep ?? usualPace.exportStep,
    })
    closing.push(() => exports.stop())
    closing.push(
      keepHouse({
        ...{ store, sessions, channel, outbound, pushDevices, deletion, linkedAccounts, exports, log, now },
      }),
    )
    const backups = config.backups && new WholeBackups(config.backups, { ...systemClock, now }, log)
    if (backups) {
      metrics.gauge('backup_last_timestamp_seconds', () => (backups.last ?? 0) / 1000)
      closing.push(() => backups.stop())
    }
    const strangeProxies = new StrangeProxies(proxies, (address) =>
      log.warn({ address }, 'A proxy that GATEHOUSE_PROXIES does not name passes calls on'),
    )
    const selfCheck = new SelfCheck(join(root, 'locales'), () => ({
      config,
      store,
      faults: catalogue.problems().length,
      strangeProxies: strangeProxies.addresses,
      backupFailure: backups?.failure,
    }))
    const accountNotices = new AccountNotices(mails)
    const parts = {
      selfCheck,
      gatewayDoor: () =>
        gatewayDoor(config, config.origins[0] ?? addressOf(config, server), broker.tcp?.port),
      config,
      store,
      rights,
      reaches,
      sessions,
      settings,
      channel,
      homes,
      bulk,
      operations,
      goldenHomes,
      announcements,
      networks,
      statistics: new Statistics({ store, homes, locales: join(root, 'locales'), now }),
      census,
      fleetReports: new FleetReports({ store, census, now }),
      gateways,
      places: placeFinder(config.geo),
      catalogue,
      studio,
      rollouts,
      log,
      metrics,
      now,
      clients,
      programs,
      identityProvider,
      mails,
      notifier,
      questions,
      pushDevices,
      alarmBook,
      alarming,
      messenger,
      outsiders,
      outbound,
      consents,
      webAddresses,
      statusCalendars,
      callAddresses: new CallAddressBook({ store, rights, homes, metrics, now }),
      legal,
      deletion,
      codes,
      linkedAccounts,
      contacts: new Contacts({ store, codes, background }),
      exports,
      factors: new Factors({
        store,
        seal: sealFor(config.store, 'second factors'),
        settings,
        mode: config.mode,
        place: () => passkeyPlace(config.origins, addressOf(config, server)),
        now,
      }),
      accountNotices,
      devices: new Devices({
        store,
        accountNotices,
        secure: config.tls !== undefined || config.origins.some((origin) => origin.startsWith('https:')),
        now,
      }),
    }
    const channels = (): string[] => channelsOf(config, server)
    const app = await buildApp(parts, { server, root, sites, proxies, strangeProxies, channels })
    closing.push(() => app.close())
    await listen(server, config)
    closing.push(() => {
      closed = close(server)
    })

    outbound.start()
    exports.start()
    if (shows && config.mode === 'demo')
      closing.push(
        // Of one that was begun before, or is gone, nothing more is wanted.
        systemClock.after(DEMO_RECORDED_MS, () => void exports.begin(demoExport).catch(() => undefined)),
      )
    backups?.start()
    await selfCheck.tell(log)
    const vacant = config.mode === 'production' && (await store.accounts.count('admin')) === 0
    return {
      url: addressOf(config, server),
      gatewayPort: broker.tcp?.port,
      firstAdministrator: vacant
        ? `/resetPassword/${await firstAdministratorLink(store, config.admin, now())}`
        : undefined,
      store,
      metrics,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** How a home is set up; of one that cannot be asked, how it was when it was backed up. */
const knownSetup = (
  backups: Pick<Gateways['backups'], 'read' | 'lastKnown'>,
  serialNumber: string,
): Promise<KnownSetup | undefined> =>
  backups.read(serialNumber).then(
    (content) => ({ content }),
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return backups.lastKnown(serialNumber)
    },
  )

const providerOf = ({ identityProvider, origins: [origin] }: Config, now: () => number) =>
  identityProvider && origin !== undefined ? new IdentityProvider(identityProvider, origin, now) : undefined
