import { randomBytes } from 'node:crypto'

/** Letters and digits that nobody takes for another: 32, so that a byte chooses evenly. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

/** What somebody tells whoever is to link him: nobody finds one by trying (80 bits). */
export const newLinkedId = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => SIGNS.charAt(byte % SIGNS.length)).join('')
