/**
 * The real server with a home of many devices, as a process of its own. Its parent says how many messages a second the
 * devices send; it tells the parent when which figure left the driver, when an order reached it, and what it has cost.
 */
import { join } from 'node:path'
import type { Driver, DriverHost } from '#gateway/core/ports.ts'
import { randomOf } from '#gateway/drivers/virtual/random.ts'
import { servicesOf } from '#gateway/lib/models/as-device.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { start } from '#server/start.ts'

/** `say`: which of the devices that measure something tells its next value, once. */
export type ToHome = { rate: number } | { say: number } | { away: boolean } | 'spent'
/** `at`: epoch ms when it left the driver. */
export interface Sent {
  device: string
  value: number
  at: number
}
export type FromHome =
  | { kind: 'ready'; url: string }
  | { kind: 'sent'; values: readonly Sent[] }
  | { kind: 'ordered'; at: number }
  /** Milliseconds of CPU since it started, of all its threads, and megabytes in use. */
  | { kind: 'spent'; cpu: number; memory: number }

/** A home's usual mix. */
const mix = [
  'TMP100',
  'DIM200',
  'PLG100',
  'TMP100',
  'CON100',
  'SHU100',
  'TMP100',
  'MOT100',
  'THR100',
  'TMP100',
  'LGT200',
  'MTR100',
]

const count = Number(process.argv[2] ?? 200)
const tell = (message: FromHome): void => void process.send?.(message)

/** Told when somebody asks: telling costs as much as a value itself. */
const values: Sent[] = []

function devicesOf(catalogue: Catalogue): Device[] {
  return Array.from({ length: count }, (_, at) => {
    const model = catalogue.model(mix[at % mix.length] ?? '')
    if (!model) throw new Error(`The catalogue lacks ${mix[at % mix.length]}`)
    return {
      id: `d${at}`,
      device_name: `${String(at + 1).padStart(4, '0')} ${model.name}`,
      class: model.model,
      status: 2,
      networkType: 'zigbee',
      lqiValue: 40 + ((at * 53) % 200),
      ...wayOf(at),
      service_list: servicesOf(model),
    } satisfies Device
  })
}

/** Every eighth passes on what seven others say, half of them by way of another one. */
function wayOf(at: number): Pick<Device, 'role' | 'route' | 'routeTimestamp'> {
  const router = at - (at % 8)
  const behind = router % 16 === 0 ? [] : [`d${router - 8}`]
  return {
    role: at === router ? 2 : 3,
    route: at === router ? behind : [...behind, `d${router}`],
    routeTimestamp: new Date().toISOString(),
  }
}

interface Numeric {
  device: string
  service: string
  property: string
  min: number
  span: number
  digits: number
}

function numericOf(devices: readonly Device[]): Numeric[] {
  return devices.flatMap((device) => {
    for (const service of device.service_list)
      for (const property of service.property_list)
        if (property.type === 'number' || property.type === 'range')
          return [
            {
              device: device.id,
              service: service.name,
              property: property.name,
              min: property.min ?? 0,
              span: (property.max ?? 100) - (property.min ?? 0),
              digits: device.class === 'TMP100' ? 1 : 0,
            },
          ]
    return []
  })
}

/** Messages a second; homes are made when somebody first asks for them, so it may be set before. */
let rate = 0
let away: (away: boolean) => void = () => {}
let say: (which: number) => void = () => {}
process.on('message', (message: ToHome) => {
  if (message === 'spent') {
    const { user, system } = process.cpuUsage()
    tell({ kind: 'sent', values: values.splice(0) })
    tell({ kind: 'spent', cpu: (user + system) / 1000, memory: process.memoryUsage().rss / 1_000_000 })
  } else if ('rate' in message) rate = message.rate
  else if ('say' in message) say(message.say)
  else away(message.away)
})

function chatter(devices: readonly Device[]): Driver {
  const numeric = numericOf(devices)
  const sent = new Map<string, number>()
  let host: DriverHost | undefined
  let due = performance.now()
  // As many homes together are: independent of each other, and of the frames of whoever looks. What comes at even
  // distances meets each frame at the same place, and measures that.
  const chance = randomOf(7)
  const next = (which: number): void => {
    const at = numeric[which]
    if (!at || !host) return
    const serial = (sent.get(at.device) ?? 0) + 1
    sent.set(at.device, serial)
    const value = Number((at.min + ((serial * 0.7) % Math.max(1, at.span))).toFixed(at.digits))
    values.push({ device: at.device, value, at: performance.timeOrigin + performance.now() })
    host.report({ device: at.device, service: at.service, property: at.property, value })
  }
  const timer = setInterval(() => {
    const now = performance.now()
    if (rate === 0) due = now
    while (due < now) {
      due += (-Math.log(1 - chance()) / rate) * 1000
      next(Math.floor(chance() * numeric.length))
    }
  }, 1)
  return {
    name: 'chatter',
    async start(given) {
      host = given
      say = next
      for (const device of devices) given.upsert(device)
      away = (gone) => {
        for (const { id } of devices) given.status({ device: id, status: gone ? 5 : 2 })
      }
    },
    async stop() {
      clearInterval(timer)
    },
    async set({ device, service, property, value }) {
      tell({ kind: 'ordered', at: Date.now() })
      host?.report({ device, service, property, value })
    },
  }
}

const root = join(import.meta.dirname, '../..')
const log = createLog('error')
const running = await start(readConfig({ ...process.env, HOST: '127.0.0.1', PORT: '0' }), {
  root,
  log,
  insideOf: (catalogue, shipped) => (gateway) => {
    const inside = shipped(gateway)
    if (!inside?.floors || gateway.userId === null || !gateway.name.startsWith('Lindenweg')) return inside
    const devices = devicesOf(catalogue)
    const rooms = Array.from({ length: 9 }, (_, at) => ({
      room_id: `r${at}`,
      room_name: `Raum ${at + 1}`,
      devices: devices.filter((_one, index) => index % 9 === at).map(({ id }) => id),
    }))
    return { ...inside, drivers: [chatter(devices)], floors: [{ floor_id: 'f', floor_name: 'Haus', rooms }] }
  },
})
tell({ kind: 'ready', url: running.url })
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
