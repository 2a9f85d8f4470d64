import type { NetworkEntry } from '#schemas/generated/entities/network-entry.ts'
import { type SignalLevel, signalLevel } from './signal.ts'

/** The gateway as a station of ways. */
const GATEWAY = ''

/** Worse first. */
export const STANDINGS = ['lost', 'weak', 'unknown', 'good'] as const
export type Standing = (typeof STANDINGS)[number]

/** One device in the network. */
export interface NetworkNode {
  id: string
  entry: NetworkEntry
  level: SignalLevel
  standing: Standing
  /** What passes its messages on, from the gateway to it; without what is unknown, and nothing twice. */
  route: readonly string[]
  /** What hears it: a device, or the gateway. */
  over: string
  /** Ms since its way was confirmed; undefined while there is none. */
  age: number | undefined
  /** spec 2 §4: not confirmed for too long. */
  expired: boolean
  /** It passes messages of others on. */
  forwards: boolean
  /** How many devices are reached through it. */
  behind: number
}

/** What needs no radio is reached, or not. */
const WITHOUT_RADIO: ReadonlySet<string> = new Set(['ip', 'virtual'])
/** spec 2 §3: controller, active, routing. */
const FORWARDING: ReadonlySet<number> = new Set([1, 2])
const OFFLINE = 5

export interface NetworkOptions {
  /** Epoch ms. */
  now: number
  /** Ms after which a way has expired. */
  expires: number
}

/** All devices as a network. Whatever a gateway tells, ways are finite, and every device has one to the gateway. */
export function networkOf(
  entries: readonly NetworkEntry[],
  { now, expires }: NetworkOptions,
): ReadonlyMap<string, NetworkNode> {
  const known = new Set(entries.map(({ NodeID }) => NodeID))
  const behind = new Map<string, number>()
  const nodes = entries.map((entry): NetworkNode => {
    const { NodeID: id } = entry
    const route = [...new Set(entry.route)].filter((one) => one !== id && known.has(one))
    for (const one of route) behind.set(one, (behind.get(one) ?? 0) + 1)
    const level = entry.status === OFFLINE ? 0 : signalLevel(entry.lqiValue)
    const since = entry.routeTimestamp === undefined ? Number.NaN : Date.parse(entry.routeTimestamp)
    const age = Number.isFinite(since) ? Math.max(0, now - since) : undefined
    return {
      ...{ id, entry, level, route, age },
      standing: standingOf(entry, level),
      over: route.at(-1) ?? GATEWAY,
      expired: age !== undefined && age > expires,
      forwards: entry.role !== undefined && FORWARDING.has(entry.role),
      behind: 0,
    }
  })
  return new Map(
    nodes.map((node) => {
      const count = behind.get(node.id) ?? 0
      return [node.id, { ...node, behind: count, forwards: node.forwards || count > 0 }]
    }),
  )
}

function standingOf({ status, networkType }: NetworkEntry, level: SignalLevel): Standing {
  if (status === OFFLINE) return 'lost'
  if (level === 1) return 'weak'
  return level === 0 && !WITHOUT_RADIO.has(networkType) ? 'unknown' : 'good'
}

/** One stage of a way: how well `at` is heard by the next one. */
export interface Stage {
  at: string
  level: SignalLevel
}

/** From the device to the gateway. A stage whose signal nobody has told is unknown. */
export function stagesOf(nodes: ReadonlyMap<string, NetworkNode>, id: string): Stage[] {
  const node = nodes.get(id)
  if (!node) return []
  const stations = [id, ...node.route.toReversed()]
  return stations.map((at, place) => {
    const heardBy = stations[place + 1] ?? GATEWAY
    const station = nodes.get(at)
    return { at, level: station?.over === heardBy ? station.level : 0 }
  })
}

export interface Counts {
  lost: number
  weak: number
  unknown: number
  good: number
}

export function countsOf(nodes: Iterable<{ standing: Standing }>): Counts {
  const counts: Counts = { lost: 0, weak: 0, unknown: 0, good: 0 }
  for (const { standing } of nodes) counts[standing] += 1
  return counts
}
