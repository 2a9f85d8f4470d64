import { describe, expect, test } from 'vitest'
import type { Device } from '#schemas/generated/entities/device.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { demoHome } from '#server/demo/home.ts'
import { ajvWithSchemas } from '../../scripts/gen/validators.ts'
import { homeWith } from '../gateway/kit.ts'

/** A device that says everything that the specification lets it say. */
const full: Device = {
  id: 'lamp',
  device_name: 'Lamp',
  class: 'DIM200',
  device_manufacturer: 'Gatehouse',
  bus_id: 'zigbee',
  status: 2,
  firmwareVersion: '1.2.3',
  networkType: 'zigbee',
  route: ['controller', 'plug'],
  routeTimestamp: '2026-11-14T09:00:00.000Z',
  address: '0x1a2b',
  lqiValue: 184,
  link_speed: '40 kbit/s',
  ipAddress: '192.0.2.7',
  role: 2,
  quick_properties: [{ service: 'MeterService', property: 'power' }],
  serviceInHeader: { service: 'DimmerService', property: 'level' },
  service_list: [
    {
      name: 'DimmerService',
      category: 'lighting',
      type: 'DimmerService',
      property_list: [
        {
          name: 'mode',
          value: 'night',
          type: 'option',
          options: [{ value: 'day' }, { value: 'night' }],
          readonly: false,
        },
      ],
    },
  ],
}

type Fields = Record<string, unknown>

const ajv = ajvWithSchemas()
const fits = (device: unknown) => ajv.validate('entities/device.json', device)

/** The device as the gateway answers it on the channel. */
async function answered(): Promise<Fields> {
  const { ask } = await homeWith([structuredClone(full)])
  const { data } = await ask('get_object_list_by_type_detailed', { type: 'device' })
  return (data as { objects: Fields[] }).objects[0] ?? {}
}

const first = (of: unknown): Fields => (of as Fields[])[0] ?? {}
const serviceOf = (device: Fields): Fields => first(device.service_list)
const propertyOf = (device: Fields): Fields => first(serviceOf(device).property_list)

/** How others would spell it. */
const misspelled = (field: string): string =>
  field.includes('_') || /[A-Z]/.test(field)
    ? field.includes('_')
      ? field.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase())
      : field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : field.toUpperCase()

/** The field is answered as it is, understood under its name and under no other. */
function expectField(device: Fields, holder: Fields, field: string, value: unknown): void {
  expect(value).toBeDefined()
  expect(holder).toMatchObject({ [field]: value })
  expect(fits(device)).toBe(true)
  holder[misspelled(field)] = holder[field]
  delete holder[field]
  expect(fits(device)).toBe(false)
}

describe('spec 2 §3 a device on the wire', () => {
  test.each([
    '2.3-001 id',
    '2.3-002 device_name',
    '2.3-003 class',
    '2.3-004 device_manufacturer',
    '2.3-005 bus_id',
    '2.3-006 status',
    '2.3-007 firmwareVersion',
    '2.3-008 service_list',
    '2.3-009 quick_properties',
    '2.3-010 serviceInHeader',
    '2.3-022 route',
    '2.3-023 routeTimestamp',
    '2.3-024 address',
    '2.3-025 lqiValue',
    '2.3-026 link_speed',
    '2.3-027 networkType',
    '2.3-028 ipAddress',
    '2.3-029 role',
  ])('has the field %s', async (named) => {
    const device = await answered()
    const field = named.slice(8)
    expectField(device, device, field, full[field as keyof Device])
  })

  // 2.3-030
  test.each(['zigbee', 'zwave', 'wise', 'ip'])(
    'networkType may be %s, and nothing made up',
    (networkType) => {
      expect(fits({ ...full, networkType })).toBe(true)
      expect(fits({ ...full, networkType: networkType.toUpperCase() })).toBe(false)
      expect(fits({ ...full, networkType: `${networkType}2` })).toBe(false)
    },
  )

  test.each(['2.3-011 name', '2.3-012 category', '2.3-013 type', '2.3-014 property_list'])(
    'an entry of service_list has the field %s',
    async (named) => {
      const device = await answered()
      const field = named.slice(8)
      expectField(device, serviceOf(device), field, full.service_list[0]?.[field as 'name'])
    },
  )

  test.each(['2.3-015 name', '2.3-016 value', '2.3-017 type', '2.3-018 options', '2.3-019 readonly'])(
    'an entry of property_list has the field %s',
    async (named) => {
      const device = await answered()
      const field = named.slice(8)
      const value = full.service_list[0]?.property_list[0]?.[field as 'name']
      expectField(device, propertyOf(device), field, value)
    },
  )

  // 2.3-033
  test('names are letter for letter those of the specification, mixed snake_case and camelCase included', async () => {
    expect(Object.keys(await answered())).toEqual(expect.arrayContaining(Object.keys(full)))
    for (const name of ['deviceName', 'firmware_version', 'serviceList', 'linkSpeed', 'lqi_value'])
      expect(fits({ ...full, [name]: 'x' }), name).toBe(false)
  })

  // 2.3-020
  test('values are JSON typed by their kind, never all text', async () => {
    const catalogue = await openCatalogue('catalogue')
    const { ask } = await homeWith([], demoHome(catalogue))
    const { data } = await ask('get_object_list_by_type_detailed', { type: 'device' })
    const known = (data as { objects: Device[] }).objects
      .flatMap(({ service_list }) => service_list)
      .flatMap(({ property_list }) => property_list)
      .filter(({ value }) => value !== null)
    const kindsOf = (...types: string[]) =>
      new Set(known.filter(({ type }) => types.includes(type)).map(({ value }) => typeof value))
    expect([...kindsOf('number', 'range')]).toEqual(['number'])
    expect([...kindsOf('text')]).toEqual(['string'])
    const switches = known.filter(({ type, on }) => type === 'bool' && typeof on === 'boolean')
    expect(new Set(switches.map(({ value }) => typeof value))).toEqual(new Set(['boolean']))
  })
})
