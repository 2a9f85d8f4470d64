import { codes } from '#gateway/core/errors.ts'
import type { StatusCalendar } from '#schemas/generated/entities/status-calendar.ts'
import type { ChannelLog } from '#server/lib/channel/port.ts'
import { conflict, invalid, notFound } from '#server/lib/refusal.ts'
import { USUAL_ZONE } from '#server/lib/zone.ts'
import { guardedFetch, OutboundError, refuseAddress } from '#server/outbound/guarded-fetch.ts'
import type { Seal } from '#server/outbound/seal.ts'
import type { Rights } from '#server/rights.ts'
import type { KeptCalendar } from '#server/store/homes/status-calendars.ts'
import type { Store } from '#server/store/store.ts'
import { type Orders, SERVER } from '../asker.ts'
import { changesAfter, isOn, spansOf } from './during.ts'
import type { CalendarEvent } from './events.ts'
import { expanded } from './expanded.ts'

/** What somebody wants a status to follow; minutes. */
export interface WantedCalendar {
  url: string
  words?: string | undefined
  before: number
  after: number
}

/** What of a calendar is kept sealed. */
interface Inside extends WantedCalendar {
  etag?: string | undefined
  events: readonly CalendarEvent[]
  /** Up to when its events are known, epoch ms. */
  until: number
}

/** What came of reading a calendar. */
type Read = Partial<Pick<KeptCalendar, 'sealed' | 'fetchedAt' | 'triedAt' | 'fault'>>

interface Home extends Orders {
  of(serialNumber: string): Promise<{ zone(): string | undefined } | undefined>
  onOnline(listen: (serialNumber: string) => void): () => void
}

interface Parts {
  store: Pick<Store, 'statusCalendars'>
  rights: Pick<Rights, 'mayUseGateway' | 'permits'>
  homes: Home
  seal: Seal
  /** Hosts with their port that the deployment allows although they are in a private network. */
  privateHosts: readonly string[]
  log: ChannelLog
  /** Milliseconds from look to look. */
  every: number
  now(): number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const MOST = 10
const MOST_BYTES = 2_000_000
const TIMEOUT_MS = 15_000
/** So often a calendar is read, and after so long again where that failed. */
const EVERY_MS = 30 * MINUTE
const AGAIN_MS = 10 * MINUTE
/** Its events are known so far ahead; read anew, though nothing has changed, when that becomes less. */
const AHEAD_MS = 60 * DAY
const STALE_MS = 30 * DAY
/** Whoever took a calendar has this long to look at it. */
const CLAIM_MS = 2 * MINUTE
/** A gateway that is away is told again when it comes, or by then. */
const TELL_AGAIN_MS = MINUTE
const PATIENCE = { patience: 5000, retries: 1 }

/** Statuses that follow calendars elsewhere (decision 0246): on while an event runs. */
export class StatusCalendarBook {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    parts.homes.onOnline((serialNumber) => {
      parts.store.statusCalendars.wake(serialNumber, parts.now()).catch((error: unknown) => {
        parts.log.warn({ serialNumber, error: String(error) }, 'Calendars of a home were not looked at')
      })
    })
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), this.#parts.every)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  async of(serialNumber: string): Promise<StatusCalendar[]> {
    const kept = await this.#parts.store.statusCalendars.of(serialNumber)
    const zone = await this.#zoneOf(serialNumber)
    return kept.map((one) => this.#shown(one, zone))
  }

  /** Reads the calendar at once, so that whoever asks sees whether it can be. */
  async put(
    seen: Pick<KeptCalendar, 'serialNumber' | 'resourceId' | 'revision'>,
    userId: string,
    wanted: WantedCalendar,
  ): Promise<StatusCalendar> {
    const { store, now } = this.#parts
    const { serialNumber, resourceId, revision } = seen
    const url = this.#checked(wanted.url)
    const known = await store.statusCalendars.of(serialNumber)
    if (known.length >= MOST && !known.some((one) => one.resourceId === resourceId))
      throw conflict('TOO_MANY_CALL_ADDRESSES')
    const words = wanted.words?.trim()
    const inside: Inside = {
      ...{ url, before: wanted.before, after: wanted.after, events: [], until: 0 },
      ...(words && { words }),
    }
    const read = await this.#read(inside)
    const whole = {
      ...{ serialNumber, resourceId, sealed: this.#close(inside), madeBy: userId, madeAt: now() },
      ...read,
    }
    const saved = await store.statusCalendars.put(whole, revision)
    if (saved === undefined) throw conflict('CHANGED_MEANWHILE')
    return this.#shown({ ...whole, revision: saved }, await this.#zoneOf(serialNumber))
  }

  async remove(serialNumber: string, resourceId: string): Promise<void> {
    if (!(await this.#parts.store.statusCalendars.remove(serialNumber, resourceId))) throw notFound()
  }

  /** Everything that is due, one after the other. */
  look(): Promise<void> {
    this.#looking ??= this.#lookAtAll()
      .catch((error: unknown) =>
        this.#parts.log.error({ error: String(error) }, 'Calendars were not looked at'),
      )
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  async #lookAtAll(): Promise<void> {
    const { store, now } = this.#parts
    for (;;) {
      const kept = await store.statusCalendars.claim(now(), now() + CLAIM_MS)
      if (!kept) return
      await this.#lookAt(kept)
    }
  }

  async #lookAt(kept: KeptCalendar): Promise<void> {
    const { store, now } = this.#parts
    const inside = this.#open(kept)
    if (!inside || !(await this.#isWorth(kept)))
      return store.statusCalendars.keep(kept, { fault: 'CALENDAR_GONE' }, now() + EVERY_MS)
    const { fetchedAt = 0, triedAt = 0, fault } = kept
    const due = fault === undefined ? fetchedAt + EVERY_MS : triedAt + AGAIN_MS
    const read: Read = due <= now() ? await this.#read(inside) : {}
    const { events, before, after } = (read.sealed && this.#open({ ...kept, ...read })) || inside
    const spans = spansOf(
      events,
      { before: before * MINUTE, after: after * MINUTE },
      await this.#zoneOf(kept.serialNumber),
    )
    const state = isOn(spans, now()) ? 'on' : 'off'
    const told = state === kept.told ? state : await this.#tell(kept, state)
    const next = Math.min(
      told === state ? (changesAfter(spans, now()) ?? Infinity) : now() + TELL_AGAIN_MS,
      Math.max(due <= now() ? now() + AGAIN_MS : due, now() + this.#parts.every),
    )
    await store.statusCalendars.keep(
      kept,
      { ...read, ...(due <= now() && { fault: read.fault ?? null }), told: told ?? null },
      next,
    )
  }

  /** Answers with what the status is told to be now. A status that is gone is told nothing more. */
  async #tell(
    { serialNumber, resourceId, told }: KeptCalendar,
    state: 'on' | 'off',
  ): Promise<KeptCalendar['told']> {
    const order = { resource_id: resourceId, state: state === 'on', calendar: true }
    const { code } = await this.#parts.homes.order(
      serialNumber,
      SERVER,
      'set_scenario_status',
      order,
      PATIENCE,
    )
    return code === codes.ok || code === codes.unknown ? state : told
  }

  /** What is known of it now. What cannot be read leaves what was known. */
  async #read(inside: Inside): Promise<Read> {
    const { now } = this.#parts
    const triedAt = now()
    const url = new URL(inside.url)
    const fails = (fault: string) => ({ fault, triedAt })
    try {
      const answer = await guardedFetch({
        ...{ hosts: [url.host], privateAllowed: this.#isPrivate(url.host) },
        ...{ timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES },
      })(url, {
        headers: {
          accept: 'text/calendar',
          'user-agent': 'Gatehouse',
          ...(inside.etag !== undefined &&
            inside.until - now() > STALE_MS && { 'if-none-match': inside.etag }),
        },
      })
      if (answer.status === 304) return { sealed: this.#close(inside), fetchedAt: triedAt, triedAt }
      if (answer.status !== 200) return fails(`CALENDAR_ANSWERED ${answer.status}`)
      const text = await answer.text()
      const span = { from: now() - 2 * DAY, to: now() + AHEAD_MS }
      const events = await expanded({ text, span, words: inside.words ?? '' })
      if (events === 'malformed') return fails('CALENDAR_MALFORMED')
      if (events === 'slow') return fails('CALENDAR_SLOW')
      const etag = answer.headers.get('etag')?.slice(0, 200)
      const sealed = this.#close({ ...inside, events, until: span.to, etag })
      return { sealed, fetchedAt: triedAt, triedAt }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      if (error.refused) return fails('CALENDAR_REFUSED')
      return fails(error.status === undefined ? 'CALENDAR_SILENT' : 'CALENDAR_LARGE')
    }
  }

  #isPrivate(host: string): boolean {
    return this.#parts.privateHosts.includes(host)
  }

  async #isWorth({ madeBy, serialNumber }: KeptCalendar): Promise<boolean> {
    const { rights } = this.#parts
    return (
      (await rights.mayUseGateway(madeBy, serialNumber)) &&
      (await rights.permits(madeBy, 'commands', 'set_scenario_status', true))
    )
  }

  async #zoneOf(serialNumber: string): Promise<string> {
    return (await this.#parts.homes.of(serialNumber))?.zone() ?? USUAL_ZONE
  }

  /** Calendars are often handed around as `webcal`, which means nothing else. */
  #checked(given: string): string {
    const url = given.trim().replace(/^webcals?:/i, 'https:')
    const address = URL.canParse(url) ? new URL(url) : undefined
    if (!address) throw invalid('/url', undefined, 'BAD_WEB_ADDRESS')
    try {
      refuseAddress(address, { hosts: [address.host], privateAllowed: this.#isPrivate(address.host) })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      throw invalid('/url', undefined, 'BAD_WEB_ADDRESS')
    }
    address.hash = ''
    return address.href
  }

  #close(inside: Inside): string {
    return this.#parts.seal.close(JSON.stringify(inside))
  }

  #open({ sealed }: Pick<KeptCalendar, 'sealed'>): Inside | undefined {
    const text = this.#parts.seal.open(sealed)
    return text === undefined ? undefined : (JSON.parse(text) as Inside)
  }

  #shown(kept: KeptCalendar, zone: string): StatusCalendar {
    const { resourceId, madeBy, madeAt, fetchedAt, fault, revision } = kept
    const inside = this.#open(kept)
    const { url = '', words, before = 0, after = 0, events = [] } = inside ?? {}
    const now = this.#parts.now()
    const spans = spansOf(events, { before: 0, after: 0 }, zone)
    const next = spans.findIndex(({ to }) => to > now)
    const [span, event] = [spans[next], events[next]]
    return {
      ...{ resource_id: resourceId, url, before, after, made_by: madeBy, made_at: madeAt, revision },
      ...(words !== undefined && { words }),
      ...(fetchedAt !== undefined && { fetched_at: fetchedAt }),
      ...(fault !== undefined && { fault }),
      count: spans.filter(({ to }) => to > now).length,
      ...(span && event && { next: { ...span, title: event.title } }),
    }
  }
}
