import type { Delivery, RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, ValueOption } from '#schemas/generated/entities/layout.ts'
import { wantedOf } from '../../shared/delivery.ts'
import { type Item, itemsOf, named, readItem } from '../../shared/lazy/items.ts'
import { UNKNOWN } from '../../shared/read.ts'
import { onOf } from '../../shared/switching.ts'
import { optionOf } from '../../shared/words.ts'

export const kind = 'tiboSpeaker'

const ORDERS = ['play', 'pause', 'stop'] as const
export type Order = (typeof ORDERS)[number]
type Plain = ValueOption['value']

/** An item with the wire words of what it can be told. */
interface Keys<T extends string> extends Item {
  keys: Readonly<Partial<Record<T, Plain>>>
}

export interface Options {
  /** PLAY 0, PAUSE 1, STOP 2 (spec 2 §3), or whatever the device calls them. */
  playback: Keys<Order> | undefined
  skip: Keys<'previous' | 'next'> | undefined
  volume: Item | undefined
  mute: Item | undefined
  title: Item | undefined
  artist: Item | undefined
  /** What else is played from: source, preset, album. */
  rest: readonly Item[]
}

/** Which option is meant: by the icon that its description gives it, else by its word. */
function keysOf<T extends string>(item: Item | undefined, names: readonly T[]): Keys<T> | undefined {
  if (!item) return undefined
  const found = names.flatMap((name) => {
    const option = (item.value.options ?? []).find(
      ({ icon, value, label }) =>
        icon === name || String(value).toLowerCase() === name || label?.toLowerCase() === name,
    )
    return option ? [[name, option.value] as const] : []
  })
  return found.length > 0
    ? { ...item, keys: Object.fromEntries(found) as Partial<Record<T, Plain>> }
    : undefined
}

export function options(placed: Placed): Options {
  const items = itemsOf(placed)
  const playback = keysOf(named(items, 'command', 'playback', 'state'), ORDERS)
  const skip = keysOf(named(items, 'skip'), ['previous', 'next'])
  const volume = named(items, 'volume')
  const mute = named(items, 'mute', 'muted')
  const title = named(items, 'track', 'title', 'station')
  const artist = named(items, 'artist')
  const keys = new Set([playback, skip, volume, mute, title, artist].map((item) => item?.key))
  return { playback, skip, volume, mute, title, artist, rest: items.filter(({ key }) => !keys.has(key)) }
}

/** What the speaker does; undefined while nobody knows. */
export function playingOf(
  raw: RawValue | undefined,
  { playback }: Pick<Options, 'playback'>,
): Order | undefined {
  const option = playback && optionOf(playback.value.options, raw)
  return option && ORDERS.find((order) => playback.keys[order] === option.value)
}

/** What it does, or was told to do and has not denied yet. */
export const soughtOf = (
  raw: RawValue | undefined,
  state: Delivery | undefined,
  spec: Pick<Options, 'playback'>,
): Order | undefined => playingOf((state && wantedOf(state)) ?? raw, spec)

/** Whether there is no sound although it plays; undefined while nobody knows. */
export const mutedOf = (raw: RawValue | undefined, { mute }: Pick<Options, 'mute'>): boolean | undefined =>
  mute && onOf(raw, mute.value)

/** A text of the music, as long as there is one: devices send "" between two titles. */
export function textOf(
  item: Item | undefined,
  values: ReadonlyMap<string, RawValue>,
  words: Words,
): string | undefined {
  const text = item && readItem(item, values, words).text.trim()
  return text === undefined || text === '' || text === UNKNOWN ? undefined : text
}

export function read(values: ReadonlyMap<string, RawValue>, spec: Options, words: Words): Reading {
  const title = textOf(spec.title, values, words)
  if (title !== undefined) return { text: title, icon: 'speaker' }
  const item = spec.playback ?? spec.volume
  return item ? { ...readItem(item, values, words), icon: 'speaker' } : { text: UNKNOWN, icon: 'speaker' }
}
