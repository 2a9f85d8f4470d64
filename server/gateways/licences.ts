import { randomInt } from 'node:crypto'
import { conflict } from '#server/lib/refusal.ts'
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

/** What a key of the given length can be made of, the narrowest first: most patterns are one of these. */
const DIGITS = '0123456789'
const ALPHABETS = [
  `${DIGITS}ABCDEF`,
  DIGITS,
  `${DIGITS}abcdef`,
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`,
  'abcdefghijklmnopqrstuvwxyz',
  `${DIGITS}abcdefghijklmnopqrstuvwxyz`,
]
/** Longer keys nobody types. */
const LONGEST = 200
/** A form is taken for one that we can make when so many of its keys fit, each with every letter there is. */
const TRIES = 40

function formOf({ flags }: Settings): { size: number; pattern: RegExp } {
  const { size, pattern } = {
    ...USUAL,
    ...(isObject(flags.LICENCE_KEY_SETTINGS) && flags.LICENCE_KEY_SETTINGS),
  }
  return { size: Number(size), pattern: new RegExp(String(pattern), 'u') }
}

/** Makes keys of the form that this deployment asks for; undefined where we cannot. */
function makerOf(settings: Settings): (() => string) | undefined {
  const { size } = formOf(settings)
  if (!Number.isInteger(size) || size < 1 || size > LONGEST) return undefined
  const ways = [grouped, ...ALPHABETS.map((letters) => () => many(size, () => anyOf(letters)).join(''))]
  return ways.find((make) => many(TRIES, make).every((key) => !licenceFault(settings, key)))
}

/** Why no licence keys can be issued here, in words for whoever configures the server; undefined when they can. */
export function licenceFormFault(settings: Settings): string | undefined {
  if (settings.flags.LICENCE_SUPPORT !== true || makerOf(settings)) return undefined
  return 'LICENCE_KEY_SETTINGS: no licence key of this size and pattern can be made. Take four groups of five as shipped, or one length of digits, of letters, or of both'
}

/** A key of the form that this deployment asks for. Throws a Refusal where none can be made. */
export function newLicenceKey(settings: Settings): string {
  const make = makerOf(settings)
  if (!make) throw conflict('LICENCE_KEY_FORM')
  return make()
}

/** Whether a key does not have the form that this deployment asks for. */
export function licenceFault(settings: Settings, key: string | undefined): boolean {
  const { size, pattern } = formOf(settings)
  return key === undefined || key.length !== size || !pattern.test(key)
}
