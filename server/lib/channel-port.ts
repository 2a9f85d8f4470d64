import type { Events } from '#schemas/generated/channel.ts'
import type { SessionRecord } from '../store/sessions.ts'

/** An event for people rather than of a home; the broker adds the time. */
export type ChannelEvent = { [N in keyof Events]: { event: N; data: Events[N] } }[keyof Events]

/** What the rest of the server needs of the message channel. */
export interface Channel {
  issueToken(
    session: SessionRecord,
  ): Promise<{ token: string; sessionKey: string; userId: string; expiresAt: number; wait: number }>
  cutSession(
    sessionKey: string,
    reason?: 'logged_out' | 'expired' | 'other_login' | 'disowned' | 'account_deleted' | 'account_disabled',
  ): void
  /** Its secret is worthless. */
  cutGateway(serialNumber: string): void
  /** Closes the connections of a user who stays signed in. */
  dismissUser(userId: string): void
  /** Tells a user, wherever he is connected. */
  tellUser(userId: string, event: ChannelEvent): void
  /** The rights of this user have changed. */
  recheck(userId: string): void
}
