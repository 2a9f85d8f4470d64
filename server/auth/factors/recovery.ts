import { randomBytes } from 'node:crypto'
import { sha256 } from '../../store/text.ts'

const HOW_MANY = 10
const BYTES = 10
/** Crockford's: nothing in it is mistaken for something else when it is copied by hand. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const MISTAKEN: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', U: 'V' }

/** Ten codes of 80 random bits: too many to be tried, so that a fast hash keeps them. */
export const newRecoveryCodes = (): string[] => Array.from({ length: HOW_MANY }, newCode)

function newCode(): string {
  let bits = BigInt(`0x${randomBytes(BYTES).toString('hex')}`)
  let code = ''
  for (let n = 0; n < (BYTES * 8) / 5; n++) {
    code += ALPHABET[Number(bits & 31n)]
    bits >>= 5n
  }
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** Bound to the account: the same code means nothing elsewhere. However it is typed, with or without hyphens. */
export function recoveryHash(userId: string, code: string): string {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return sha256(`${userId}\n${plain.replace(/[OILU]/g, (letter) => MISTAKEN[letter] ?? letter)}`)
}
