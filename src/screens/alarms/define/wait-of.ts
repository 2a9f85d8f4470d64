import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A waiting time as people say it: in the largest unit that it is a whole number of. */
export function waitOf(seconds: number): string {
  const [unit, length] = UNITS.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['second', 1]
  const format = new Intl.NumberFormat(tagOf(language()), { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(seconds / length)
}
