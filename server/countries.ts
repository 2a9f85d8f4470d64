import codes from '#catalogue/countries.json' with { type: 'json' }
import type { Country } from '#schemas/generated/entities/country.ts'
import type { Language } from './http/messages.ts'

const known: ReadonlySet<string> = new Set(codes.alpha2Codes)

export const isCountry = (code: string): boolean => known.has(code)

/** Named and sorted in the caller's language. */
export function countriesIn(language: Language): readonly Country[] {
  const locale = language === 'ch_DE' ? 'de-CH' : 'en-CH'
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return codes.alpha2Codes
    .map((alpha2Code) => ({ name: names.of(alpha2Code) ?? alpha2Code, alpha2Code }))
    .toSorted((one, other) => compare(one.name, other.name))
}
