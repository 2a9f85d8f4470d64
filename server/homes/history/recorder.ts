import { setImmediate } from 'node:timers/promises'
import rules from '#catalogue/rules/history.json' with { type: 'json' }
import type { Clock } from '#gateway/core/ports.ts'
import type { Commands, Event } from '#schemas/generated/channel.ts'
import type { HistoryRules } from '#schemas/generated/definitions/rules-history.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { ChannelLog } from '#server/lib/channel/port.ts'
import { MissingReferenceError } from '#server/store/errors.ts'
import type { HistoryDay } from '#server/store/homes/history.ts'
import type { Store } from '#server/store/store.ts'
import type { Home } from '../home.ts'
import { Days, type Told } from './days.ts'
import { DAY, type HistoryValue, statusSeries } from './points.ts'
import { recordableOf } from './recordable.ts'

const { numbersEveryMs, statesEveryMs, keptDays, mostText }: HistoryRules = rules

/** What is told is on disk this much later at most. */
const FLUSH_MS = 5000
/** How often what waits is sorted into days. */
const SORT_MS = 10 * 60_000
/** Entries that wait for a disk that takes nothing; then the oldest go. */
const MOST_HELD = 200_000
/** Events that say whether a status of the home is set. */
const STATUS_EVENTS: ReadonlySet<string> = new Set(['status_changed', 'new_status_created'])
/** A gateway whose clock is further off than this is told by ours. */
const CLOCKS_AGREE_MS = 10 * 60_000

interface Series {
  device: string
  path: string
  times: number[]
  values: HistoryValue[]
}

export interface RecorderParts {
  store: Pick<Store, 'history'>
  catalogue: Pick<Catalogue, 'layoutOf'>
  log: ChannelLog
  clock: Clock
}

export type AskChanges = (
  params: Commands['get_recorded_changes']['params'],
) => Promise<Commands['get_recorded_changes']['data'] | undefined>

/** Keeps what every home does: values, how devices fare, whether the gateway is there. */
export class Recorder {
  readonly #parts: RecorderParts
  readonly #days: Days
  readonly #homes = new Map<string, Home>()
  readonly #told = new Map<string, Map<string, Series>>()
  /** Gateways of which nothing can be missing: they are connected, and have handed over what they had. */
  readonly #complete = new Set<string>()
  #held = 0
  #failing = false
  #flushing: Promise<void> = Promise.resolve()
  #stopTimers: (() => void)[] = []
  #closed = false

  constructor(parts: RecorderParts) {
    this.#parts = parts
    this.#days = new Days(parts)
    this.#again(FLUSH_MS, () => this.flush())
    this.#again(SORT_MS, () => this.sort())
  }

  /** A value, how a device fares, or whether a status of the home is set. */
  event(home: Home, { event, at, data }: Pick<Event, 'event' | 'at' | 'data'>): void {
    this.#homes.set(home.serialNumber, home)
    if (typeof data !== 'object' || data === null) return
    const told = data as Record<string, unknown>
    const { device_id: device, resource_id: status } = told
    const when = this.#moment(at)
    if (STATUS_EVENTS.has(event) && typeof status === 'string')
      return this.#add(home.serialNumber, statusSeries(status), '', when, told.state)
    if (typeof device !== 'string') return
    if (event.endsWith('_property_changed')) {
      const { service_name, property_name, property_value } = told
      this.#add(
        home.serialNumber,
        device,
        `${String(service_name)}/${String(property_name)}`,
        when,
        property_value,
      )
    } else if (event === 'device_status_changed') this.#add(home.serialNumber, device, '', when, told.status)
  }

  /** Whether a gateway is there. */
  gateway(serialNumber: string, online: boolean): void {
    this.#add(serialNumber, '', '', this.#parts.clock.now(), online ? 1 : 0)
  }

  /** A home was described anew: what changed unseen is seen now. */
  described(home: Home): void {
    this.#homes.set(home.serialNumber, home)
    for (const { id, status, service_list } of home.devices()) {
      const now = this.#parts.clock.now()
      this.#add(home.serialNumber, id, '', now, status)
      for (const { name: service, property_list } of service_list)
        for (const { name, value, at } of property_list)
          if (value !== undefined)
            this.#add(home.serialNumber, id, `${service}/${name}`, at ? this.#moment(at) : now, value)
    }
  }

  /** A gateway is connected: what it recorded while it was not comes first, page by page. */
  async handOver(home: Home, ask: AskChanges): Promise<void> {
    const { history } = this.#parts.store
    const { serialNumber } = home
    const to = this.#parts.clock.now()
    const from = Math.max(to - keptDays * DAY, (await history.handedOver(serialNumber)) ?? 0)
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page: Commands['get_recorded_changes']['data'] | undefined = await ask({
        from,
        to,
        ...(after > 0 && { after }),
      })
      if (!page || this.#closed) return
      const told = new Map<string, Series>()
      for (const {
        at,
        device_id: device,
        service_name: service,
        property_name: property,
        resource_id: status,
        value,
      } of page.changes)
        if (device !== undefined)
          put(told, device, service === undefined ? '' : `${service}/${property}`, at, value)
        else if (status !== undefined) put(told, statusSeries(status), '', at, value)
      await this.#days.wait(serialNumber, this.#meant(home, told), to)
      const { next }: { next?: number } = page
      after = next !== undefined && next > after ? next : undefined
      await setImmediate()
    }
    await this.#days.sort(serialNumber)
    await history.handed(serialNumber, to)
    this.#complete.add(serialNumber)
  }

  /** What it does from now on, it has to hand over. */
  async lost(serialNumber: string): Promise<void> {
    if (!this.#complete.delete(serialNumber)) return
    const until = this.#parts.clock.now()
    await this.flush()
    await this.#note([serialNumber], until)
  }

  /** Nothing of these is missing until then: what was told before is on disk, and what came since may not be. */
  async #note(complete: Iterable<string>, until: number): Promise<void> {
    if (this.#failing) return
    for (const serialNumber of complete) await this.#parts.store.history.handed(serialNumber, until)
  }

  /** Everything that a home did until now stands in its days when it resolves. */
  async upToDate(serialNumber: string): Promise<void> {
    await this.flush()
    await this.#days.sort(serialNumber)
  }

  /** Whoever asks for the new device finds what the old one did. */
  async succeed(serialNumber: string, device: string, successor: string): Promise<void> {
    await this.upToDate(serialNumber)
    await this.#days.succeed(serialNumber, device, successor)
  }

  /** Adds days to those that are there; again it adds nothing more. */
  bringBack(serialNumber: string, days: readonly HistoryDay[]): Promise<void> {
    return this.#days.bringBack(serialNumber, days)
  }

  /** What was told is on disk when it resolves. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#flush())
    return this.#flushing
  }

  async #flush(): Promise<void> {
    const { log, clock } = this.#parts
    for (const [serialNumber, told] of [...this.#told]) {
      this.#told.delete(serialNumber)
      try {
        await this.#days.wait(serialNumber, this.#meant(this.#homes.get(serialNumber), told), clock.now())
        if (this.#failing) log.warn({}, 'What homes do is recorded again')
        this.#failing = false
      } catch (error) {
        // The gateway is gone, and with it what it did.
        if (error instanceof MissingReferenceError) continue
        if (!this.#failing) log.error({ error: String(error) }, 'What homes do is not recorded')
        this.#failing = true
        this.#keep(serialNumber, told)
        return
      }
    }
    this.#held = [...this.#told.values()].reduce(
      (sum, told) => sum + [...told.values()].reduce((held, { times }) => held + times.length, 0),
      0,
    )
  }

  /** What waits is sorted into days, numbers that are no longer new are gathered, and what is too old is forgotten. */
  async sort(): Promise<void> {
    let until = 0
    await this.#days.sortAll(async () => {
      until = this.#parts.clock.now()
      await this.flush()
    })
    await this.#note(this.#complete, until)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#days.close()
    for (const stop of this.#stopTimers) stop()
    await this.flush()
    await this.#note(this.#complete, this.#parts.clock.now()).catch((error: unknown) =>
      this.#parts.log.error({ error: String(error) }, 'What was handed over was not noted'),
    )
  }

  #again(every: number, run: () => Promise<void>): void {
    const next = (): void => {
      const stop = this.#parts.clock.after(every, () => {
        this.#stopTimers = this.#stopTimers.filter((one) => one !== stop)
        run()
          .catch((error: unknown) =>
            this.#parts.log.error({ error: String(error) }, 'What homes did was not sorted'),
          )
          .finally(() => this.#closed || next())
      })
      this.#stopTimers.push(stop)
    }
    next()
  }

  #moment(told: string | undefined): number {
    const now = this.#parts.clock.now()
    const at = told === undefined ? now : Date.parse(told)
    return Math.abs(at - now) <= CLOCKS_AGREE_MS ? at : now
  }

  #add(serialNumber: string, device: string, path: string, at: number, value: unknown): void {
    if (!isValue(value)) return
    if (this.#held >= MOST_HELD) this.#dropOldest()
    const told = this.#told.get(serialNumber) ?? new Map<string, Series>()
    this.#told.set(serialNumber, told)
    if (put(told, device, path, at, value)) this.#held += 1
  }

  #dropOldest(): void {
    const [oldest] = this.#told.keys()
    if (oldest === undefined) return
    for (const { times } of this.#told.get(oldest)?.values() ?? []) this.#held -= times.length
    this.#told.delete(oldest)
  }

  /** Comes before what was told since. */
  #keep(serialNumber: string, told: Map<string, Series>): void {
    const since = this.#told.get(serialNumber)
    for (const [key, { times, values }] of since ?? []) {
      const there = told.get(key)
      if (there) {
        there.times.push(...times)
        there.values.push(...values)
      } else told.set(key, { ...(since?.get(key) as Series) })
    }
    this.#told.set(serialNumber, told)
  }

  /** What is recorded of it, with what it means. */
  #meant(home: Home | undefined, told: ReadonlyMap<string, Series>): Told[] {
    const devices = new Map(home?.devices().map((device) => [device.id, device]))
    return [...told.values()].flatMap(({ device, path, times, values }): Told[] => {
      if (path === '') return [[device, null, times, values]]
      const known = devices.get(device)
      const meaning = known && recordableOf(this.#parts.catalogue.layoutOf(known).layout).get(path)?.meaning
      if (!meaning) return []
      const numbers = meaning.draw === 'area' ? values.map(numberOf) : values
      return [[`${device}/${path}`, meaning, times, numbers]]
    })
  }
}

/** True when it is one more. Of what follows too closely the last counts. */
function put(
  told: Map<string, Series>,
  device: string,
  path: string,
  at: number,
  value: HistoryValue,
): boolean {
  const key = `${device}/${path}`
  const series = told.get(key) ?? { device, path, times: [], values: [] }
  told.set(key, series)
  const last = series.times.length - 1
  const before = series.times[last]
  const every = typeof value === 'number' ? numbersEveryMs : statesEveryMs
  if (before !== undefined && at >= before && at - before < every) {
    series.values[last] = value
    return false
  }
  series.times.push(at)
  series.values.push(value)
  return true
}

const isValue = (value: unknown): value is HistoryValue =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= mostText)

const numberOf = (value: HistoryValue): HistoryValue => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : value
}
