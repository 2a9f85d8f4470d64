import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Store } from '#server/store/store.ts'

/** A new secret for a gateway, shown once; the one before it is worthless. Random enough for a plain hash. */
export async function issueGatewaySecret(gateways: Store['gateways'], serialNumber: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await gateways.setSecretHash(serialNumber, hashOf(secret))
  return secret
}

export async function isGatewaySecret(
  gateways: Store['gateways'],
  serialNumber: string,
  secret: string,
): Promise<boolean> {
  const known = await gateways.secretHash(serialNumber)
  const given = Buffer.from(hashOf(secret))
  // An unknown gateway costs as much time as a known one.
  const expected = Buffer.from(known ?? hashOf(''))
  return given.length === expected.length && timingSafeEqual(given, expected) && known !== undefined
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
