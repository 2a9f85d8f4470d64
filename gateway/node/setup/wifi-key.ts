import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { WifiChoice } from '#schemas/generated/entities/wifi-choice.ts'

const derive = promisify(pbkdf2)

const HEX = /^[0-9A-Fa-f]+$/
/** IEEE 802.11: rounds and length of the key that a passphrase stands for. */
const ROUNDS = 4096
const KEY_BYTES = 32

/**
 * The key of a network in hexadecimal digits: no character of a passphrase can then mean anything to the programs that
 * the key passes through, and the passphrase itself is written nowhere.
 */
export async function wifiKey({ ssid, encryption, password = '' }: WifiChoice): Promise<string | undefined> {
  switch (encryption) {
    case 'none':
      return undefined
    case 'wep':
      return password.length > 13 || (password.length === 10 && HEX.test(password))
        ? password
        : Buffer.from(password, 'latin1').toString('hex')
    default:
      return password.length === 64
        ? password
        : (await derive(password, Buffer.from(ssid, 'utf8'), ROUNDS, KEY_BYTES, 'sha1')).toString('hex')
  }
}
