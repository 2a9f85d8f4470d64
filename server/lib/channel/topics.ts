/** One opaque id inside a topic; nothing in it can mean anything to a broker. */
const ID = '([A-Za-z0-9_-]{1,64})'
const GATEWAY = `gatehouse/v1/gateways/${ID}`

/** A topic of the channel, taken apart. What isn't one of these doesn't exist. */
export type Topic =
  | { kind: 'requests'; serialNumber: string; userId: string }
  | { kind: 'interest'; serialNumber: string; userId: string }
  | { kind: 'responses'; serialNumber: string; userId: string; sessionKey: string }
  | { kind: 'events'; serialNumber: string }
  | { kind: 'presence'; serialNumber: string }
  | { kind: 'userEvents'; userId: string }
  | { kind: 'adminEvents' }

/** A topic of one gateway. */
export type GatewayTopic = Extract<Topic, { serialNumber: string }>

/** What may be subscribed to: exact topics, and the one wildcard that a gateway needs for the requests of its users. */
export type Filter = Topic | { kind: 'anyRequests'; serialNumber: string }

const id = new RegExp(`^${ID}$`)
const ofAsker = new RegExp(`^${GATEWAY}/users/${ID}/(requests|interest)$`)
const responses = new RegExp(`^${GATEWAY}/users/${ID}/sessions/${ID}/responses$`)
const ofGateway = new RegExp(`^${GATEWAY}/(events|presence)$`)
const anyRequests = new RegExp(`^${GATEWAY}/users/\\+/requests$`)
const userEvents = new RegExp(`^gatehouse/v1/users/${ID}/events$`)

export const isId = (value: unknown): value is string => typeof value === 'string' && id.test(value)

export function parseTopic(topic: string): Topic | undefined {
  const [, gateway, kind] = ofGateway.exec(topic) ?? []
  if (gateway && kind) return { kind: kind === 'events' ? 'events' : 'presence', serialNumber: gateway }

  const [, asked, asker, how] = ofAsker.exec(topic) ?? []
  if (asked && asker)
    return { kind: how === 'requests' ? 'requests' : 'interest', serialNumber: asked, userId: asker }

  const [, answering, userId, sessionKey] = responses.exec(topic) ?? []
  if (answering && userId && sessionKey)
    return { kind: 'responses', serialNumber: answering, userId, sessionKey }

  const [, user] = userEvents.exec(topic) ?? []
  if (user) return { kind: 'userEvents', userId: user }

  return topic === topics.adminEvents ? { kind: 'adminEvents' } : undefined
}

export function parseFilter(filter: string): Filter | undefined {
  const [, serialNumber] = anyRequests.exec(filter) ?? []
  return serialNumber ? { kind: 'anyRequests', serialNumber } : parseTopic(filter)
}

/** The topics themselves; ids must have passed `isId`. */
export const topics = {
  requests: (serialNumber: string, userId: string) =>
    `gatehouse/v1/gateways/${serialNumber}/users/${userId}/requests`,
  interest: (serialNumber: string, userId: string) =>
    `gatehouse/v1/gateways/${serialNumber}/users/${userId}/interest`,
  responses: (serialNumber: string, userId: string, sessionKey: string) =>
    `gatehouse/v1/gateways/${serialNumber}/users/${userId}/sessions/${sessionKey}/responses`,
  events: (serialNumber: string) => `gatehouse/v1/gateways/${serialNumber}/events`,
  presence: (serialNumber: string) => `gatehouse/v1/gateways/${serialNumber}/presence`,
  userEvents: (userId: string) => `gatehouse/v1/users/${userId}/events`,
  adminEvents: 'gatehouse/v1/admins/events',
}
