import type { Device } from '#schemas/generated/entities/device.ts'
import { randomOf } from './random.ts'

/** How a simulated device is reached at a moment. */
export interface Way {
  device: string
  /** From the gateway to it. */
  route: readonly string[]
  lqi: number
  /** It could not be heard. */
  lost: boolean
}

/** spec 2 §3: what passes messages on. */
const ROUTER = 2
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How long a device keeps its way before it may find another. */
const SETTLED = 6 * HOUR

const isRadio = ({ networkType }: Pick<Device, 'networkType'>): boolean =>
  networkType === 'zigbee' || networkType === 'zwave' || networkType === 'wise'

type Radio = Pick<Device, 'id' | 'networkType' | 'role' | 'status'>

/**
 * The radio network of a simulated home at any moment, past ones too: routers near the gateway and behind others, one that
 * many hang on and that weakens at night, some ends at the edge, now and then one that is not heard for some hours.
 */
export function meshAt(devices: readonly Radio[], seed: number, at: number): Way[] {
  const radios = devices.filter(isRadio)
  const ways: Way[] = []
  for (const [network, members] of Map.groupBy(radios, ({ networkType }) => networkType)) {
    const routers = members.filter(({ role }) => role === ROUTER).toSorted(byChance(seed, network))
    const near = routers.slice(0, Math.ceil(routers.length / 2))
    const bottleneck = near[0]
    const routes = new Map(near.map(({ id }) => [id, [] as string[]]))
    for (const [place, { id }] of routers.slice(near.length).entries()) {
      const over = near[(place + 1) % near.length]
      routes.set(id, over ? [over.id] : [])
    }
    for (const device of members)
      ways.push(wayOf(device, { seed, at, routers: near.length > 0 ? routers : [], routes, bottleneck }))
  }
  return ways
}

interface Surroundings {
  seed: number
  at: number
  routers: readonly Radio[]
  routes: Map<string, string[]>
  bottleneck: Radio | undefined
}

function wayOf(device: Radio, { seed, at, routers, routes, bottleneck }: Surroundings): Way {
  const { id } = device
  const [kind, strength, phase, choice] = rolls(seed, id)
  const edge = kind < 0.08
  const own = routes.get(id)
  const [move, other] = rolls(seed, `${id} ${Math.floor(at / SETTLED)}`)
  const parent = (() => {
    if (own) return undefined
    if (move < 0.04) return routers[Math.floor(other * routers.length)]
    if (kind < 0.3) return edge ? routers.at(-1 - Math.floor(choice * routers.length * 0.5)) : undefined
    return choice < 0.45 ? bottleneck : routers[Math.floor(choice * routers.length)]
  })()
  const route = own ?? (parent ? [...(routes.get(parent.id) ?? []), parent.id] : [])
  const [away, hour] = rolls(seed, `${id} away ${Math.floor(at / DAY)}`)
  const hours = (at % DAY) / HOUR
  const lost = device.status === 5 || (away < 0.012 && hours >= hour * 20 && hours < hour * 20 + 3)
  const base = edge ? 30 + strength * 22 : 105 + strength * 130
  const dip = id === bottleneck?.id && isNight(hours) ? base - 44 : 0
  const sway = 9 * Math.sin(at / (40 * 60_000) + phase * 6.28) + 5 * Math.sin(at / 95_000 + strength * 6.28)
  return { device: id, route, lqi: Math.round(Math.min(250, Math.max(6, base - dip + sway))), lost }
}

/** Of the wall clock in central Europe, to the hour: when motors and boilers of the neighbours disturb. */
const isNight = (hoursUtc: number): boolean => hoursUtc >= 21 || hoursUtc < 4

const rolls = (seed: number, name: string): [number, number, number, number] => {
  const random = randomOf(seed, name)
  return [random(), random(), random(), random()]
}

const byChance =
  (seed: number, network: string) =>
  (a: Radio, b: Radio): number =>
    rolls(seed, `${network} ${a.id}`)[0] - rolls(seed, `${network} ${b.id}`)[0]
