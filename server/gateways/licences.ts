import { randomInt } from 'node:crypto'
import { isObject, type Settings } from '#server/settings.ts'

/** Purpose of the tokens that licence keys are kept as; their subject is the serial number. */
export const LICENCE = 'licence'

/** Licence keys do not expire. */
export const FOREVER = Number.MAX_SAFE_INTEGER

const LETTERS = 'ABCDEFGHIJKLMNPQRSTUVWXYZ123456789'
const GROUPS = 4
const GROUP = 5

/** What keys look like where a deployment does not say (spec 1 §5). */
const USUAL = { size: 20, pattern: '^[0-9A-F]+$' }

const many = (count: number, one: () => string): string[] => Array.from({ length: count }, one)
const anyOf = (letters: string): string => letters.charAt(randomInt(letters.length))

/** Four groups of five letters without O and digits 1-9, as shipped. */
const grouped = (): string => many(GROUPS, () => many(GROUP, () => anyOf(LETTERS)).join('')).join('-')
const hexadecimal = (size: number): string => many(size, () => anyOf('0123456789ABCDEF')).join('')

function formOf({ flags }: Settings): { size: number; pattern: RegExp } {
  const { size, pattern } = {
    ...USUAL,
    ...(isObject(flags.LICENCE_KEY_SETTINGS) && flags.LICENCE_KEY_SETTINGS),
  }
  return { size: Number(size), pattern: new RegExp(String(pattern), 'u') }
}

/** A key of the form that this deployment asks for; of those, we can make the shipped and the usual one. */
export function newLicenceKey(settings: Settings): string {
  const key = [grouped(), hexadecimal(formOf(settings).size)].find((one) => !licenceFault(settings, one))
  if (key === undefined) throw new Error('LICENCE_KEY_SETTINGS: no key of this form can be made here')
  return key
}

/** Whether a key does not have the form that this deployment asks for. */
export function licenceFault(settings: Settings, key: string | undefined): boolean {
  const { size, pattern } = formOf(settings)
  return key === undefined || key.length !== size || !pattern.test(key)
}
