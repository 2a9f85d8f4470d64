import { describe, expect, test } from 'vitest'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { planOf } from '#gateway/lib/backups/plan.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import { deviceWith, homeWith, lamp, type SentEvent } from '../../tests/gateway/kit.ts'
import { acts, ruleOf, sets, when } from '../../tests/gateway/rules-kit.ts'
import { settle, TestClock } from '../../tests/gateway/test-clock.ts'
import { createTwin } from './twin.ts'

const sensor = deviceWith(
  { ClimateService: { temperature: { kind: 'number', access: ['read'], unit: '°C' } } },
  { id: 'sensor', device_name: 'Sensor' },
)
const withValue = (device: Device, name: string, value: string | number | boolean): Device => ({
  ...device,
  service_list: device.service_list.map((service) => ({
    ...service,
    property_list: service.property_list.map((one) => (one.name === name ? { ...one, value } : one)),
  })),
})
const devices = [withValue(lamp(), 'state', 'OFF'), withValue(sensor, 'temperature', 19)]
const floors = [
  {
    floor_id: 'f',
    floor_name: 'Ground',
    rooms: [{ room_id: 'r', room_name: 'Hall', devices: ['lamp', 'sensor'] }],
  },
]
const cold = ruleOf('cold', {
  name: 'Cold',
  active: true,
  event_triggers: [when('sensor', 'ClimateService/temperature', 15, { compare_type: 'LT' })],
  scenes: [acts('light', { devices: [sets('lamp', ['LightService/state', 'ON'])] })],
})

const forkOf = (content: HomeContent): HomeFork => ({
  ...{ serialNumber: 'GW1', name: 'House', at: '2026-11-27T12:00:00.000Z', source: 'live' },
  snapshot: {
    ...{ serialNumber: 'GW1', seq: 7, at: '2026-11-27T12:00:00.000Z', online: true, total: 2 },
    ...{ floors: content.floors, layouts: {}, zone: 'Europe/Zurich' },
    devices: devices.map((device) => ({ device, layout: 'h' })),
  },
  ...{ content, statuses: [], kinds: {}, alarms: [], unknown: [] },
})

/** A home as its gateway has it, and what a backup of it says. */
async function forked() {
  const { ask } = await homeWith(devices, { floors, rules: [cold] })
  const { content } = (await ask('get_backup')).data as { content: HomeContent }
  const clock = new TestClock()
  const events: SentEvent[] = []
  const twin = createTwin({
    ...{ serialNumber: 'GW1-twin', clock, scenes: vocabulary as SceneVocabulary },
    fork: forkOf({
      ...content,
      devices: devices.map(({ id, device_name }) => ({ device_id: id, device_name, class: 'TEST' })),
    }),
    transport: { event: (event) => void events.push(structuredClone(event) as SentEvent) },
  })
  await twin.start()
  await settle()
  let asked = 0
  const order = (command: string, params: object = {}) =>
    twin.handle(
      { id: `request-${++asked}-0123456789abcdef`, session: 'k', command, params },
      { userId: 'ann' },
    )
  const value = (device: string, property: string) =>
    twin
      .devices()
      .find(({ id }) => id === device)
      ?.service_list.flatMap(({ property_list }) => property_list)
      .find(({ name }) => name === property)?.value
  return { twin, clock, events, order, value, content }
}

describe('a twin of a gateway', () => {
  test('is set up as the gateway is: rooms, names, scenes and values', async () => {
    const { twin, value } = await forked()
    const content = await twin.content()
    expect(content.floors).toEqual(floors)
    expect(content.rules.map(({ id }) => id)).toEqual(['cold'])
    expect([value('lamp', 'state'), value('sensor', 'temperature')]).toEqual(['OFF', 19])
  })

  test('answers orders as devices do, and a value that somebody lets a device tell runs its scenes', async () => {
    const { twin, clock, value, order } = await forked()
    expect(
      twin.report({ device: 'sensor', service: 'ClimateService', property: 'temperature', value: 12 }),
    ).toBe(true)
    await settle()
    clock.pass(2000)
    await settle()
    expect([value('sensor', 'temperature'), value('lamp', 'state')]).toEqual([12, 'ON'])
    const { data } = await order('get_rule_runs', { limit: 5 })
    expect(data).toMatchObject({ runs: [{ rule_id: 'cold' }] })
    const target = { device_id: 'lamp', service_name: 'LightService', property_name: 'state' }
    expect(await order('set_service_property_value', { ...target, property_value: 'OFF' })).toMatchObject({
      code: 0,
    })
    clock.pass(2000)
    await settle()
    expect(value('lamp', 'state')).toBe('OFF')
  })

  test('stands still by itself', async () => {
    const { clock, value, events } = await forked()
    const before = events.length
    clock.pass(3_600_000)
    await settle()
    expect([value('sensor', 'temperature'), events.length]).toEqual([19, before])
  })

  test.each([
    ['no such value', { device: 'sensor', service: 'ClimateService', property: 'humidity', value: 3 }],
    ['no such device', { device: 'x', service: 'ClimateService', property: 'temperature', value: 3 }],
    [
      'a value of another kind',
      { device: 'sensor', service: 'ClimateService', property: 'temperature', value: 'warm' },
    ],
  ])('tells nothing that no device would tell: %s', async (_what, change) => {
    const { twin, value } = await forked()
    expect(twin.report(change)).toBe(false)
    expect(value('sensor', 'temperature')).toBe(19)
  })

  test('says what was changed in it as a backup that would be brought back', async () => {
    const { twin, order } = await forked()
    const begun = await twin.content()
    expect(planOf(begun, await twin.content()).items).toEqual([])
    await order('rename_room', { floor_id: 'f', room_id: 'r', room_name: 'Corridor' })
    await order('set_device_name', { device_id: 'lamp', name: 'Ceiling' })
    const { items } = planOf(begun, await twin.content())
    expect(items.map(({ kind, change, name }) => [kind, change, name])).toEqual([
      ['device', 'changed', 'Ceiling'],
      ['room', 'changed', 'Corridor'],
    ])
  })
})
