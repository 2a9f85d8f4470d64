import { type Fields, isFields, listOf, numberOf } from '../shared/fields.ts'

/** How a device is reached. */
export interface Way {
  device: string
  /** The routers between the gateway and it, in this order; none when it is heard directly. */
  route: readonly string[]
  lqi?: number
}

interface Link {
  source: string
  target: string
  lqi?: number
  child: boolean
  /** Network addresses that the target reaches through the source. */
  reaches: ReadonlySet<number>
}

/** Larger maps are of no network that one radio serves. */
const mostNodes = 1000
const mostLinks = 50_000

/** A raw network map as ways; devices that nobody heard of are left out. Throws when it is none. */
export function waysOf(value: unknown): Way[] {
  if (!isFields(value) || !Array.isArray(value.nodes) || !Array.isArray(value.links))
    throw new Error('not a map')
  if (value.nodes.length > mostNodes || value.links.length > mostLinks) throw new Error('a map too large')
  const nodes = value.nodes.filter(isFields)
  const gateway = addressOf(nodes.find(({ type }) => type === 'Coordinator'))
  if (gateway === undefined) throw new Error('a map without its centre')
  const links = value.links.flatMap(linkOf)
  const from = Map.groupBy(links, ({ target }) => target)
  const to = Map.groupBy(links, ({ source }) => source)
  return nodes.flatMap((node): Way[] => {
    const device = addressOf(node)
    if (device === undefined || device === gateway) return []
    const path =
      routed(gateway, device, numberOf(node.networkAddress), from) ?? byParents(gateway, device, to)
    if (!path) return []
    const last = path.at(-1) ?? gateway
    const lqi = to.get(device)?.find(({ target }) => target === last)?.lqi
    return [{ device, route: path, ...(lqi !== undefined && { lqi }) }]
  })
}

const addressOf = (node: Fields | undefined): string | undefined =>
  typeof node?.ieeeAddr === 'string' ? node.ieeeAddr.toLowerCase() : undefined

function linkOf(value: unknown): Link[] {
  if (!isFields(value)) return []
  const source = addressOf(isFields(value.source) ? value.source : undefined)
  const target = addressOf(isFields(value.target) ? value.target : undefined)
  if (source === undefined || target === undefined) return []
  const reaches = listOf(value.routes).flatMap((one) =>
    isFields(one) && one.status === 'ACTIVE' ? (numberOf(one.destinationAddress) ?? []) : [],
  )
  const lqi = numberOf(value.lqi) ?? numberOf(value.linkquality)
  return [
    {
      source,
      target,
      child: value.relationship === 1,
      reaches: new Set(reaches),
      ...(lqi !== undefined && { lqi }),
    },
  ]
}

/** Hop by hop through the routing tables. */
function routed(
  gateway: string,
  device: string,
  address: number | undefined,
  from: ReadonlyMap<string, readonly Link[]>,
): string[] | undefined {
  const path: string[] = []
  for (let at = gateway; address !== undefined && path.length < 30; ) {
    const next = from.get(at)?.find(({ reaches }) => reaches.has(address))?.source
    if (next === undefined || path.includes(next)) return undefined
    if (next === device) return path
    path.push(next)
    at = next
  }
  return undefined
}

/** Up from parent to parent, for devices that no routing table names. */
function byParents(
  gateway: string,
  device: string,
  to: ReadonlyMap<string, readonly Link[]>,
): string[] | undefined {
  const path: string[] = []
  for (let at = device; path.length < 30; ) {
    const links = to.get(at) ?? []
    const up = (links.find(({ target }) => target === gateway) ?? links.find(({ child }) => child))?.target
    if (up === undefined || path.includes(up)) return undefined
    if (up === gateway) return path
    path.unshift(up)
    at = up
  }
  return undefined
}
