import { readFileSync } from 'node:fs'
import { engineOf } from '../../../src/i18n/engine.ts'
import { type Kept, knows, type Texts } from '../../../src/i18n/reader.ts'
import type { Speech } from '../speak.ts'

const areas = ['sentences', 'properties', 'values', 'units']

const formats = new Map<string, Intl.NumberFormat>()

function figures(tag: string, digits: number | undefined): Intl.NumberFormat {
  const key = `${tag} ${digits}`
  const known = formats.get(key)
  if (known) return known
  const bounds = { minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? 3 }
  const made = new Intl.NumberFormat(tag, bounds)
  formats.set(key, made)
  return made
}

/** The real texts in the app's own engine; every key that is asked for and missing is noted. */
export function speechIn(
  language: string,
  missing: Set<string> = new Set(),
  more: readonly string[] = [],
): Speech {
  const tag = language.replace('ch_DE', 'de-CH').replace('ch_EN', 'en-CH')
  const texts = Object.fromEntries(
    [...areas, ...more].map((area) => [
      area,
      JSON.parse(readFileSync(`locales/${language}/${area}.json`, 'utf8')) as Texts,
    ]),
  )
  const kept: Kept = { [tag]: { texts } }
  const read = engineOf(kept)
  return {
    has: (key) => knows(kept, tag, key),
    say: (key, fallback = '', values) => {
      if (knows(kept, tag, key)) return read(tag, key, values)
      missing.add(key)
      return fallback
    },
    number: (value, digits) => figures(tag, digits).format(value),
    date: (at) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(at),
  }
}
