import type { Clock } from '#gateway/core/ports.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { Broker, ChannelLog } from '#server/lib/channel/port.ts'
import { MissingReferenceError } from '#server/store/errors.ts'
import type { GatewayCount } from '#server/store/statistics.ts'
import type { Store } from '#server/store/store.ts'
import type { Home } from '../home.ts'
import type { Homes, Watcher } from '../homes.ts'
import { Shadow } from '../shadow.ts'
import { FailureWatch } from './failure-watch.ts'
import { classesOf, DAY, dayOf, rules } from './rules.ts'

/** Written so often: what failed, and homes that were described anew. */
const WRITES_MS = 15_000
const PAGE = 500
/** So many gateways are asked at once. */
const AT_ONCE = 8

interface CensusParts {
  store: Pick<Store, 'gateways' | 'marks' | 'statistics'>
  broker: Pick<Broker, 'publishToAdmins'>
  log: ChannelLog
  clock: Clock
}

type KnownHomes = Pick<Homes, 'known' | 'of' | 'isInside' | 'ask'>
type RuleList = Commands['get_rules_list']['data']

/** Knows what gateways consist of and how they do: counted each day, when somebody asks, and as they describe themselves (decision 0163). */
export class Census {
  readonly #parts: CensusParts
  readonly failures: FailureWatch
  /** Described anew since they were counted. */
  readonly #described = new Map<string, Home>()
  #homes: KnownHomes | undefined
  #running: Promise<void> | undefined
  #stops: (() => void)[] = []
  #closed = false

  constructor(parts: CensusParts) {
    this.#parts = parts
    this.failures = new FailureWatch(() => parts.clock.now())
  }

  /** Looks on while homes do what they do. */
  readonly watcher: Watcher = {
    event: (home, { event, data }) => {
      this.failures.told(home.serialNumber, event, data)
      if (rules.recountOn.includes(event)) this.#described.set(home.serialNumber, home)
    },
    described: (home) => void this.#described.set(home.serialNumber, home),
    gateway: () => {},
  }

  async start(homes: KnownHomes): Promise<void> {
    this.#homes = homes
    this.#again(WRITES_MS, () => this.write())
    this.#again(rules.sampleMs, () => this.look())
    await this.look()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const stop of this.#stops) stop()
    await this.#running
    await this.write()
  }

  counting(): boolean {
    return this.#running !== undefined
  }

  /** Counts all gateways anew; whoever asks while it runs gets what it finds. Nothing waits for it. */
  request(): void {
    this.#running ??= this.#countAll()
      .catch((error: unknown) =>
        this.#parts.log.error({ error: String(error) }, 'Gateways could not be counted'),
      )
      .finally(() => {
        this.#running = undefined
        void this.#tell()
      })
  }

  /** Counts one gateway anew, as far as it can be reached. */
  async countNow(serialNumber: string): Promise<GatewayCount | undefined> {
    const home = await this.#homes?.of(serialNumber)
    if (home?.online()) await this.#count(home)
    return this.#parts.store.statistics.countOf(serialNumber)
  }

  /** Who is online, who has been away for long, and whether it is time to count. */
  async look(): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    await store.statistics.sample(dayOf(now))
    await this.#lookForLong(now)
    const counted = (await store.marks.since('counted')) ?? 0
    const due = dayOf(now) * DAY + rules.countHour * 3_600_000
    if (counted < due && now >= due) this.request()
    await store.statistics.purge(dayOf(now) - rules.keptDays)
  }

  /** What was counted meanwhile is on disk when it resolves. */
  async write(): Promise<void> {
    const { store } = this.#parts
    const failed = this.failures.take()
    try {
      await store.statistics.fail(failed)
    } catch (error) {
      this.failures.back(failed)
      throw error
    }
    for (const [serialNumber, home] of [...this.#described]) {
      this.#described.delete(serialNumber)
      await this.#count(home)
    }
  }

  async #lookForLong(now: number): Promise<void> {
    const { store } = this.#parts
    const before = await store.marks.since('offline-counted')
    for (const { id, offlineMs } of rules.failures)
      if (offlineMs !== undefined && before !== undefined)
        for (const serialNumber of await store.statistics.offlineSince(before - offlineMs, now - offlineMs))
          this.failures.add(serialNumber, id)
    await store.marks.put('offline-counted', now)
  }

  async #countAll(): Promise<void> {
    const { store, clock } = this.#parts
    const homes = this.#homes
    if (!homes) return
    await store.marks.put('counted', clock.now())
    const known = homes.known().filter((home) => home.online())
    const waiting = [...known]
    const work = async (): Promise<void> => {
      for (let home = waiting.pop(); home && !this.#closed; home = waiting.pop()) await this.#count(home)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await this.#countSleeping(homes, new Set(known.map(({ serialNumber }) => serialNumber)))
  }

  /** Those that live here and are not open: counted once, then they describe themselves. */
  async #countSleeping(homes: KnownHomes, done: ReadonlySet<string>): Promise<void> {
    const { store } = this.#parts
    for (let page = 1; !this.#closed; page += 1) {
      const { data } = await store.gateways.query({ connectionStatus: 'online', page, limit: PAGE })
      const inside = data
        .filter((one) => !done.has(one.serialNumber) && homes.isInside(one))
        .map(({ serialNumber }) => serialNumber)
      const uncounted = new Set(await store.statistics.uncounted(inside))
      // In a home that sleeps here nothing has changed.
      await store.statistics.still(
        inside.filter((one) => !uncounted.has(one)),
        this.#parts.clock.now(),
      )
      for (const serialNumber of uncounted) {
        const home = await homes.of(serialNumber)
        if (home?.online()) await this.#count(home)
      }
      if (data.length < PAGE) return
    }
  }

  async #count(home: Home): Promise<void> {
    const { store, clock, log } = this.#parts
    const { serialNumber } = home
    try {
      const devices = home.devices()
      const scenes = await this.#scenesOf(home)
      await store.statistics.count(serialNumber, {
        at: clock.now(),
        devices: devices.length,
        scenes,
        classes: classesOf(devices),
      })
    } catch (error) {
      // The gateway is gone, and with it what it consists of.
      if (!(error instanceof MissingReferenceError))
        log.error({ serialNumber, error: String(error) }, 'A gateway could not be counted')
    }
  }

  /** A gateway elsewhere keeps its scenes to itself; one that does not say leaves what was known. */
  async #scenesOf(home: Home): Promise<number | undefined> {
    if (!(home instanceof Shadow)) return home.rules().length
    const told = (await this.#homes?.ask(home.serialNumber, 'get_rules_list', {})) as RuleList | undefined
    return told?.rules.length
  }

  async #tell(): Promise<void> {
    const { store, broker, log } = this.#parts
    if (this.#closed) return
    try {
      const at = (await store.marks.since('counted')) ?? 0
      const { counted, gateways, answered } = await store.statistics.totals(at)
      broker.publishToAdmins({
        event: 'statistics_ready',
        data: { at, gateways, counted, silent: gateways - answered },
      })
    } catch (error) {
      log.error({ error: String(error) }, 'That gateways were counted could not be told')
    }
  }

  #again(every: number, run: () => Promise<void>): void {
    const next = (): void => {
      const stop = this.#parts.clock.after(every, () => {
        this.#stops = this.#stops.filter((one) => one !== stop)
        run()
          .catch((error: unknown) =>
            this.#parts.log.error({ error: String(error) }, 'Statistics of gateways were not kept'),
          )
          .finally(() => this.#closed || next())
      })
      this.#stops.push(stop)
    }
    next()
  }
}
