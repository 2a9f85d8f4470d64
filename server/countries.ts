import codes from '#catalogue/countries.json' with { type: 'json' }
import type { Country } from '#schemas/generated/entities/country.ts'
import type { Language } from './lib/language.ts'

const known: ReadonlySet<string> = new Set(codes.alpha2Codes)

export const isCountry = (code: string): boolean => known.has(code)

const english = new Intl.DisplayNames('en', { type: 'region' })

/** DEFAULT_COUNTRY names a country in English or by its code. */
const isNamed = (alpha2Code: string, named: unknown): boolean =>
  named === alpha2Code || named === english.of(alpha2Code)

/** Named and sorted in the caller's language; the one that forms begin with is marked. */
export function countriesIn(language: Language, begin?: unknown): readonly Country[] {
  const locale = language === 'ch_DE' ? 'de-CH' : 'en-CH'
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return codes.alpha2Codes
    .map((alpha2Code) => ({
      name: names.of(alpha2Code) ?? alpha2Code,
      alpha2Code,
      ...(isNamed(alpha2Code, begin) ? { isDefault: true } : {}),
    }))
    .toSorted((one, other) => compare(one.name, other.name))
}
