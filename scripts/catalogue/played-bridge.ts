import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { type Random, randomOf } from '#gateway/drivers/virtual/random.ts'
import type { Expose } from '#gateway/drivers/zigbee2mqtt/wire.ts'
import type { KnownModel } from './converters.ts'

export interface PlayedBridge {
  url: string
  /** Ends the broker and all that hangs on it. */
  stop(): Promise<void>
}

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain }

/** A broker with a Zigbee2MQTT on it that has these models, each once, all of them awake and with a value for everything. */
export async function playBridge(models: readonly KnownModel[], seed: number): Promise<PlayedBridge> {
  const aedes = await Aedes.createBroker()
  const server = createServer(aedes.handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const random = randomOf(seed)
  const say = (topic: string, told: Plain | object): Promise<void> =>
    new Promise((resolve, reject) => {
      const payload = Buffer.from(JSON.stringify(told))
      aedes.publish(
        { cmd: 'publish', qos: 0, dup: false, retain: true, topic: `zigbee2mqtt/${topic}`, payload },
        (fault) => (fault ? reject(fault) : resolve()),
      )
    })
  await say('bridge/state', { state: 'online' })
  await say('bridge/info', { version: '2.14.1', permit_join: false })
  await say('bridge/devices', models.map(deviceOf))
  for (const [index, { definition }] of models.entries()) {
    await say(`${addressOf(index)}/availability`, { state: 'online' })
    await say(addressOf(index), reportOf([...definition.exposes, ...COMMON], random))
  }
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => aedes.close(() => resolve(undefined)))
      server.close()
      await closed
    },
  }
}

export const addressOf = (index: number): string => `0x00158d${(index + 1).toString(16).padStart(10, '0')}`

const COMMON: readonly Expose[] = [
  {
    type: 'numeric',
    name: 'linkquality',
    property: 'linkquality',
    access: 1,
    unit: 'lqi',
    min: 0,
    max: 255,
    presets: [],
    values: [],
    features: [],
  },
]

const deviceOf = ({ vendor, model, told }: KnownModel, index: number) => ({
  ieee_address: addressOf(index),
  friendly_name: addressOf(index),
  type: 'Router',
  power_source: 'Mains (single phase)',
  network_address: index + 1,
  supported: true,
  disabled: false,
  interview_state: 'SUCCESSFUL',
  interview_completed: true,
  manufacturer: vendor,
  model_id: model,
  definition: told,
  endpoints: {},
})

const compound = new Set(['light', 'switch', 'fan', 'cover', 'lock', 'climate'])

/** What the device would publish: something usual under each of its keys. */
function reportOf(exposes: readonly Expose[], random: Random): Record<string, Plain> {
  const entries = exposes.flatMap((expose): (readonly [string, Plain])[] => {
    if (compound.has(expose.type)) return Object.entries(reportOf(expose.features, random))
    const key = expose.property ?? expose.name
    const value = worthOf(expose, random)
    return key === undefined || value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}

function worthOf(expose: Expose, random: Random): Plain | undefined {
  const { type, values, on = true, off = false, features } = expose
  switch (type) {
    case 'numeric':
      return figureOf(expose, random)
    case 'binary':
      return random() < 0.5 ? on : off
    case 'enum':
      return values[Math.floor(random() * values.length)]
    case 'text':
      return ''
    case 'composite':
      return reportOf(features, random)
    case 'list':
      return []
    default:
      return undefined
  }
}

/** Within its bounds where it has some, else what its unit usually counts. */
function figureOf({ unit = '', min, max, step = 1, name = '' }: Expose, random: Random): number {
  if (min !== undefined && max !== undefined) {
    const steps = Math.floor((Math.min(max, min + 10_000 * step) - min) / step)
    return Number((min + step * Math.floor(random() * (steps + 1))).toFixed(4))
  }
  const [from, to] = usual.find(([counted]) => counted === unit)?.[1] ?? [0, 40]
  const digits = /temperature|power_factor|energy|current/.test(name) ? 2 : 0
  return Number((from + random() * (to - from)).toFixed(digits))
}

const usual: readonly (readonly [unit: string, [from: number, to: number]])[] = [
  ['°C', [17, 26]],
  ['%', [5, 98]],
  ['V', [226, 236]],
  ['mV', [2850, 3050]],
  ['W', [2, 900]],
  ['kWh', [10, 900]],
  ['A', [0.1, 4]],
  ['Hz', [49.9, 50.1]],
  ['hPa', [948, 968]],
  ['kPa', [94, 97]],
  ['lx', [40, 900]],
  ['ppm', [480, 1150]],
  ['lqi', [70, 230]],
]
