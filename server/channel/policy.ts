import { isForAdmins, onlyLooks, scopeOf } from '../lib/channel/envelope.ts'
import type { Answer } from '../lib/channel/port.ts'
import type { Filter, Topic } from '../lib/channel/topics.ts'
import type { Sight } from '../lib/reach/reach.ts'
import { both, type ChannelRights, from, type Soon } from './live-rights.ts'
import type { GatewayPrincipal, Principal, UserPrincipal } from './principal.ts'

/** Who may use which topic. Asked at subscribe, at publish and at each delivery; what isn't said here is refused. */
export class Policy {
  readonly #live: ChannelRights

  constructor(live: ChannelRights) {
    this.#live = live
  }

  mayPublish(who: Principal, topic: Topic): Answer {
    if (who.kind === 'gateway') return this.#gatewayMaySend(who, topic)
    const asks = topic.kind === 'requests' || topic.kind === 'interest'
    if (!asks || topic.userId !== who.userId || !concerns(who, topic)) return false
    return this.#inSession(who, () => this.#enters(who, topic.serialNumber))
  }

  /** What of a gateway a person finds: not everything that it says is for him, nor everything that it does (decision 0190). */
  sight(who: UserPrincipal, serialNumber: string): Soon<Sight> {
    return this.#live.sight(who.userId, serialNumber)
  }

  /** What a person may have a gateway do; a gateway sends no commands. */
  maySend(who: UserPrincipal, command: string): Answer {
    if (who.viewer !== undefined && !onlyLooks(command)) return false
    const scope = scopeOf(command)
    if (
      who.program &&
      who.viewer === undefined &&
      (scope === undefined || !who.program.scopes.includes(scope))
    )
      return false
    const allowed = () => this.#live.maySend(who.userId, command)
    return isForAdmins(command) ? both(this.#live.isAdmin(who.userId), allowed) : allowed()
  }

  /** One answer for subscribe and delivery: a subscription that outlived its right delivers nothing. */
  mayReceive(who: Principal, topic: Filter): Answer {
    if (who.kind === 'gateway') return this.#gatewayMayReceive(who, topic)
    if (!concerns(who, topic)) return false
    switch (topic.kind) {
      case 'events':
      case 'presence':
        return this.#inSession(who, () => this.#enters(who, topic.serialNumber))
      case 'responses':
        if (topic.userId !== who.userId || topic.sessionKey !== who.sessionKey) return false
        return this.#inSession(who, () => this.#enters(who, topic.serialNumber))
      case 'userEvents':
        return topic.userId === who.userId && this.#inSession(who, () => true)
      case 'adminEvents':
        return this.#inSession(who, () => this.#live.isAdmin(who.userId))
      case 'requests':
      case 'interest':
      case 'anyRequests':
        return false
    }
  }

  #enters(who: UserPrincipal, serialNumber: string): Answer {
    return from(this.sight(who, serialNumber), (sight) => sight !== 'none')
  }

  /** Both are asked at once: orders wait for the slower one, not for one after the other. */
  #inSession(who: UserPrincipal, ask: () => Answer): Answer {
    const alive = this.#live.sessionAlive(who.userId, who.sessionKey)
    const allowed = ask()
    // Whoever is out by the first answer hears no more of the second: that it failed must not end the server.
    if (typeof allowed !== 'boolean') allowed.catch(() => undefined)
    return both(alive, () => allowed)
  }

  #gatewayMaySend(who: GatewayPrincipal, topic: Topic): Answer {
    if (topic.kind !== 'events' && topic.kind !== 'presence' && topic.kind !== 'responses') return false
    return topic.serialNumber === who.serialNumber && this.#live.gatewayKnown(who.serialNumber)
  }

  #gatewayMayReceive(who: GatewayPrincipal, topic: Filter): Answer {
    if (topic.kind !== 'requests' && topic.kind !== 'anyRequests') return false
    return topic.serialNumber === who.serialNumber && this.#live.gatewayKnown(who.serialNumber)
  }
}

/** A program hears and says nothing but of the gateway that the person chose. */
const concerns = ({ program }: UserPrincipal, topic: Filter): boolean =>
  !program ||
  ('serialNumber' in topic && topic.serialNumber === program.serialNumber) ||
  (topic.kind === 'userEvents' && program.hears === true)

/** Of what the user is told, whoever holds a gateway hears what happens to it; records, with their owner in them, are not for him. */
export function isAbout({ program }: UserPrincipal, topic: Topic, payload: Buffer): boolean {
  if (!program || topic.kind !== 'userEvents') return true
  try {
    const { data } = JSON.parse(payload.toString()) as { data?: { serialNumber?: unknown } }
    return data?.serialNumber === program.serialNumber
  } catch {
    return false
  }
}
