import type { Mode } from '../../config/place.ts'
import type { Seal } from '../../outbound/seal.ts'
import type { DeploymentSettings } from '../../settings.ts'
import type { Account } from '../../store/people/accounts.ts'
import type { Authenticator } from '../../store/people/factors.ts'
import type { Passkey } from '../../store/people/passkeys.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import type { Repositories, Store } from '../../store/store.ts'
import { verifyPassword } from '../passwords/password-hash.ts'
import { comesFromProvider } from '../provider-only.ts'
import {
  type AuthenticationResponseJSON,
  assertionOptions,
  CHALLENGE_MS,
  type RegistrationResponseJSON,
  registered,
  registrationOptions,
  signedBy,
} from './passkeys.ts'
import type { PasskeyPlace } from './place.ts'
import { newRecoveryCodes, recoveryHash } from './recovery.ts'
import { addressOf, newSecret, stepOf } from './totp.ts'

interface FactorsParts {
  store: Store
  seal: Seal
  settings: Pick<DeploymentSettings, 'of'>
  mode: Mode
  /** Undefined where the server has no domain: there are no passkeys then. */
  place(): PasskeyPlace | undefined
  now(): number
}

/** What somebody shows beside the password: one of them. */
export interface Given {
  /** Of the authenticator app. */
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: AuthenticationResponseJSON | undefined
}
export type FactorKind = 'authenticator' | 'recoveryCode' | 'passkey'

export interface Held {
  any: boolean
  kinds: readonly FactorKind[]
  app: Authenticator | undefined
  passkeys: readonly Passkey[]
  /** How many are left. */
  recoveryCodes: number
}

/** Within the change that adds a factor: whether whoever adds it still may. */
export type Claim = (within: Repositories) => Promise<boolean>

/** Stands where the id of a passkey stands: there is one app at most. */
export const APP = 'authenticator'

/** How long a set-up may take; a session or a sign-in under way holds it. */
const SET_UP_MS = 15 * 60_000
/** Purposes of the tokens in which set-ups wait for their proof. */
export const APP_SET_UP = 'authenticatorSetUp'
export const PASSKEY_SET_UP = 'passkeySetUp'

/** One session or sign-in may set up an app and a passkey at once. */
const held = (purpose: string, holder: string): string => `${purpose} ${holder}`

/** Whoever has neither password nor app proves himself by having signed in just now. */
const FRESH_MS = 10 * 60_000

/** What accounts prove themselves with beside the password: authenticator apps, passkeys, and codes for the day they are lost. */
export class Factors {
  readonly #parts: FactorsParts

  constructor(parts: FactorsParts) {
    this.#parts = parts
  }

  /** Administrators always, others as the deployment's settings say by role or sub-role; nobody in the demo. */
  needed(groups: readonly string[], host: string): boolean {
    const { mode, settings } = this.#parts
    if (mode === 'demo') return false
    return groups[0] === 'admin' || rolesIn(settings.of(host).flags).some((role) => groups.includes(role))
  }

  /** Whether an account must have a second factor and has none: it may do nothing until then. */
  async lacking(userId: string, host: string): Promise<boolean> {
    const { store, mode } = this.#parts
    if (mode === 'demo') return false
    const account = await store.accounts.find(userId)
    return account !== undefined && this.needed(account.groups, host) && !(await store.factors.any(userId))
  }

  /** What an account has; `kinds` is what it can show here, now. */
  async of(userId: string): Promise<Held> {
    const { store } = this.#parts
    const [app, all, recoveryCodes] = await Promise.all([
      store.factors.authenticator(userId),
      store.passkeys.ofUser(userId),
      store.factors.recoveryCodesLeft(userId),
    ])
    const passkeys = this.#parts.place() ? all : []
    const any = app !== undefined || all.length > 0
    const kinds: FactorKind[] = []
    if (app) kinds.push('authenticator')
    if (passkeys.length > 0) kinds.push('passkey')
    if (any && recoveryCodes > 0) kinds.push('recoveryCode')
    return { any, kinds, app, passkeys, recoveryCodes }
  }

  /** Whether there can be any here. */
  hasPasskeys(): boolean {
    return this.#parts.place() !== undefined
  }

  /** What a passkey of this account is asked to sign; of any account, without one. */
  async ask(passkeys?: readonly Passkey[]) {
    const place = this.#parts.place()
    return place && assertionOptions(place, passkeys)
  }

  /** Whether it is right, for this account; then it is used up. */
  async redeem(
    userId: string,
    { code, recoveryCode, passkey }: Given,
    challenge?: string,
  ): Promise<FactorKind | undefined> {
    if (code !== undefined) return (await this.#redeemCode(userId, code)) ? 'authenticator' : undefined
    if (recoveryCode !== undefined) {
      const right = await this.#parts.store.factors.takeRecoveryCode(
        userId,
        recoveryHash(userId, recoveryCode),
      )
      return right ? 'recoveryCode' : undefined
    }
    if (passkey === undefined || challenge === undefined) return undefined
    return (await this.signer(passkey, challenge, userId)) ? 'passkey' : undefined
  }

  /** The account whose passkey has signed this challenge. */
  async signer(
    response: AuthenticationResponseJSON,
    challenge: string,
    of?: string,
  ): Promise<string | undefined> {
    const { store, now } = this.#parts
    const place = this.#parts.place()
    if (!place) return undefined
    // Looked at first: a passkey of somebody else is not used by this.
    if (of !== undefined && (await store.passkeys.find(response.id))?.userId !== of) return undefined
    return (await signedBy(store.passkeys, { response, challenge, place, now: now() }))?.userId
  }

  async #redeemCode(userId: string, code: string): Promise<boolean> {
    const { store, seal, now } = this.#parts
    const app = await store.factors.authenticator(userId)
    const secret = app && seal.open(app.sealed)
    const step = secret === undefined ? undefined : stepOf(secret, code, now())
    return step !== undefined && store.factors.spendStep(userId, step, now())
  }

  /**
   * Whoever changes factors proves himself once more, so that an open browser is not enough: by the password or a code
   * of the app. Whoever has neither, or comes from an identity provider and has no app, has signed in just now.
   */
  async proves({ userId, createdAt }: SessionRecord, proof: string): Promise<boolean> {
    const { store, now } = this.#parts
    const [hash, app, external] = await Promise.all([
      store.accounts.passwordHash(userId),
      store.factors.authenticator(userId),
      comesFromProvider(store, userId),
    ])
    if (app && /^\d{6}$/.test(proof)) return this.#redeemCode(userId, proof)
    if (hash && !external) return (await verifyPassword(proof, hash)).correct
    return !app && now() - createdAt < FRESH_MS
  }

  /** A secret for an app, which counts only when a code of it was shown. `holder`: the session or sign-in that sets it up. */
  async beginApp(holder: string, { id, username }: Pick<Account, 'id' | 'username'>) {
    const { store, seal, now } = this.#parts
    const secret = newSecret()
    await store.tokens.replace({
      token: held(APP_SET_UP, holder),
      purpose: APP_SET_UP,
      subject: id,
      payload: { sealed: seal.close(secret) },
      expiresAt: now() + SET_UP_MS,
    })
    return { secret, address: addressOf(secret, username) }
  }

  /** Answers `expired` when there is nothing to finish, and undefined when the code is wrong. */
  async finishApp(
    holder: string,
    userId: string,
    code: string,
    claim?: Claim,
  ): Promise<true | 'expired' | undefined> {
    const { store, seal, now } = this.#parts
    const waiting = await store.tokens.peek(APP_SET_UP, held(APP_SET_UP, holder), now())
    const sealed = waiting?.subject === userId ? (waiting.payload as { sealed: string }).sealed : undefined
    const secret = sealed === undefined ? undefined : seal.open(sealed)
    if (sealed === undefined || secret === undefined) return 'expired'
    const step = stepOf(secret, code, now())
    if (step === undefined) return undefined
    return store.atomically(async (within) => {
      if (!(await within.tokens.take(APP_SET_UP, held(APP_SET_UP, holder), now()))) return 'expired'
      if (claim && !(await claim(within))) return 'expired'
      await within.factors.putAuthenticator(userId, { sealed, step, at: now() })
      return true
    })
  }

  /** Undefined where there are no passkeys. */
  async beginPasskey(holder: string, account: Pick<Account, 'id' | 'username'>) {
    const { store, now } = this.#parts
    const place = this.#parts.place()
    if (!place) return undefined
    const options = await registrationOptions(account, await store.passkeys.ofUser(account.id), place)
    await store.tokens.replace({
      token: held(PASSKEY_SET_UP, holder),
      purpose: PASSKEY_SET_UP,
      subject: account.id,
      payload: { challenge: options.challenge },
      expiresAt: now() + CHALLENGE_MS,
    })
    return options
  }

  /** Throws ConflictError when this passkey is registered already. */
  async finishPasskey(
    holder: string,
    userId: string,
    { name, response }: { name: string; response: RegistrationResponseJSON },
    claim?: Claim,
  ): Promise<true | 'expired' | undefined> {
    const { store, now } = this.#parts
    const place = this.#parts.place()
    const waiting = await store.tokens.take(PASSKEY_SET_UP, held(PASSKEY_SET_UP, holder), now())
    if (!place || waiting?.subject !== userId) return 'expired'
    const { challenge } = waiting.payload as { challenge: string }
    const made = await registered(response, challenge, place)
    if (!made) return undefined
    return store.atomically(async (within) => {
      if (claim && !(await claim(within))) return 'expired'
      await within.passkeys.add({ ...made, userId, name, createdAt: now() })
      return true
    })
  }

  /** Takes one away; of two at once the second finds the other as the last. With the last go the recovery codes. */
  remove(
    userId: string,
    factor: string,
    { mustStay }: { mustStay: boolean },
  ): Promise<'removed' | 'unknown' | 'needed'> {
    const { store } = this.#parts
    return store.atomically(async ({ accounts, factors, passkeys }) => {
      await accounts.hold(userId)
      const app = await factors.authenticator(userId)
      const keys = this.hasPasskeys() ? await passkeys.ofUser(userId) : []
      if (factor === APP ? !app : !keys.some(({ id }) => id === factor)) return 'unknown'
      const isLast = (app ? 1 : 0) + keys.length === 1
      if (isLast && mustStay) return 'needed'
      if (isLast) await factors.reset(userId)
      else if (factor === APP) await factors.removeAuthenticator(userId)
      else await passkeys.remove(userId, factor)
      return 'removed'
    })
  }

  /** In the place of those before; told once. */
  renewRecoveryCodes(userId: string): Promise<string[]> {
    return newCodesFor(userId, this.#parts.store)
  }

  /** With the first factor come the codes for the day it is lost; of two that are first at once, with one of them. */
  firstRecoveryCodes(userId: string): Promise<string[] | undefined> {
    return this.#parts.store.atomically(async (within) => {
      await within.accounts.hold(userId)
      const left = await within.factors.recoveryCodesLeft(userId)
      return left > 0 ? undefined : newCodesFor(userId, within)
    })
  }
}

async function newCodesFor(userId: string, { factors }: Pick<Repositories, 'factors'>): Promise<string[]> {
  const codes = newRecoveryCodes()
  await factors.putRecoveryCodes(
    userId,
    codes.map((code) => recoveryHash(userId, code)),
  )
  return codes
}

const rolesIn = ({ SECOND_FACTOR_ROLES: roles }: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : []
