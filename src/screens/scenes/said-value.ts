import type { Home, PropertyAddress } from '#engine/ports.ts'
import { plain } from '#engine/property/state/words-of.ts'
import { spokenValue } from '#gateway/rules/speak.ts'
import { propertyAt } from './builder/offered/properties.ts'
import type { Telling } from './use-telling.ts'

/** What a value was changed to, in the words of its property. */
export function saidValue(value: unknown, at: PropertyAddress, home: Home, { text, words }: Telling): string {
  const { service, property, device } = at
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return plain(value === undefined ? undefined : JSON.stringify(value))
  const described = propertyAt(home.device(device), at)?.value
  return spokenValue(
    { is: 'value', service, property, value, described },
    { has: text.has, say: text.say, number: words.number, date: words.date },
  )
}
