import { readFileSync } from 'node:fs'
import type { Driver } from '#gateway/core/ports.ts'
import type { Past } from '#gateway/core/rules/running/automation.ts'
import { beginningsOf } from '#gateway/drivers/virtual/beginnings.ts'
import type { Faults } from '#gateway/drivers/virtual/device.ts'
import { createVirtualDriver, type VirtualOptions } from '#gateway/drivers/virtual/driver.ts'
import { servicesOf } from '#gateway/lib/models/as-device.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'
import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import { demoOwner } from './accounts.ts'
import { pastOf } from './past.ts'

interface Entry {
  id: string
  name: string
  class: string
  network: Device['networkType']
  ip?: string
  status?: Device['status']
  status_reason?: Device['status_reason']
  /** By service/property; what is missing is made up. */
  values?: Readonly<Record<string, unknown>>
  /** What the device itself says of services that its model leaves to it. */
  services?: DeviceModel['services']
  faults?: Faults
}

interface Plan {
  platform: PlatformInfo
  floors: readonly {
    id: string
    name: string
    rooms: readonly { id: string; name: string; icon: string; devices: readonly Entry[] }[]
  }[]
  unsorted: readonly Entry[]
}

/** Statuses and rules. */
interface Scenes {
  statuses: readonly ScenarioStatus[]
  rules: readonly Rule[]
}

interface Models {
  model(name: string): DeviceModel | undefined
}

export interface DemoHome {
  drivers: readonly Driver[]
  floors: readonly Floor[]
  rules: readonly Rule[]
  statuses: readonly ScenarioStatus[]
  past: (now: number) => Past
  platform: () => PlatformInfo
}

/** The home that the demo starts with (decision 0006). Its devices are what the catalogue says of their models. */
export function demoHome(
  catalogue: Models,
  options: Pick<VirtualOptions, 'seed' | 'pace' | 'newcomers'> = {},
): DemoHome {
  const plan = read('home.json') as Plan
  const { rules, statuses } = read('scenes.json') as Scenes
  const entries = entriesOf(plan)
  const devices = devicesOf(entries, catalogue)
  return {
    drivers: [createVirtualDriver({ devices, seed: DEMO_SEED, ...options })],
    floors: plan.floors.map(({ id, name, rooms }) => ({
      floor_id: id,
      floor_name: name,
      rooms: rooms.map((room) => ({
        room_id: room.id,
        room_name: room.name,
        icon: room.icon,
        devices: room.devices.map((device) => device.id),
      })),
    })),
    rules,
    statuses,
    past: (now) =>
      pastOf(
        {
          rules,
          statuses,
          dead: new Set(entries.flatMap(({ id, faults }) => (faults?.dead ? [id] : []))),
          person: demoOwner,
          nameOf: (device) => entries.find(({ id }) => id === device)?.name,
          begun: begunOf(devices),
          shown: new Map(
            entries.flatMap(({ id, values = {} }) =>
              Object.entries(values).flatMap(([path, value]): [string, number][] =>
                typeof value === 'number' ? [[`${id}/${path}`, value]] : [],
              ),
            ),
          ),
        },
        now,
      ),
    platform: () => plan.platform,
  }
}

/** What the devices show at first, by device/service/property. */
const begunOf = (devices: readonly { device: Device }[]): ReadonlyMap<string, RecordedChange['value']> =>
  new Map(
    beginningsOf(
      devices.map(({ device }) => device),
      DEMO_SEED,
    ).flatMap(({ id, service_list }) =>
      service_list.flatMap(({ name: service, property_list }) =>
        property_list.flatMap(({ name, value }): [string, RecordedChange['value']][] =>
          typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
            ? [[`${id}/${service}/${name}`, value]]
            : [],
        ),
      ),
    ),
  )

/** Of whatever is left to chance in the demo home. */
export const DEMO_SEED = 20_261_114

const entriesOf = ({ floors, unsorted }: Plan): Entry[] => [
  ...floors.flatMap(({ rooms }) => rooms.flatMap(({ devices }) => devices)),
  ...unsorted,
]

const devicesOf = (entries: readonly Entry[], catalogue: Models) =>
  entries.flatMap((entry, at) => {
    const model = catalogue.model(entry.class)
    // A model whose file is broken or gone takes its devices along, not the home.
    return model ? [{ device: deviceOf(entry, model, at), faults: entry.faults }] : []
  })

/** The devices of the demo home as they are described. */
export const demoDevices = (catalogue: Models): Device[] =>
  devicesOf(entriesOf(read('home.json') as Plan), catalogue).map(({ device }) => device)

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

function deviceOf(entry: Entry, model: DeviceModel, at: number): Device {
  const { id, name, network, ip, status = 2, status_reason, values = {} } = entry
  const described = { ...model, services: { ...model.services, ...entry.services } }
  const services = servicesOf(described).map((service) => ({
    ...service,
    property_list: service.property_list.map((property) => ({
      ...property,
      value: values[`${service.name}/${property.name}`] ?? null,
    })),
  }))
  const radio = network !== 'ip'
  const battery = services.some((service) => service.name === 'BatteryService')
  return {
    id,
    device_name: name,
    class: model.model,
    device_manufacturer: model.manufacturer ?? 'Gatehouse',
    bus_id: network,
    status,
    ...(status_reason && { status_reason }),
    firmwareVersion: `1.${at % 4}.${at % 7}`,
    networkType: network,
    address: radio ? `0x${(4096 + at * 37).toString(16)}` : (ip ?? ''),
    ...(ip && { ipAddress: ip }),
    ...(radio && { lqiValue: 90 + ((at * 41) % 150), role: battery ? (3 as const) : (2 as const) }),
    ...(battery && { sleeping: true }),
    service_list: services,
  }
}
