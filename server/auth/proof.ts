import type { Login } from '#schemas/generated/entities/login.ts'
import type { Account, Credentials, Standing } from '../store/people/accounts.ts'
import type { Store } from '../store/store.ts'
import type { FirstProof } from './factors/waiting.ts'
import { isGatewaySecretHash } from './gateway-secret.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import { comesFromProvider } from './provider-only.ts'

/** Purpose of the tokens that take the place of a password once. */
export const HASH_LOGIN = 'hashLogin'

export interface Proved {
  account: Account
  standing: Standing
  by: FirstProof
  /** A second factor that was shown before, by who had to read the policies first. */
  factor?: string
  /** The hash of the password was made with lesser costs than today's. */
  outdated: boolean
  /** For proofs that work once: true for exactly one caller, who then is in. */
  redeem?: () => Promise<boolean>
  /** It is a gateway that was proved to be held; the account is its owner's. */
  serialNumber?: string
}

interface Given extends Login {
  /** The account of the identity, if it is one. */
  known: Credentials | undefined
}

/** Who somebody is, if what he shows proves it. Whether there is such an account makes no difference in work. */
export async function checkProof(store: Store, given: Given, now: number): Promise<Proved | undefined> {
  const { identity, secret, loginType, known } = given
  if (loginType === 'gateway') return ownerOf(store, identity, secret)
  // Asked for whoever there is, so that the work is the same.
  const external = await comesFromProvider(store, known?.account.id ?? '')
  if (loginType === 'hash') {
    // Looked at first: who must accept policies comes back with the same token.
    const token = await store.tokens.peek(HASH_LOGIN, secret, now)
    if (!known || token?.subject !== known.account.id) return undefined
    const fromProvider = (token.payload as { by?: unknown } | undefined)?.by === 'external'
    if (external && !fromProvider) return undefined
    const redeem = async () => (await store.tokens.take(HASH_LOGIN, secret, now)) !== undefined
    // Who had to read policies first comes back with what he had proved before.
    const before = (token.payload ?? {}) as { by?: FirstProof; factor?: string }
    return { ...known, by: 'mail', ...before, outdated: false, redeem }
  }
  const { correct, outdated } = await verifyPassword(secret, known?.passwordHash)
  return known && correct && !external ? { ...known, by: 'password', outdated } : undefined
}

/** Whoever holds the secret of a gateway acts for its owner. */
async function ownerOf(store: Store, identity: string, secretHash: string): Promise<Proved | undefined> {
  const serialNumber = identity.toUpperCase()
  const right = await isGatewaySecretHash(store.gateways, serialNumber, secretHash)
  const gateway = await store.gateways.find(serialNumber)
  const owner = gateway?.userId ? await store.accounts.find(gateway.userId) : undefined
  const known = owner && (await store.accounts.credentials(owner.username))
  return right && known ? { ...known, by: 'gateway', outdated: false, serialNumber } : undefined
}
