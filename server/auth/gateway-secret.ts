import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Store } from '#server/store/store.ts'

/** A new secret for a gateway, shown once; the one before it is worthless. Random enough for a plain hash. */
export async function issueGatewaySecret(gateways: Store['gateways'], serialNumber: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await gateways.setSecretHash(serialNumber, hashOf(hashOf(secret)))
  return secret
}

export const isGatewaySecret = (
  gateways: Store['gateways'],
  serialNumber: string,
  secret: string,
): Promise<boolean> => isGatewaySecretHash(gateways, serialNumber, hashOf(secret))

/** For who sends the hash of a secret. What is stored is the hash of that: it signs nobody in. */
export async function isGatewaySecretHash(
  gateways: Store['gateways'],
  serialNumber: string,
  secretHash: string,
): Promise<boolean> {
  const known = await gateways.secretHash(serialNumber)
  const given = Buffer.from(hashOf(secretHash))
  // An unknown gateway costs as much time as a known one.
  const expected = Buffer.from(known ?? hashOf(''))
  return given.length === expected.length && timingSafeEqual(given, expected) && known !== undefined
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
