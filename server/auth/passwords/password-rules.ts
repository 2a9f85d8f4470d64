import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import shipped from '#catalogue/flags.json' with { type: 'json' }
import catalogue from '#catalogue/limits.json' with { type: 'json' }
import { type Fault, Refusal } from '../../lib/refusal.ts'
import { isObject, type Settings } from '../../settings.ts'

/** Words and walks over the keyboard that lists of leaked passwords begin with; each stands for all its endings. */
let known: ReadonlySet<string> | undefined

function common(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  )
  return known
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** One of the passwords that everybody tries, also in capitals, with digits for letters, doubled, or with an ending. */
export function isCommon(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const bare = plain.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const words = [
    plain,
    bare,
    withoutLeet(plain),
    withoutLeet(bare),
    withoutLeet(plain).replace(/[^a-z]+$/, ''),
  ]
  return words.some((word) => common().has(word) || common().has(halfOf(word))) || isPattern(plain)
}

const withoutLeet = (text: string): string => text.replaceAll(/[013457@$!]/g, (char) => LEET[char] ?? char)

/** `abcabc` is no better than `abc`. */
function halfOf(text: string): string {
  const half = text.slice(0, Math.floor(text.length / 2))
  return half !== '' && half.repeat(2) === text ? half : text
}

/** One or two characters, or a straight line through digits or alphabet. */
function isPattern(text: string): boolean {
  const codes = [...text].map((char) => char.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  return new Set(text).size <= 2 || (steps.size === 1 && Math.abs([...steps][0] ?? 9) <= 1)
}

const { passwordLeast, passwordMost } = catalogue.limits
const SHIPPED = shipped.flags.PASSWORD_SETTINGS.value

/** spec 1 §5: length, pattern and confirmation of a new password. Lengths count characters, not bytes. Throws a Refusal. */
export function checkNewPassword(secret: string, confirmation: string, { flags }: Settings): void {
  const faults: Fault[] = []
  const refuse = (errorCode: string) => faults.push({ errorCode, field: '/secret' })
  const set = isObject(flags.PASSWORD_SETTINGS) ? flags.PASSWORD_SETTINGS : SHIPPED
  // A deployment that sets lengths and leaves one out has the schema's own (spec 3 §5); what cannot be read is as shipped.
  const { min_length = passwordLeast.value, max_length = passwordMost.value } = set
  const min = Number(min_length) || SHIPPED.min_length
  const max = Number(max_length) || passwordMost.value
  const length = [...secret].length
  if (length < min || length > max) refuse('PASSWORD_RULES')
  else if (typeof flags.PASSWORD_REGEX === 'string' && !new RegExp(flags.PASSWORD_REGEX, 'su').test(secret))
    refuse('PASSWORD_RULES')
  else if (flags.REQUIRE_SPECIAL_CHARACTER === true && !/[^\p{L}\p{N}\s]/u.test(secret))
    refuse('PASSWORD_RULES')
  else if (isCommon(secret)) refuse('PASSWORD_COMMON')
  if (secret !== confirmation) faults.push({ errorCode: 'PASSWORD_CONFIRM_NO_MATCH', field: '/confirmation' })
  if (faults.length > 0) throw new Refusal('invalid', faults)
}
