import { randomBytes } from 'node:crypto'
import type { PendingSignIn } from '#schemas/generated/entities/pending-sign-in.ts'
import { attemptFactor } from '../../auth/attempts.ts'
import { barOf, isClosed } from '../../auth/closed.ts'
import { NOT_ME } from '../../auth/devices.ts'
import { endSessionsOf } from '../../auth/end-sessions.ts'
import type { Claim } from '../../auth/factors/factors.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../../auth/factors/passkeys.ts'
import { CHALLENGE_MS } from '../../auth/factors/passkeys.ts'
import { goOn, type WaitingSignIn, waiting } from '../../auth/factors/waiting.ts'
import { HASH_LOGIN } from '../../auth/proof.ts'
import { comesFromProvider } from '../../auth/provider-only.ts'
import { voidProofs } from '../../auth/void-proofs.ts'
import { ConflictError } from '../../store/errors.ts'
import type { Account } from '../../store/people/accounts.ts'
import { type Handlers, Instead } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { admission } from './admit.ts'

type Names =
  | 'giveFactor'
  | 'beginFactorSetUp'
  | 'finishFactorSetUp'
  | 'beginPasskeySignIn'
  | 'signInByPasskey'
  | 'disownSignIn'

/** Purpose of the challenges of sign-ins by passkey alone: nobody has said yet who he is. */
const PASSKEY_SIGN_IN = 'passkeySignIn'
/** Policies want to be read. */
const READING_MS = 10 * 60_000

const expired = (): Failure => new Failure(401, [{ errorCode: 'FACTOR_EXPIRED' }])
const wrong = (field?: string): Failure =>
  new Failure(401, [{ errorCode: 'FACTOR_WRONG', ...(field !== undefined && { field }) }])

/** The second factor at the door: shown, or set up by who must have one; and passkeys in the place of the password. */
export function secondFactorHandlers(parts: Parts): Pick<Handlers, Names> {
  const { store, factors, settings, legal, metrics, accountNotices, now } = parts
  const { open } = admission(parts)

  const refusal = async (who: string, address: string, failure: Failure, by?: string): Promise<Failure> => {
    metrics.count('logins', { result: 'refused' })
    await store.audit.append({
      who,
      what: 'secondFactor',
      at: now(),
      result: 'refused',
      facts: { address, ...(by !== undefined && { by }) },
    })
    return failure
  }

  /** Whose sign-in it is; he may have been removed meanwhile. */
  async function waitingFor(token: string, setUp: boolean): Promise<WaitingSignIn & { account: Account }> {
    const found = await waiting(store, token, now())
    const account = found && (await store.accounts.find(found.userId))
    if (!account || isClosed(account) || (found.setUp === true) !== setUp) throw expired()
    return { ...found, account }
  }

  return {
    async giveFactor(call) {
      const { body, address } = call
      const { token, ...given } = body
      const { account, by, challenge } = await waitingFor(token, false)
      // A passkey cannot be guessed; who has lost his app is not kept from it by wrong codes of others.
      const tried = given.passkey ? undefined : await attemptFactor(store.limits, now(), account.id)
      const shown = { ...given, passkey: given.passkey as AuthenticationResponseJSON | undefined }
      const factor = await factors.redeem(account.id, shown, challenge)
      if (!factor) {
        const [field] = Object.keys(given)
        throw await refusal(account.id, address, wrong(field && `/${field}`), field)
      }
      if (!(await goOn(store, token, now()))) throw expired()
      await tried?.succeeded()
      if (factor === 'recoveryCode') {
        const left = await store.factors.recoveryCodesLeft(account.id)
        accountNotices.tell(account, 'recoveryCodeUsed', { left: String(left) })
      }
      return open(call, { account, by, factor })
    },

    async beginFactorSetUp({ body: { token } }) {
      const { account } = await waitingFor(token, true)
      const [authenticator, passkey] = await Promise.all([
        factors.beginApp(token, account),
        factors.beginPasskey(token, account),
      ])
      return { authenticator, ...(passkey && { passkey: { ...passkey } }) }
    },

    async finishFactorSetUp(call) {
      const { token, code, passkey, name } = call.body
      const { account, by } = await waitingFor(token, true)
      // Somebody else may have finished meanwhile: it is asked for then, and not set up anew.
      if (await store.factors.any(account.id)) throw expired()
      const tried = await attemptFactor(store.limits, now(), account.id)
      // With the factor goes the sign-in under way: of an app and a passkey shown at once one becomes the factor.
      const claim: Claim = async (within) => {
        await within.accounts.hold(account.id)
        return !(await within.factors.any(account.id)) && goOn(within, token, now())
      }
      const done =
        code === undefined
          ? await addPasskey(token, account.id, { name: name ?? '', passkey }, claim)
          : await factors.finishApp(token, account.id, code, claim)
      if (done === 'expired') throw expired()
      if (!done)
        throw await refusal(
          account.id,
          call.address,
          wrong(code === undefined ? '/passkey' : '/code'),
          'setUp',
        )
      await tried.succeeded()
      const factor = code === undefined ? 'passkey' : 'authenticator'
      const recoveryCodes = await factors.firstRecoveryCodes(account.id)
      await store.audit.append({
        who: account.id,
        what: 'addFactor',
        at: now(),
        result: 'ok',
        facts: { address: call.address, kind: factor },
      })
      accountNotices.tell(account, 'factorAdded')
      const session = await open(call, { account, by, factor })
      return { session, ...(recoveryCodes && { recoveryCodes }) }
    },

    async beginPasskeySignIn() {
      const passkey = await factors.ask()
      if (!passkey) throw new Failure(409, [{ errorCode: 'PASSKEYS_OFF' }])
      const token = randomBytes(32).toString('base64url')
      await store.tokens.put({
        token,
        purpose: PASSKEY_SIGN_IN,
        subject: 'anybody',
        payload: { challenge: passkey.challenge },
        expiresAt: now() + CHALLENGE_MS,
      })
      return { token, passkey: { ...passkey } }
    },

    async signInByPasskey(call) {
      const { body, address, host, language } = call
      const begun = await store.tokens.take(PASSKEY_SIGN_IN, body.token, now())
      if (!begun) throw expired()
      const { challenge } = begun.payload as { challenge: string }
      const userId = await factors.signer(body.passkey as AuthenticationResponseJSON, challenge)
      const account = userId === undefined ? undefined : await store.accounts.find(userId)
      const known = account && (await store.accounts.credentials(account.username))
      if (!known) throw await refusal('anonymous', address, wrong('/passkey'), 'passkey')
      const refuse = (errorCode: string) =>
        refusal(known.account.id, address, new Failure(401, [{ errorCode }]), 'passkey')
      const bar = barOf(known)
      if (bar !== undefined) throw await refuse(bar)
      if (await comesFromProvider(store, known.account.id)) throw await refuse('PASSWORD_AT_PROVIDER')
      const here = settings.of(host)
      if (known.standing.policyVersion !== legal.version(here)) {
        const policies = {
          ...legal.pending(language ?? known.account.preferredLanguage, here),
          isPrivacyPolicyAccepted: false,
          areTermsOfServiceAccepted: false,
        }
        const secret = randomBytes(32).toString('base64url')
        await store.tokens.replace({
          token: secret,
          purpose: HASH_LOGIN,
          subject: known.account.id,
          // Whoever has read them goes on with what the passkey has proved.
          payload: { by: 'passkey', factor: 'passkey' },
          expiresAt: now() + READING_MS,
        })
        const pending: PendingSignIn = { policies, identity: known.account.username, secret }
        return new Instead(300, pending)
      }
      return open(call, { account: known.account, by: 'passkey', factor: 'passkey' })
    },

    async disownSignIn({ body, address }) {
      const link = await store.tokens.take(NOT_ME, body.token, now())
      const account = link && (await store.accounts.find(link.subject))
      if (!account) throw new Failure(404, [{ errorCode: '000017' }])
      // Whoever is in is out, and is new when he comes again; what he may have asked for is worthless.
      await Promise.all([
        store.tokens.invalidate(NOT_ME, account.id),
        voidProofs(store, account.id),
        store.knownDevices.forget(account.id, now()),
      ])
      await endSessionsOf(parts, account.id, 'disowned')
      await store.audit.append({
        who: account.id,
        what: 'disownSignIn',
        at: now(),
        result: 'ok',
        facts: { address },
      })
      return undefined
    },
  }

  async function addPasskey(
    holder: string,
    userId: string,
    { name, passkey }: { name: string; passkey: unknown },
    claim: Claim,
  ) {
    try {
      const response = passkey as RegistrationResponseJSON
      return await factors.finishPasskey(holder, userId, { name, response }, claim)
    } catch (error) {
      if (error instanceof ConflictError) throw new Failure(409, [{ errorCode: 'PASSKEY_KNOWN' }])
      throw error
    }
  }
}
