import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { describeExposes } from '#gateway/drivers/zigbee2mqtt/describe.ts'
import { bridgeDevice } from '#gateway/drivers/zigbee2mqtt/wire.ts'
import { withRemote } from '#gateway/lib/homes/infrared.ts'
import { servicesOf } from '#gateway/lib/models/as-device.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Device } from '#schemas/generated/entities/device.ts'

export const root = join(import.meta.dirname, '../..')

export const modelFiles: readonly string[] = globSync('devices/*/*.json', {
  cwd: join(root, 'catalogue'),
}).toSorted()

export const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** A project folder of its own, with a copy of the catalogue; gone after the test. */
export function projectCopy(): string {
  const folder = copyOfProject()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The same, for whoever deletes it. */
export function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
  for (const part of ['catalogue', 'locales'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  // Nobody writes schemas, and they are the greater half.
  symlinkSync(join(root, 'schemas'), join(folder, 'schemas'))
  return folder
}

export function put(folder: string, path: string, content: unknown): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

const base = { id: 'one', device_name: 'One', status: 2, networkType: 'virtual' } as const

/** A device that describes itself exactly as its catalogue entry does. */
export const deviceOf = (model: DeviceModel): Device => ({
  ...base,
  class: model.model,
  service_list: servicesOf(model),
})

const recorded = readJson('tests/fixtures/zigbee2mqtt/bridge-devices.json') as readonly unknown[]

/** A device of the recorded Zigbee2MQTT session, by the model of its definition. */
export function recordedDevice(model: string, rules: CatalogueRules): Device {
  for (const told of recorded) {
    const device = bridgeDevice(told)
    if (device?.definition?.model !== model) continue
    const { vendor, exposes } = device.definition
    return {
      ...base,
      networkType: 'zigbee',
      class: model,
      device_manufacturer: vendor,
      match: [{ ecosystem: 'zigbee2mqtt', vendor, model }],
      service_list: describeExposes(exposes, rules).services,
    }
  }
  throw new Error(`${model} is not in the recorded session`)
}

/** What each curated model exposes: `exposes[vendor][model]`. */
const exposes = readJson('tests/fixtures/converters/exposes.json') as {
  [vendor: string]: { [model: string]: readonly unknown[] }
}
/** Zigbee2MQTT adds it to whatever a device exposes itself. */
const linkQuality = {
  type: 'numeric',
  name: 'linkquality',
  property: 'linkquality',
  access: 1,
  unit: 'lqi',
  value_min: 0,
  value_max: 255,
}

/** A device as Zigbee2MQTT tells of the model. */
export function exposedDevice(vendor: string, model: string, rules: CatalogueRules): Device {
  const own = exposes[vendor]?.[model]
  if (!own) throw new Error(`It is not recorded what ${vendor} ${model} exposes`)
  const told = { ieee_address: '0x0000000000000001', friendly_name: 'one' }
  const definition = { vendor, model, exposes: [...own, linkQuality] }
  const device = bridgeDevice({ ...told, definition })
  return {
    ...base,
    networkType: 'zigbee',
    class: model,
    device_manufacturer: vendor,
    match: [{ ecosystem: 'zigbee2mqtt', vendor, model }],
    // What an infrared device does not keep itself, its gateway adds.
    service_list: withRemote(describeExposes(device?.definition?.exposes ?? [], rules).services),
  }
}

/** A device with one service for each `Service/property` given. */
export function deviceWith(
  properties: Readonly<Record<string, Partial<Device['service_list'][number]['property_list'][number]>>>,
  model = 'unknown',
): Device {
  const byService = Map.groupBy(Object.entries(properties), ([key]) => key.slice(0, key.indexOf('/')))
  const service_list = [...byService].map(([name, entries]) => ({
    name,
    type: name,
    property_list: entries.map(([key, property]) => ({
      name: key.slice(key.indexOf('/') + 1),
      value: null,
      type: 'number' as const,
      readonly: true,
      ...property,
    })),
  }))
  return { ...base, class: model, service_list }
}
