import { randomInt } from 'node:crypto'
import { isObject, type Settings } from '#server/settings.ts'

/** Purpose of the tokens that licence keys are kept as; their subject is the serial number. */
export const LICENCE = 'licence'

/** Licence keys do not expire. */
export const FOREVER = Number.MAX_SAFE_INTEGER

const LETTERS = 'ABCDEFGHIJKLMNPQRSTUVWXYZ123456789'
const GROUPS = 4
const GROUP = 5

/** Four groups of five letters without O and digits 1-9 (spec 1 §5). */
export const newLicenceKey = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** Whether a key does not have the form that this deployment asks for. */
export function licenceFault({ flags }: Settings, key: string | undefined): boolean {
  const { size, pattern } = isObject(flags.LICENCE_KEY_SETTINGS) ? flags.LICENCE_KEY_SETTINGS : {}
  return key === undefined || key.length !== size || !new RegExp(String(pattern), 'u').test(key)
}
