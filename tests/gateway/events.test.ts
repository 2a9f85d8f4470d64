import { describe, expect, test } from 'vitest'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import { ajvWithSchemas } from '../../scripts/gen/validators.ts'
import { HandDriver, homeWith, lamp } from './kit.ts'

const about = (events: readonly { event: string; data: unknown }[], event: string) =>
  events.filter((one) => one.event === event).map(({ data }) => data)

describe('live events of a home', () => {
  // 2.7-099 2.3-031
  test('a changed property is told by device_{id}_property_changed', async () => {
    const { reports, events } = await homeWith([lamp()])
    reports('LightService/state', 'ON')
    expect(events.at(-1)).toMatchObject({
      event: 'device_lamp_property_changed',
      data: {
        device_id: 'lamp',
        service_name: 'LightService',
        service_type: 'LightService',
        property_name: 'state',
        property_value: 'ON',
      },
    })
  })

  // 2.4-033
  test('each device has its own event for a changed property', async () => {
    const { reports, events } = await homeWith([lamp(), lamp({ id: 'second' })])
    reports('LightService/state', 'ON', undefined, 'second')
    expect(events.at(-1)).toMatchObject({
      event: 'device_second_property_changed',
      data: { device_id: 'second' },
    })
  })

  // 2.3-032
  test('a property is told JSON typed, whatever the device sent', async () => {
    const { reports, events } = await homeWith([lamp()])
    reports('LightService/brightness', '77')
    expect(events.at(-1)?.data.property_value).toBe(77)
  })

  // 2.4-026
  test('device_added announces a new device', async () => {
    const { events } = await homeWith([lamp()])
    expect(about(events, 'device_added')).toEqual([{ device_id: 'lamp' }])
  })

  test('the values that a new device brings along are not told one by one', async () => {
    const { driver, events, held } = await homeWith([])
    const device = lamp()
    for (const { property_list } of device.service_list)
      for (const property of property_list) if (property.name === 'brightness') property.value = 40
    driver.host.upsert(device)
    expect(held('LightService/brightness')?.value).toBe(40)
    expect(events.map(({ event }) => event)).toEqual(['device_added'])
  })

  // 2.4-028
  test('device_removed announces a removed device', async () => {
    const { driver, events, home } = await homeWith([lamp()])
    driver.host.remove('lamp')
    expect(about(events, 'device_removed')).toEqual([{ device_id: 'lamp' }])
    expect(home.devices()).toEqual([])
  })

  // 2.4-029
  test('device_renamed announces a renamed device, once', async () => {
    const { ask, driver, events } = await homeWith([lamp()])
    await ask('set_device_name', { device_id: 'lamp', name: 'Stehlampe' })
    driver.host.upsert(lamp({ device_name: 'as the driver calls it' }))
    expect(about(events, 'device_renamed')).toEqual([{ device_id: 'lamp', device_name: 'Stehlampe' }])
  })

  // 2.4-030
  test('device_status_changed announces a changed device status', async () => {
    const { driver, events, home } = await homeWith([lamp()])
    driver.host.upsert(lamp({ status: 7, status_reason: 705 }))
    expect(about(events, 'device_status_changed')).toMatchObject([
      { device_id: 'lamp', status: 7, status_reason: 705 },
    ])
    expect(home.devices()[0]).toMatchObject({ status: 7, status_reason: 705 })
  })

  // 2.7-101
  test('every event has event, seq, at and data, and fits the channel description', async () => {
    const { driver, reports, events, ask } = await homeWith([lamp()])
    reports('LightService/state', 'ON', 'a-request')
    driver.host.status({ device: 'lamp', status: 7, reason: 703 })
    driver.host.upsert(lamp({ firmwareVersion: '2' }))
    await ask('set_device_name', { device_id: 'lamp', name: 'Neu' })
    const failure = { device: 'lamp', service: 'LightService', property: 'state', request: 'r' }
    driver.host.failed({ ...failure, code: 'NO_ACK', message: 'no' })
    driver.host.remove('lamp')

    const ajv = ajvWithSchemas()
    ajv.addSchema({ ...asyncapi.components.schemas.Event, $id: 'channel/event.json' })
    for (const [name, message] of Object.entries(asyncapi.components.messages))
      if (message['x-kind'] === 'event') ajv.addSchema({ ...message.payload, $id: `channel/${name}.json` })
    const seen = events.map((event) => {
      const name = event.event.replace(/^device_.*_property_changed$/, 'device_property_changed')
      expect(ajv.validate('channel/event.json', event) || ajv.errorsText()).toBe(true)
      expect(ajv.validate(`channel/${name}.json`, event.data) || ajv.errorsText()).toBe(true)
      return name
    })
    expect([...new Set(seen)].sort()).toEqual([
      'device_added',
      'device_changed',
      'device_property_changed',
      'device_removed',
      'device_renamed',
      'device_status_changed',
      'order_ended',
    ])
  })

  test('L-04 numbers follow each other without a gap', async () => {
    const { reports, events } = await homeWith([lamp()])
    for (let power = 0; power < 50; power += 1) reports('MeterService/power', power)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1))
  })

  test('L-04 a snapshot carries the number of the last event that it contains', async () => {
    const { reports, events, ask } = await homeWith([lamp()])
    reports('MeterService/power', 5)
    const { data } = await ask('get_object_list_by_type_detailed', { type: 'device' })
    expect(data).toMatchObject({ seq: events.at(-1)?.seq })
  })

  test('a value that is reported again is told only when it answers a request, or after a minute', async () => {
    const { reports, events, clock } = await homeWith([lamp()])
    reports('MeterService/power', 5)
    const sent = events.length
    reports('MeterService/power', 5)
    expect(events).toHaveLength(sent)
    reports('MeterService/power', 5, 'request')
    expect(events.at(-1)).toMatchObject({ data: { property_value: 5, cause: 'request' } })
    await clock.pass(60_000)
    reports('MeterService/power', 5)
    expect(events).toHaveLength(sent + 2)
  })

  test('a transient event is told each time and is never a last value', async () => {
    const { reports, events, held, store, clock } = await homeWith([lamp()])
    reports('ButtonService/action', 'single')
    reports('ButtonService/action', 'single')
    await clock.pass(2000)
    expect(about(events, 'device_lamp_property_changed')).toHaveLength(2)
    expect(held('ButtonService/action')?.value).toBeNull()
    expect(store.entries.has('values/lamp')).toBe(false)
  })

  test('a status that stays the same is no event; a changed one says since when', async () => {
    const { driver, events, clock } = await homeWith([lamp()])
    driver.host.status({ device: 'lamp', status: 2 })
    expect(about(events, 'device_status_changed')).toEqual([])
    await clock.pass(1000)
    driver.host.status({ device: 'lamp', status: 5 })
    expect(about(events, 'device_status_changed')).toEqual([
      { device_id: 'lamp', status: 5, status_since: new Date(clock.now()).toISOString() },
    ])
  })

  test('a report that is no value of the property is counted, logged once, and changes nothing', async () => {
    const { reports, held, home, logged, events } = await homeWith([lamp()])
    reports('MeterService/power', 5)
    const sent = events.length
    for (let i = 0; i < 3; i += 1) reports('MeterService/power', 'much')
    reports('MeterService/nothing', 1)
    expect(held('MeterService/power')?.value).toBe(5)
    expect(events).toHaveLength(sent)
    expect(home.malformed()).toBe(4)
    expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(2)
  })

  test('a driver cannot speak for the devices of another', async () => {
    const other = new HandDriver('other')
    const driver = new HandDriver()
    const { held, home } = await homeWith([lamp()], { driver, drivers: [driver, other] })
    other.host.report({ device: 'lamp', service: 'LightService', property: 'state', value: 'ON' })
    other.host.status({ device: 'lamp', status: 5 })
    other.host.remove('lamp')
    other.host.inventory([])
    other.host.upsert(lamp({ device_name: 'Taken over' }))
    expect(held('LightService/state')?.value).toBeNull()
    expect(home.devices()).toMatchObject([{ id: 'lamp', device_name: 'Lamp', status: 2 }])
  })
})
