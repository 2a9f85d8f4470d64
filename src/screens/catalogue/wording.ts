import { onTile } from '#engine/property/state/address.ts'
import type { Phrase } from '#gateway/rules/phrase.ts'
import type { Speech } from '#gateway/rules/speak.ts'
import { wordsOfSetting } from '#gateway/rules/words/actions.ts'
import { wordsOfDeviceTrigger } from '#gateway/rules/words/triggers.ts'
import { files } from '#i18n/files.ts'
import { type Language, tagOf } from '#i18n/languages.ts'
import { valueAt } from '#lib/value-at.ts'
import type { DeviceLayout, Placed, Value } from '#schemas/generated/entities/layout.ts'

/** Areas that speak of a device and its rules. */
const AREAS = ['models', 'help', 'properties', 'values', 'units', 'device', 'sentences'] as const

const HOLE = /\{\{(\w+)\}\}/g

/** The texts of one language, whatever the page speaks. */
export async function speechIn(language: Language): Promise<Speech> {
  const loaded = AREAS.map(async (area) => [area, await files[`../../locales/${language}/${area}.json`]?.()])
  const texts: unknown = Object.fromEntries(await Promise.all(loaded))
  const tag = tagOf(language)
  const text = (key: string): string | undefined => {
    const found = valueAt(texts, key)
    return typeof found === 'string' ? found : undefined
  }
  return {
    has: (key) => text(key) !== undefined,
    say: (key, fallback = '', values = {}) =>
      (text(key) ?? fallback).replace(HOLE, (hole, name: string) => String(values[name] ?? hole)),
    number: (value, digits) =>
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: digits ?? 0,
        maximumFractionDigits: digits ?? 3,
      }).format(value),
    date: (at) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(at),
  }
}

/** One property of a model, as it is called and as rules speak of it. */
export interface Worded {
  key: string
  placed: Pick<Placed, 'service' | 'property' | 'value'>
  /** Of something that comes true; undefined where no rule can begin with it. */
  when: Phrase | undefined
  /** Of something that is done. */
  set: Phrase | undefined
}

/** A value that such a property could have. */
function sampleOf({ kind, min = 0, max, on, options }: Value): string | number | boolean | undefined {
  if (kind === 'bool') return (on as string | number | boolean | undefined) ?? true
  if (kind === 'option') return options?.[0]?.value
  if (kind === 'number' || kind === 'range') return max === undefined ? min : (min + max) / 2
  return undefined
}

/** Everything that the layout places, each property once. */
export function wordedOf({ sections, tile }: DeviceLayout, device: string): readonly Worded[] {
  const placed: readonly Worded['placed'][] = [...onTile(tile), ...Object.values(sections).flat()].flatMap(
    (one) => [one, ...(one.more ?? [])],
  )
  const once = new Map(placed.map((one) => [`${one.service}/${one.property}`, one]))
  return [...once].map(([key, one]) => {
    const { service, property, value } = one
    const naming = { device: () => device, property: () => value }
    const sample = sampleOf(value)
    const names = { service_name: service, property_name: property }
    const measured = value.kind === 'number' || value.kind === 'range'
    const begins = value.triggerable !== false && value.access.some((way) => way !== 'write')
    return {
      key,
      placed: one,
      when:
        sample === undefined || !begins
          ? undefined
          : wordsOfDeviceTrigger(
              { id: key, event_source: key, ...names, value: sample, compare_type: measured ? 'GT' : 'EQ' },
              naming,
              'becomes',
            ),
      set:
        sample === undefined || !value.access.includes('write')
          ? undefined
          : wordsOfSetting({ id: key }, { ...names, value: sample }, naming),
    }
  })
}
