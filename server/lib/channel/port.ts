import type { Event, Events, Request, Response } from '#schemas/generated/channel.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import type { Reach } from '../reach/reach.ts'
import type { GatewayTopic } from './topics.ts'

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

/** Yes, no, or soon. */
export type Answer = boolean | Promise<boolean>

export type SessionEnd = Events['session_ended']['reason']

/** Structured, secret-free; pino fits. */
export interface ChannelLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface ChannelMetrics {
  count(name: string, labels?: Readonly<Record<string, string>>): void
}

/** What becomes of it: passed on as it is or as it was read, kept, or counted as nonsense. */
export type Said = 'forward' | 'taken' | 'malformed' | { readonly forward: Buffer }

/** How somebody sees a home who finds a part of it only (decision 0190). */
export interface LimitedView {
  reach: Reach
  /** Number of the last event that his connection was told: he counts what he hears, never what happens. */
  told(): number
}

/** A request that its sender may make. */
export interface Incoming {
  serialNumber: string
  userId: string
  sessionKey: string
  request: Request
  /** Of a sender who is limited. */
  view?: LimitedView
}

/** What the homes do with the channel. */
export interface Homes {
  /** True: hosted here, and answered. False: the connected gateway shall have it. */
  request(incoming: Incoming): boolean
  /** A connected gateway published on one of its topics. */
  gatewaySaid(topic: GatewayTopic, payload: Buffer): Said
  gatewayConnected(serialNumber: string): void
  /** It takes requests from now on. */
  gatewayListens(serialNumber: string): void
  gatewayLost(serialNumber: string): void
  /** Somebody listens to this home. */
  watched(serialNumber: string): void
}

export interface Broker {
  /** Ends the connections of a session, telling them why. */
  cutSession(sessionKey: string, reason?: SessionEnd): void
  cutUser(userId: string, reason: SessionEnd): void
  /** Closes the connections of a user who stays signed in: each comes back, and asks for everything anew. */
  dismissUser(userId: string): void
  /** A gateway whose secret is worthless. */
  cutGateway(serialNumber: string): void
  /** The rights of this user changed: drops what is no longer entitled. */
  recheck(userId: string): void
  publishToUser(userId: string, event: ChannelEvent): void
  publishToAdmins(event: ChannelEvent): void
  publishHomeEvent(serialNumber: string, event: Event): void
  publishPresence(serialNumber: string, presence: 'online' | 'offline'): void
  sendRequest(serialNumber: string, userId: string, request: Request): void
  sendResponse(to: Omit<Incoming, 'request'>, response: Response): void
  serve(homes: Homes): void
  /** Users with an open connection. */
  connectedUsers(): string[]
  /** Ms until this session may connect. */
  connectsIn(sessionKey: string): number
  gatewayIsConnected(serialNumber: string): boolean
  connections(): number
  /** Where gateways sign in. */
  readonly tcp: { address: string; port: number } | undefined
  close(): Promise<void>
}
