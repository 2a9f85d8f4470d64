import { describe, expect, test } from 'vitest'
import { beginningsOf } from '#gateway/drivers/virtual/beginnings.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { DEMO_SEED, demoDevices, demoHome } from '#server/demo/home.ts'
import { recordableOf } from '#server/homes/history/recordable.ts'
import { ajvWithSchemas } from '../../scripts/gen/validators.ts'
import { homeWith } from './kit.ts'

const catalogue = await openCatalogue('catalogue')
const open = () => homeWith([], demoHome(catalogue))

describe('the demo home', () => {
  test('has about 40 devices, three floors and nine rooms', async () => {
    const { home } = await open()
    const { floors } = home.layout()
    expect(home.devices().length).toBeGreaterThanOrEqual(40)
    expect(floors).toHaveLength(3)
    expect(floors.flatMap(({ rooms }) => rooms)).toHaveLength(9)
    expect(floors.flatMap(({ rooms }) => rooms).every(({ devices }) => devices.length > 0)).toBe(true)
  })

  test('covers every type of device that the catalogue has', async () => {
    const { home } = await open()
    const types = new Set(home.devices().map(({ class: model }) => catalogue.model(model)?.type))
    expect([...types].sort()).toEqual([...new Set(catalogue.models().map(({ type }) => type))].sort())
  })

  test('covers every property type that a model of the catalogue places', async () => {
    const { home } = await open()
    const shown = (devices: ReturnType<typeof home.devices>) =>
      new Set(
        devices
          .map((device) => catalogue.layoutOf(device).layout.sections)
          .flatMap((sections) => Object.values(sections as Record<string, readonly Placed[]>).flat())
          .map(({ options }) => options.propertyType),
      )
    const placed = new Set(
      catalogue
        .models()
        .flatMap(({ properties = [] }) => properties.map(({ options }) => options?.propertyType)),
    )
    expect([...placed].filter((type) => type && !shown(home.devices()).has(type))).toEqual([])
  })

  test('shows what goes wrong in a home: dead, offline, restricted, battery low', async () => {
    const { home, ask, clock, events } = await open()
    const statuses = home.devices().map(({ status }) => status)
    expect(statuses).toContain(5)
    expect(statuses).toContain(7)
    const batteries = home
      .devices()
      .flatMap(({ service_list }) => service_list)
      .flatMap(({ property_list }) => property_list)
      .filter(({ name }) => name === 'battery')
    expect(batteries.some(({ value }) => Number(value) <= 5)).toBe(true)
    await ask('set_service_property_value', {
      device_id: 'bedroom-lamp',
      service_name: 'LightService',
      property_name: 'brightness',
      property_value: 100,
    })
    await clock.pass(1000)
    expect(events.at(-1)).toMatchObject({ event: 'order_ended', data: { outcome: 'failed' } })
  })

  test('is one whose devices are all valid, known to the catalogue, and have a value wherever one can be read', async () => {
    const { home } = await open()
    const ajv = ajvWithSchemas()
    for (const device of home.devices()) {
      expect(ajv.validate('entities/device.json', device) || `${device.id}: ${ajv.errorsText()}`).toBe(true)
      expect(catalogue.layoutOf(device).layout.problems ?? []).toEqual([])
      // Nothing has been learnt yet: there is no outcome of it.
      for (const service of device.service_list)
        for (const { name, access, value } of service.property_list)
          if (access?.includes('read') && name !== 'LearnStatus')
            expect(value, `${device.id} ${service.name}/${name}`).not.toBeNull()
    }
  })

  // 2.3-133: native, and one whose codes the gateway keeps.
  test('has infrared devices of both sorts: a key is learnt and sent by either', async () => {
    const { ask, clock, home } = await open()
    const set = (device_id: string, property_name: string, property_value: unknown) =>
      ask('set_service_property_value', {
        device_id,
        service_name: 'IRBlasterService',
        property_name,
        property_value,
      })
    const shows = (id: string, property: string) =>
      home
        .devices()
        .find((device) => device.id === id)
        ?.service_list.find(({ name }) => name === 'IRBlasterService')
        ?.property_list.find(({ name }) => name === property)?.value
    for (const id of ['living-infrared', 'bedroom-infrared']) {
      expect(await set(id, 'type', 2)).toMatchObject({ code: 0 })
      await set(id, 'LearnMode', true)
      await clock.pass(1000)
      expect(await set(id, 'command', 5)).toMatchObject({ code: 0 })
      await clock.pass(1000)
      expect(shows(id, 'LearnStatus')).toBe(1)
      await clock.pass(10_000)
      expect(shows(id, 'LearnStatus')).toBe(255)
      await set(id, 'LearnMode', false)
      expect(await set(id, 'command', 5)).toMatchObject({ code: 0 })
    }
    expect(shows('bedroom-infrared', 'LearnedKeys')).toEqual([5])
    expect(shows('living-infrared', 'LearnedKeys')).toBeUndefined()
  })

  test('its radio network can be mapped: most are heard directly, end devices perhaps through a router', async () => {
    const { home, ask, clock, events } = await open()
    expect(await ask('map_network')).toMatchObject({ code: 0 })
    await clock.pass(10_000)
    const { data } = events.findLast(({ event }) => event === 'network_map_changed') ?? {}
    expect(data).toEqual({ status: 'done', devices: expect.any(Number) })
    const radios = home
      .devices()
      .filter(({ networkType }) => ['zigbee', 'zwave', 'wise'].includes(networkType))
    // Whoever is silent tells no way.
    const silent = radios.filter(({ routeTimestamp }) => routeTimestamp === undefined)
    expect(silent.map(({ id }) => id)).toEqual(['bedroom-lamp', 'bathroom-radiator'])
    const heard = radios.filter((device) => !silent.includes(device))
    expect(data?.devices).toBe(heard.length)
    const routers = new Set(radios.filter(({ role }) => role === 2).map(({ id }) => id))
    for (const { route } of heard) {
      expect(route).toBeDefined()
      expect(route?.every((id) => routers.has(id))).toBe(true)
    }
  })

  test('has a past: each value that is recorded was told in the last 30 days, and ends as it shows now', async () => {
    const devices = beginningsOf(demoDevices(catalogue), DEMO_SEED)
    const now = Date.UTC(2026, 10, 14, 9)
    const { recorded } = demoHome(catalogue).past(now)
    const last = new Map<string, unknown>()
    let before = 0
    for (const { at, device_id, service_name, property_name, value } of recorded) {
      expect(at).toBeGreaterThanOrEqual(before)
      before = at
      last.set(`${device_id}/${service_name}/${property_name}`, value)
    }
    expect(before).toBeLessThanOrEqual(now)
    // The core keeps so many at most.
    expect(recorded.length).toBeLessThan(60_000)
    const values = devices.flatMap((device) =>
      [...recordableOf(catalogue.layoutOf(device).layout)].flatMap(
        ([
          path,
          {
            meaning: { draw },
          },
        ]) => {
          const [service, property] = path.split('/')
          const { value } =
            device.service_list
              .find(({ name }) => name === service)
              ?.property_list.find(({ name }) => name === property) ?? {}
          return value === null || value === undefined ? [] : [{ path: `${device.id}/${path}`, draw, value }]
        },
      ),
    )
    expect(values.length).toBeGreaterThan(100)
    expect(values.filter(({ path }) => !last.has(path)).map(({ path }) => path)).toEqual([])
    // What rules and people did ends as they left it; what has habits, as its device begins.
    for (const path of [
      'kitchen-ceiling/LightService/state',
      'entrance-door/DoorLockService/state',
      'kitchen-socket/MeterService/power',
    ])
      expect(last.get(path), path).toBe(values.find((one) => one.path === path)?.value)
  })

  test('lives: within ten minutes readings change', async () => {
    const { clock, events } = await open()
    const sent = events.length
    await clock.pass(600_000)
    expect(events.length - sent).toBeGreaterThan(100)
  })
})
