import catalogue from '#catalogue/news.json'
import { valueAt } from '#lib/value-at.ts'
import type { News, NewsItem, NewsTone } from '#schemas/generated/definitions/news.ts'

const kinds: ReadonlyMap<string, NewsItem> = new Map(Object.entries((catalogue as News).news))

/** Something that has happened to a gateway. */
export interface NewsEntry {
  /** Below `news`. */
  text: string
  icon: string
  tone: NewsTone
  serialNumber?: string
  /** Epoch ms. */
  at: number
}

/** What the bell tells of a live event; undefined for what is no news. */
export function newsEntryOf(event: string, data: unknown, at: number): NewsEntry | undefined {
  const kind = kinds.get(event)
  if (!kind) return undefined
  const of = kind.of === undefined ? undefined : valueAt(data, kind.of)
  const serialNumber = typeof of === 'string' ? of : valueAt(of, 'serialNumber')
  const value = kind.by === undefined ? undefined : String(valueAt(data, kind.by))
  const tone = value === undefined ? kind.tone : kind.tones?.[value]
  const about = { text: value === undefined ? event : `${event}.${value}`, icon: kind.icon, at }
  if (tone === undefined) return undefined
  if (kind.of === undefined) return { ...about, tone }
  return typeof serialNumber === 'string' ? { ...about, tone, serialNumber } : undefined
}

/** What is said at once: whatever page is open, or where it is about the gateway that the page is at. */
export function saidOf(event: string, data: unknown, at: number, here?: string): NewsEntry | undefined {
  const said = kinds.get(event)?.toast
  const entry = said && newsEntryOf(event, data, at)
  return entry && (said === true || entry.serialNumber === here) ? entry : undefined
}
