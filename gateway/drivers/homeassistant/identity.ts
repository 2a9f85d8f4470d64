import { type Fields, field, isFields, listOf, numberOf, textOf } from '../shared/fields.ts'
import type { Announced } from './discovery.ts'

/** Under what names a device is known: identifiers, and addresses of its connections. */
export function namesOfDevice({ key, config }: Announced): string[] {
  const device = isFields(config.device) ? config.device : {}
  const identifiers =
    typeof device.identifiers === 'string' ? [device.identifiers] : listOf(device.identifiers)
  const names = identifiers.flatMap((one) => textOf(one, 255) ?? numberOf(one)?.toString() ?? [])
  const connections = listOf(device.connections).flatMap((one) => {
    const [kind, address] = listOf(one)
    return typeof kind === 'string' && typeof address === 'string'
      ? [`${kind}:${address.toLowerCase()}`.slice(0, 255)]
      : []
  })
  // What belongs to no device is one of its own.
  return names.length + connections.length > 0
    ? [...names, ...connections]
    : [textOf(config.unique_id, 255) ?? key]
}

/** A name as the id of a device: the same after every restart, and different for different names. */
export function idOf(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  return plain === name && name.length <= 64 ? name : `${plain.slice(0, 50)}-${hash(name)}`
}

/** FNV-1a over two seeds: long enough that the names of a home do not meet. */
function hash(text: string): string {
  const half = (seed: number): string => {
    let value = seed
    for (let at = 0; at < text.length; at += 1)
      value = Math.imul(value ^ text.charCodeAt(at), 16_777_619) >>> 0
    return value.toString(36)
  }
  return `${half(2_166_136_261)}${half(3_339_675_911)}`.slice(0, 13)
}

/** Bridges whose devices are already there by a driver of their own. */
const owners = {
  zigbee2mqtt: { origin: 'zigbee2mqtt', prefix: 'zigbee2mqtt_' },
  tasmota: { origin: 'tasmota', prefix: 'tasmota_' },
  zwavejs: { origin: 'zwave-js-ui', prefix: 'zwavejs2mqtt_' },
} as const

export type Owner = keyof typeof owners

/** A bridge whose devices are left alone: all of them, or those below one topic. */
export type Ignored = Owner | { owner: Owner; base: string }

/** Two bridges of a kind may stand on one broker, each below a topic of its own. */
export function isIgnored(announced: Announced, ignored: readonly Ignored[]): boolean {
  const owner = ownerOf(announced)
  return ignored.some((one) =>
    typeof one === 'string'
      ? one === owner
      : one.owner === owner && topicsOf(announced.config).every((topic) => topic.startsWith(`${one.base}/`)),
  )
}

/** Topics that an entity itself lives on; availability may be the whole bridge's. */
const topicsOf = (config: Fields): string[] =>
  Object.entries(config).flatMap(([key, value]) =>
    /(?:^|_)topic$/.test(key) && typeof value === 'string' ? [value] : [],
  )

export const ownerOf = (announced: Announced): Owner | undefined => {
  const origin = originOf(announced.config)?.toLowerCase()
  const names = namesOfDevice(announced)
  return (Object.keys(owners) as Owner[]).find(
    (owner) => owners[owner].origin === origin || names.some((name) => name.startsWith(owners[owner].prefix)),
  )
}

export function originOf(config: Fields): string | undefined {
  const origin = field(config, 'origin')
  return isFields(origin) ? textOf(origin.name) : undefined
}
