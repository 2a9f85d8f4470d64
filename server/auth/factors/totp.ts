import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with what every authenticator app can do: SHA-1, six digits, half a minute. */
const STEP_MS = 30_000
const SECRET_BYTES = 20

const generatorOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Gatehouse', label, secret: Secret.fromBase32(secret) })

/** A new secret, in base32 as apps take it by hand. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What a QR code says: the secret, and what the app calls it. */
export const addressOf = (secret: string, username: string): string =>
  generatorOf(secret, username).toString()

/**
 * The step of time that a code belongs to; undefined when it is none. Clocks may differ by a step. Who accepts the code
 * keeps the step, so that it works once.
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = generatorOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / STEP_MS) + delta
}
