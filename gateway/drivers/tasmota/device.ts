import { propertyOf } from '#gateway/lib/models/as-device.ts'
import { addressOf, type CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { describe } from '#gateway/lib/models/describe.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Device, Property, Service } from '#schemas/generated/entities/device.ts'
import { known } from '../shared/fields.ts'
import type { Config } from './config.ts'
import { type Part, partsOf } from './parts.ts'
import { sensorsOf } from './sensors.ts'

/** One property of a device, and how its messages and commands hold it. */
interface Channel extends Pick<Part, 'read' | 'send'> {
  service: string
  property: string
  described: Property
}

export interface Mapped {
  config: Config
  device: Omit<Device, 'status'>
  channels: readonly Channel[]
  /** Its own topics: states, telemetry, and whether it is there. */
  topics: readonly string[]
}

export function mapDevice(config: Config, sensors: unknown, rules: CatalogueRules): Mapped {
  const services = new Map<string, Service>()
  const channels: Channel[] = []
  for (const part of [...partsOf(config), ...sensorsOf(sensors)]) {
    const channel = channelOf(part, rules, channels)
    const { service: name } = channel
    const service = services.get(name) ?? { name, type: name, property_list: [] }
    service.property_list.push(channel.described)
    services.set(name, service)
    channels.push(channel)
  }
  const { status, telemetry, relays, options } = config
  const device = {
    id: idOf(config.mac),
    device_name: config.name,
    class: config.module,
    device_manufacturer: 'Tasmota',
    bus_id: 'tasmota',
    firmwareVersion: config.firmware,
    networkType: 'ip' as const,
    address: config.mac,
    ipAddress: config.ip,
    sleeping: config.sleeps || undefined,
    match: [{ ecosystem: 'tasmota' as const, module: config.module }],
    service_list: [...services.values()],
  }
  return {
    config,
    device: known(device),
    channels,
    topics: [
      ...['STATE', 'SENSOR', 'LWT'].map((one) => telemetry + one),
      // With option 4 every answer has a topic of its own.
      ...(options['4'] === 1
        ? [`${status}+`]
        : ['RESULT', 'STATUS10', 'STATUS11'].map((one) => status + one)),
      ...(options['4'] === 1
        ? []
        : ['POWER', ...relays.map((_, at) => `POWER${at + 1}`)].map((one) => status + one)),
    ],
  }
}

export const idOf = (mac: string): string => `tasmota-${mac.toUpperCase()}`

function channelOf(part: Part, rules: CatalogueRules, taken: readonly Channel[]): Channel {
  const { name, compound, endpoint, source, event, read, send, value } = part
  const { service, property: usual } = addressOf(rules, {
    name,
    compound,
    endpoint,
    category: value.category === 'main' ? undefined : value.category,
    writable: send !== undefined,
  })
  const free = (one: string): boolean =>
    !taken.some((other) => other.service === service && other.property === one)
  const property = [usual, `${usual}_${source ?? 'value'}`].find(free) ?? `${usual}_${taken.length}`
  const access: Value['access'] = event ? ['event'] : []
  if (read && !event) access.push('read')
  if (send) access.push('write')
  const described = describe(rules, { service, property }, known({ ...value, access }))
  return {
    service,
    property,
    described: propertyOf(property, described),
    ...(read && { read }),
    ...(send && { send }),
  }
}
