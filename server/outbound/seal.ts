import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Keeps texts with links and codes in the database such that the database alone does not tell them. */
export class Seal {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  close(text: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
  }

  /** undefined: sealed with another key, or not by us. */
  open(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }
}

/** What is sealed, each with a key of its own, and the table that keeps it. */
export type SealedThing = 'outbox' | 'second factors' | 'own keys' | 'push' | 'web addresses' | 'calendars'
const TABLES = {
  outbox: 'outbox',
  'second factors': 'authenticators',
  'own keys': 'secrets',
  push: 'push_subscriptions',
  'web addresses': 'web_addresses',
  calendars: 'status_calendars',
} as const

/**
 * The key lies beside the embedded database, in a file that backups leave out; all replicas on one PostgreSQL share the
 * one that follows from its address and password.
 */
export function sealFor(location: string, thing: SealedThing = 'outbox'): Seal {
  const derived = (from: string | Buffer) =>
    new Seal(Buffer.from(hkdfSync('sha256', from, '', `gatehouse ${thing}`, KEY_BYTES)))
  if (/^postgres(?:ql)?:/.test(location)) return derived(location)
  const file = join(location, 'outbox.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' })
  const key = readFileSync(file)
  // The file is the outbox's own key; the others follow from it.
  return thing === 'outbox' ? new Seal(key) : derived(key)
}

/** How a store's copy at another place keeps what the keys of the first place keep; these are looked for when it is needed. */
export const sealedBetween = (from: string, to: string) =>
  (Object.keys(TABLES) as SealedThing[]).map((thing) => ({
    table: TABLES[thing],
    column: 'sealed' as const,
    reseal: (sealed: string): string | undefined => {
      const text = sealFor(from, thing).open(sealed)
      return text === undefined ? undefined : sealFor(to, thing).close(text)
    },
  }))
