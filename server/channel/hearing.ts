import type { Topic } from '../lib/channel/topics.ts'
import type { Sight } from '../lib/reach/reach.ts'
import { eventWithin, limitedWordOf } from '../lib/reach/within.ts'
import { from, type Soon } from './live-rights.ts'
import type { Policy } from './policy.ts'
import type { UserPrincipal } from './principal.ts'
import type { Connection, Held } from './wire/connection.ts'

interface Said {
  event: string
  seq?: number
  data: Readonly<Record<string, unknown>>
}

/** Of which gateway a message tells, where that has to be known to say what of it somebody may hear. */
function gatewayOf(topic: Topic, payload: Buffer): string | undefined {
  if (topic.kind === 'events') return topic.serialNumber
  if (topic.kind !== 'userEvents') return undefined
  const { serialNumber, gateway } = (read(payload)?.data ?? {}) as {
    serialNumber?: unknown
    gateway?: { serialNumber?: unknown }
  }
  const named = serialNumber ?? gateway?.serialNumber
  return typeof named === 'string' ? named : undefined
}

/**
 * What a person hears of a message that he may receive: all of it, a part, or nothing (decision 0190). Whoever is limited
 * counts the events of a home by himself: the gateway's own numbers would tell how much happens that he does not see.
 */
export function heard(
  policy: Policy,
  who: UserPrincipal,
  connection: Connection,
  topic: Topic,
  payload: Buffer,
): Soon<Held> {
  const serialNumber = gatewayOf(topic, payload)
  if (serialNumber === undefined) return true
  return from(policy.sight(who, serialNumber), (sight) => {
    if (sight === 'all') return true
    const said = read(payload)
    // That a gateway was taken away is told to whom it was taken from, and nothing else is: nor where it cannot be looked up.
    if (sight === 'none') return topic.kind === 'userEvents' && limitedWordOf(said?.event ?? '') === 'open'
    return said !== undefined && told(sight, said, () => connection.tells(serialNumber))
  })
}

function told(reach: Exclude<Sight, string>, said: Said, next: () => number): Buffer | false {
  const data = eventWithin(reach, said.event, said.data)
  if (!data) return false
  return Buffer.from(JSON.stringify({ ...said, data, ...(said.seq !== undefined && { seq: next() }) }))
}

function read(payload: Buffer): Said | undefined {
  try {
    return JSON.parse(payload.toString()) as Said
  } catch {
    return undefined
  }
}
