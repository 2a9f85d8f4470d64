import type { PendingFactor } from '#schemas/generated/entities/pending-factor.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import { type FirstProof, letWait } from '../../auth/factors/waiting.ts'
import { comesFromProvider } from '../../auth/provider-only.ts'
import { clientOf } from '../../lib/user-agent.ts'
import type { Account } from '../../store/people/accounts.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import { type Call, Instead } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'

/** Of the call with which somebody comes in. */
export type Arriving = Pick<Call<'login'>, 'host' | 'address' | 'userAgent' | 'device' | 'setHeader'> & {
  session: SessionRecord | undefined
}

export interface Proven {
  account: Account
  by: FirstProof
  /** It is a gateway that was proved to be held: whoever holds it is not its owner, and has no factors of his. */
  serialNumber?: string | undefined
  /** The second factor, where it was shown. */
  factor?: string | undefined
}

/** The one way to a session, whatever somebody has shown: not before the second factor, where the account has or needs one. */
export function admission(parts: Parts) {
  const { store, sessions, channel, metrics, factors, devices, now } = parts
  const iso = (time: number): string => new Date(time).toISOString()

  async function missing({ host }: Arriving, { account, by }: Proven): Promise<PendingFactor | undefined> {
    const { any, kinds, passkeys } = await factors.of(account.id)
    if (any) {
      const passkey = passkeys.length > 0 ? await factors.ask(passkeys) : undefined
      const challenge = passkey?.challenge
      const { token, expiresAt } = await letWait(
        store.tokens,
        { userId: account.id, by, ...(challenge === undefined ? {} : { challenge }) },
        now(),
      )
      return {
        factor: 'ask',
        token,
        kinds: [...kinds],
        ...(passkey && { passkey: { ...passkey } }),
        expiresAt: iso(expiresAt),
      }
    }
    if (!factors.needed(account.groups, host)) return undefined
    const { token, expiresAt } = await letWait(store.tokens, { userId: account.id, by, setUp: true }, now())
    return {
      factor: 'setUp',
      token,
      kinds: factors.hasPasskeys() ? ['authenticator', 'passkey'] : ['authenticator'],
      expiresAt: iso(expiresAt),
    }
  }

  /** Makes the session. */
  async function open(call: Arriving, { account, by, serialNumber, factor }: Proven): Promise<Session> {
    const { address, userAgent, session: former } = call
    // Decision 0077, whatever he has shown; whoever holds a gateway is not its owner.
    if (by !== 'external' && serialNumber === undefined && (await comesFromProvider(store, account.id)))
      throw new Failure(401, [{ errorCode: 'PASSWORD_AT_PROVIDER' }])
    // whoever signs in again leaves the session that he had, and never gets it back.
    if (former) {
      await store.sessions.end(former.key)
      channel.cutSession(former.key)
    }
    const [{ id, record }] = await Promise.all([
      sessions.begin(account.id, { address, userAgent, ...(serialNumber !== undefined && { serialNumber }) }),
      store.audit.append({
        who: account.id,
        what: by === 'external' ? 'externalLogin' : 'login',
        at: now(),
        result: 'ok',
        ...(serialNumber !== undefined && { gateway: serialNumber }),
        facts: {
          address,
          by,
          ...(factor !== undefined && { factor }),
          client: clientOf(userAgent).deviceModel,
        },
      }),
    ])
    channel.tellUser(account.id, { event: 'login_user', data: { sessionIds: [record.key] } })
    // Whoever holds a gateway is no browser of its owner's.
    if (serialNumber === undefined) {
      const arrival = { account, token: call.device, userAgent, address }
      call.setHeader('Set-Cookie', await devices.arrived(arrival))
    }
    metrics.count('logins', { result: 'ok' })
    return { userId: account.id, sessionId: id, expiresAt: iso(sessions.expiresAt(record)) }
  }

  return {
    open,
    async admit(call: Arriving, proven: Proven): Promise<Session | Instead<PendingFactor>> {
      const pending =
        proven.serialNumber === undefined && proven.factor === undefined
          ? await missing(call, proven)
          : undefined
      return pending ? new Instead(300, pending) : open(call, proven)
    },
  }
}
