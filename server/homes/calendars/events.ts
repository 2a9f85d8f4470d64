import ICAL from 'ical.js'
import { isZone } from '#gateway/lib/times/is-zone.ts'
import { momentOf } from '#gateway/lib/times/zone.ts'

/** An event as it is kept: epoch ms, or what the clocks of the home show then. */
export interface CalendarEvent {
  from: number
  to: number
  /** `from` and `to` are what clocks show, as if it were UTC: of whole days, and of times without a zone. */
  wall?: true
  title: string
}

export interface Span {
  /** Epoch ms. */
  from: number
  to: number
}

/** Nobody's calendar has more in the days that are looked at. */
const MOST = 500
const MOST_TITLE = 200
const DAY = 86_400_000

/** Something that calls itself a calendar and is none. */
export class MalformedCalendar extends Error {
  override readonly name = 'MalformedCalendar'
}

/**
 * The events of a calendar (RFC 5545) that touch a span and have all of the words in their title, the soonest first. Rules
 * of repetition may be written so that they never end: this belongs into a thread that can be ended.
 */
export function eventsIn(text: string, span: Span, words = ''): CalendarEvent[] {
  const found: CalendarEvent[] = []
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  for (const { event, exceptions } of mastersOf(text)) {
    for (const exception of exceptions) event.relateException(exception)
    for (const one of occurrencesOf(event, span.to)) {
      const title = (one.title ?? '').trim().slice(0, MOST_TITLE)
      const folded = title.toLocaleLowerCase()
      if (one.to + DAY < span.from || !wanted.every((word) => folded.includes(word))) continue
      const { from, to, wall } = one
      found.push({ from, to: Math.max(from, to), ...(wall && { wall }), title })
    }
  }
  return found.toSorted((a, b) => a.from - b.from).slice(0, MOST)
}

interface Master {
  event: ICAL.Event
  exceptions: ICAL.Event[]
}

function mastersOf(text: string): Master[] {
  let calendars: ICAL.Component[]
  try {
    const parsed: unknown[] = ICAL.parse(text)
    // Several calendars may stand in one file.
    const all = (Array.isArray(parsed[0]) ? parsed : [parsed]) as ConstructorParameters<
      typeof ICAL.Component
    >[0][]
    calendars = all.map((one) => new ICAL.Component(one))
  } catch (cause) {
    throw new MalformedCalendar('It is no iCalendar file', { cause })
  }
  if (calendars.every(({ name }) => name !== 'vcalendar'))
    throw new MalformedCalendar('It is no iCalendar file')
  const masters = new Map<string, Master>()
  const changed: ICAL.Event[] = []
  for (const calendar of calendars)
    for (const component of calendar.getAllSubcomponents('vevent')) {
      const event = new ICAL.Event(component)
      if (component.getFirstPropertyValue('status') === 'CANCELLED' && !event.isRecurrenceException())
        continue
      if (event.isRecurrenceException()) changed.push(event)
      else masters.set(event.uid ?? `${masters.size}`, { event, exceptions: [] })
    }
  for (const event of changed) {
    const master = masters.get(event.uid)
    if (master) master.exceptions.push(event)
    // What it changes is not in this file: it stands for itself.
    else masters.set(`${event.uid} ${masters.size}`, { event, exceptions: [] })
  }
  return [...masters.values()]
}

interface Occurrence {
  from: number
  to: number
  wall: true | undefined
  title: string | undefined
}

function* occurrencesOf(event: ICAL.Event, until: number): Generator<Occurrence> {
  if (!event.startDate) return
  if (!event.isRecurring()) {
    yield occurrence(event, event.startDate, event.endDate)
    return
  }
  const times = event.iterator()
  for (let next = times.next(); next; next = times.next()) {
    const { startDate, endDate, item } = event.getOccurrenceDetails(next)
    // One that was moved may come earlier than its place: those behind it are looked at by their own.
    if (momentOfTime(next, zoneNamed(event)).at > until + DAY) return
    if (item.component.getFirstPropertyValue('status') === 'CANCELLED') continue
    yield occurrence(item, startDate, endDate)
  }
}

function occurrence(event: ICAL.Event, startDate: ICAL.Time, endDate: ICAL.Time): Occurrence {
  const zone = zoneNamed(event)
  const [start, end] = [momentOfTime(startDate, zone), momentOfTime(endDate, zone)]
  return { from: start.at, to: end.at, wall: start.wall, title: event.summary ?? undefined }
}

/** The zone that an event names; many files name one without saying what it is. */
function zoneNamed({ component }: ICAL.Event): string | undefined {
  const named = component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  return named && isZone(named) ? named : undefined
}

/** By the zone of its name where this machine knows it, else by what the file says of it. */
function momentOfTime(time: ICAL.Time, named: string | undefined): { at: number; wall: true | undefined } {
  const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
  const zone = time.zone?.tzid
  if (time.isDate) return { at: wall, wall: true }
  if (zone === 'UTC') return { at: wall, wall: undefined }
  if (named !== undefined) return { at: momentOf(wall, named), wall: undefined }
  if (zone === undefined || zone === 'floating') return { at: wall, wall: true }
  return { at: time.toUnixTime() * 1000, wall: undefined }
}
