import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { FactorRow } from '#schemas/generated/entities/factor-row.ts'
import type { AccountNotice } from '../../auth/account-notices.ts'
import { attemptFactor } from '../../auth/attempts.ts'
import { endSessionsOf } from '../../auth/end-sessions.ts'
import { APP } from '../../auth/factors/factors.ts'
import type { RegistrationResponseJSON } from '../../auth/factors/passkeys.ts'
import { voidProofs } from '../../auth/void-proofs.ts'
import { invalid, notFound, sessionEnded } from '../../lib/refusal.ts'
import { ConflictError } from '../../store/errors.ts'
import type { Account } from '../../store/people/accounts.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import type { Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'

type Names =
  | 'listFactors'
  | 'beginAuthenticator'
  | 'finishAuthenticator'
  | 'beginPasskey'
  | 'finishPasskey'
  | 'renewRecoveryCodes'
  | 'renameFactor'
  | 'removeFactor'
  | 'resetFactors'

/** An account's own second factors, and an administrator's help for who has lost them. */
export function factorHandlers(parts: Parts): Pick<Handlers, Names> {
  const { store, factors, accountNotices, now } = parts

  const self = async ({ userId }: SessionRecord): Promise<Account> => {
    const account = await store.accounts.find(userId)
    if (!account) throw sessionEnded()
    return account
  }
  interface Doing {
    session: SessionRecord
    address: string
  }
  const note = (
    { session, address }: Doing,
    what: string,
    result: 'ok' | 'refused',
    facts: Readonly<Record<string, unknown>> = {},
  ) => store.audit.append({ who: session.userId, what, at: now(), result, facts: { address, ...facts } })

  /** Whoever finds an open browser cannot make himself at home in the account. */
  async function prove(doing: Doing, what: string, proof: string): Promise<void> {
    const tried = await attemptFactor(store.limits, now(), doing.session.userId)
    if (!(await factors.proves(doing.session, proof))) {
      await note(doing, what, 'refused')
      throw invalid('/proof', undefined, 'WRONG_PROOF')
    }
    await tried.succeeded()
  }

  const tell = async (session: SessionRecord, kind: AccountNotice) =>
    accountNotices.tell(await self(session), kind)

  const expired = () => new Failure(409, [{ errorCode: 'FACTOR_EXPIRED' }])
  const off = () => new Failure(409, [{ errorCode: 'PASSKEYS_OFF' }])

  async function added(doing: Doing, kind: string) {
    const recoveryCodes = await factors.firstRecoveryCodes(doing.session.userId)
    await note(doing, 'addFactor', 'ok', { kind })
    await tell(doing.session, 'factorAdded')
    return recoveryCodes ? { recoveryCodes } : {}
  }

  return {
    async listFactors({ session: { userId }, host }) {
      const [account, { app, passkeys, recoveryCodes }] = await Promise.all([
        store.accounts.find(userId),
        factors.of(userId),
      ])
      const iso = (at: number) => new Date(at).toISOString()
      const row = (
        kind: FactorRow['kind'],
        {
          id,
          name,
          createdAt,
          lastUsedAt,
        }: { id: string; name?: string; createdAt: number; lastUsedAt?: number },
      ): FactorRow => ({
        ...{ id, kind, createdAt: iso(createdAt) },
        ...(name !== undefined && { name }),
        ...(lastUsedAt !== undefined && { lastUsedAt: iso(lastUsedAt) }),
      })
      const data = [
        ...(app ? [row('authenticator', { ...app, id: APP })] : []),
        ...passkeys.map((one) => row('passkey', one)),
      ]
      return {
        data,
        count: data.length,
        recoveryCodes,
        passkeys: factors.hasPasskeys(),
        authenticator: app !== undefined,
        needed: account !== undefined && factors.needed(account.groups, host),
      }
    },

    async beginAuthenticator({ body: { proof = '' }, session, address }) {
      await prove({ session, address }, 'addFactor', proof)
      return factors.beginApp(session.key, await self(session))
    },

    async finishAuthenticator({ body, session, address }) {
      const tried = await attemptFactor(store.limits, now(), session.userId)
      const done = await factors.finishApp(session.key, session.userId, body.code)
      if (done === 'expired') throw expired()
      if (!done) throw invalid('/code', undefined, 'FACTOR_WRONG')
      await tried.succeeded()
      return added({ session, address }, 'authenticator')
    },

    async beginPasskey({ body: { proof = '' }, session, address }) {
      if (!factors.hasPasskeys()) throw off()
      await prove({ session, address }, 'addFactor', proof)
      const options = await factors.beginPasskey(session.key, await self(session))
      if (!options) throw off()
      return { ...options }
    },

    async finishPasskey({ body, session, address }) {
      const name = cleanName(body.name)
      if (name === '') throw invalid('/name')
      try {
        const response = body.passkey as RegistrationResponseJSON
        const done = await factors.finishPasskey(session.key, session.userId, { name, response })
        if (done === 'expired') throw expired()
        if (!done) throw invalid('/passkey', undefined, 'FACTOR_WRONG')
      } catch (error) {
        if (error instanceof ConflictError) throw new Failure(409, [{ errorCode: 'PASSKEY_KNOWN' }])
        throw error
      }
      return added({ session, address }, 'passkey')
    },

    async renewRecoveryCodes({ body: { proof = '' }, session, address }) {
      await prove({ session, address }, 'renewRecoveryCodes', proof)
      if (!(await store.factors.any(session.userId))) throw new Failure(409, [{ errorCode: 'NO_FACTOR' }])
      const recoveryCodes = await factors.renewRecoveryCodes(session.userId)
      await note({ session, address }, 'renewRecoveryCodes', 'ok')
      await tell(session, 'recoveryCodesRenewed')
      return { recoveryCodes }
    },

    async renameFactor({ params: { factor }, body, session }) {
      const name = cleanName(body.name)
      if (name === '') throw invalid('/name')
      if (!(await store.passkeys.rename(session.userId, factor, name))) throw notFound()
      return undefined
    },

    async removeFactor({ params: { factor }, body: { proof = '' }, session, host, address }) {
      const { userId } = session
      const { app, passkeys } = await factors.of(userId)
      if (factor === APP ? !app : !passkeys.some(({ id }) => id === factor)) throw notFound()
      await prove({ session, address }, 'removeFactor', proof)
      const { groups } = await self(session)
      const done = await factors.remove(userId, factor, { mustStay: factors.needed(groups, host) })
      if (done === 'needed') throw new Failure(409, [{ errorCode: 'FACTOR_NEEDED' }])
      if (done === 'unknown') throw notFound()
      await note({ session, address }, 'removeFactor', 'ok', { kind: factor === APP ? APP : 'passkey' })
      await tell(session, 'factorRemoved')
      return undefined
    },

    async resetFactors({ params: { id }, body: { proof = '' }, session, address }) {
      const account = await store.accounts.find(id)
      if (!account) throw notFound()
      const facts = { userId: id }
      // One's own are changed where one's own are changed: there the last one stays.
      if (id === session.userId) throw new Failure(409, [{ errorCode: 'OWN_FACTORS' }])
      await prove({ session, address }, 'resetFactors', proof)
      if (!(await store.factors.reset(id))) throw new Failure(409, [{ errorCode: 'NO_FACTOR' }])
      await voidProofs(store, id)
      await endSessionsOf(parts, id, 'other_login')
      await note({ session, address }, 'resetFactors', 'ok', facts)
      accountNotices.tell(account, 'factorsReset')
      return undefined
    },
  }
}
