import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, ValueOption } from '#schemas/generated/entities/layout.ts'
import { type Item, itemsOf, named, readItem } from '../../shared/lazy/items.ts'
import { UNKNOWN } from '../../shared/read.ts'
import { onOf } from '../../shared/switching.ts'

export const kind = 'huebridge'

export interface Options {
  linked: Item | undefined
  /** Asks the bridge for access. */
  link: Item | undefined
  /** What is sent for it. */
  word: ValueOption['value'] | undefined
  /** All its lights at once. */
  state: Item | undefined
  brightness: Item | undefined
  /** Number of lights, address and whatever else it tells. */
  facts: readonly Item[]
}

export function options(placed: Placed): Options {
  const items = itemsOf(placed)
  const linked = named(items, 'linked')
  const link = named(
    items.filter(({ settable }) => settable),
    'link',
  )
  const state = named(items, 'state')
  const brightness = named(items, 'brightness')
  const apart = [linked, link, state, brightness]
  return {
    linked,
    link,
    word: link && (link.value.options?.[0]?.value ?? link.value.on),
    state,
    brightness,
    facts: items.filter((item) => !apart.includes(item)),
  }
}

/** Whether the gateway may use the bridge; undefined while nobody knows. */
export const linkedOf = (
  values: ReadonlyMap<string, RawValue>,
  { linked }: Pick<Options, 'linked'>,
): boolean | undefined => linked && onOf(values.get(linked.key), linked.value)

export function read(values: ReadonlyMap<string, RawValue>, spec: Options, words: Words): Reading {
  const { linked } = spec
  if (!linked) return { text: UNKNOWN, icon: 'hue-bridge' }
  const reading = readItem(linked, values, words)
  return {
    ...reading,
    icon: 'hue-bridge',
    ...(linkedOf(values, spec) === false && { level: 'warn' as const }),
  }
}
