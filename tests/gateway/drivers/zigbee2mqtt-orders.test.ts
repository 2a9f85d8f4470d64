import { describe, expect, test } from 'vitest'
import { endsIn, lastReport } from '../kit.ts'
import { bridgedHome } from '../zigbee2mqtt-kit.ts'

const hue = '0x0017880100000001'
const plug = '0x0017880100000002'
const blind = '0x0017880100000003'

/** The seven devices, the first of them renamed. */
const home = async () => {
  const parts = await bridgedHome()
  await parts.play(34_000)
  await parts.clock.pass(10_000)
  parts.mqtt.published.length = 0
  parts.events.length = 0
  return parts
}

describe('orders to Zigbee2MQTT', () => {
  test('go to /set under the present name, with the key of the bridge', async () => {
    const { setOn, mqtt } = await home()
    expect(await setOn(hue, 'LightService/state', true)).toMatchObject({ code: 0 })
    await setOn(hue, 'LightService/color', '#ff0000')
    expect(mqtt.published).toEqual([
      { topic: 'zigbee2mqtt/living/hue/set', payload: '{"state":"ON"}' },
      { topic: 'zigbee2mqtt/living/hue/set', payload: '{"color":{"hex":"#ff0000"}}' },
    ])
  })

  test('are confirmed by the later state that holds what was wanted', async () => {
    const { setOn, says, events } = await home()
    const { id } = await setOn(plug, 'SwitchService/state', 'ON')
    await says(plug, { state: 'OFF', power: 12 })
    expect(events.filter(({ data }) => data.cause === id)).toEqual([])
    await says(plug, { state: 'ON', power: 12 })
    expect(endsIn(events)).toMatchObject([{ request: id, outcome: 'confirmed' }])
    expect(lastReport(events)).toMatchObject({
      event: `device_${plug}_property_changed`,
      data: { service_name: 'SwitchService', property_name: 'state', property_value: 'ON', cause: id },
    })
  })

  test('for a colour are confirmed by the colour as the lamp tells it, in x and y', async () => {
    const { setOn, says, events } = await home()
    const { id } = await setOn(hue, 'LightService/color', '#ff0000')
    await says('living/hue', { color: { x: 0.6942, y: 0.2963 }, color_mode: 'xy' })
    expect(lastReport(events)).toMatchObject({
      data: { cause: id, property_value: expect.stringMatching(/^#ff/) },
    })
    expect(endsIn(events)).toMatchObject([{ request: id, outcome: 'confirmed' }])
  })

  test('fail with the reason that the bridge logs', async () => {
    const { setOn, play, events, value } = await home()
    const { id } = await setOn(hue, 'LightService/state', 'OFF')
    // The recording goes on: the lamp is dead, and the log says so.
    await play(38_000)
    expect(endsIn(events)).toEqual([
      {
        device_id: hue,
        service_name: 'LightService',
        property_name: 'state',
        request: id,
        outcome: 'failed',
        code: 'NO_ACK',
        message: "Data request failed with error: 'MAC no ack' (0xe9)",
      },
    ])
    expect(value(hue, 'LightService/state')).toBe('ON')
  })

  test('fail when the bridge has no converter for them', async () => {
    const { setOn, says, events } = await home()
    const { id } = await setOn(hue, 'LightService/brightness', 20)
    await says('bridge/logging', {
      level: 'error',
      message: "z2m: No converter available for 'brightness' on 'living/hue': (20)",
    })
    expect(endsIn(events)).toMatchObject([{ request: id, code: 'NOT_SUPPORTED' }])
  })

  test('that nothing answers are told as such after 15 s, and not before', async () => {
    const { setOn, clock, events } = await home()
    const { id } = await setOn(plug, 'SwitchService/state', 'ON')
    await clock.pass(14_900)
    expect(endsIn(events)).toEqual([])
    await clock.pass(200)
    expect(endsIn(events)).toMatchObject([{ request: id, outcome: 'silent' }])
  })

  test('that end somewhere else say where', async () => {
    const { setOn, says, clock, events } = await home()
    const { id } = await setOn(blind, 'RollerShutterService/position', 20)
    await says(blind, { position: 55 })
    await clock.pass(60_000)
    expect(endsIn(events)).toMatchObject([
      { property_name: 'position', request: id, outcome: 'diverged', value: 55 },
    ])
  })

  test('to something that moves are waited for as long as it moves', async () => {
    const { setOn, says, clock, events } = await home()
    const { id } = await setOn(blind, 'RollerShutterService/position', 20)
    for (let position = 68; position > 20; position -= 4) {
      await clock.pass(2000)
      await says(blind, { position })
    }
    await says(blind, { position: 20 })
    expect(lastReport(events)).toMatchObject({ data: { property_value: 20, cause: id } })
    expect(events.filter(({ data }) => data.cause === id)).toHaveLength(1)
    expect(endsIn(events)).toMatchObject([{ request: id, outcome: 'confirmed' }])
  })

  test('that a later one overtakes end together with it', async () => {
    const { setOn, says, clock, events } = await home()
    const first = await setOn(hue, 'LightService/brightness', 50)
    const later = setOn(hue, 'LightService/brightness', 200)
    // The device says nothing of the first: the second waits no longer.
    await clock.pass(1000)
    const second = await later
    await says('living/hue', { brightness: 200 })
    expect(endsIn(events)).toMatchObject([
      { request: first.id, outcome: 'diverged', value: 200 },
      { request: second.id, outcome: 'confirmed' },
    ])
  })

  test('that cannot be read back never fail by themselves', async () => {
    const { setOn, clock, events, mqtt } = await home()
    expect(await setOn(hue, 'CommandService/identify', 'identify')).toMatchObject({ code: 0 })
    expect(mqtt.published).toHaveLength(1)
    await clock.pass(60_000)
    expect(endsIn(events)).toMatchObject([{ outcome: 'taken' }])
  })

  test('are refused while the bridge is offline or its broker away', async () => {
    const { setOn, says, mqtt, clock } = await home()
    mqtt.connected(false)
    expect(await setOn(plug, 'SwitchService/state', 'ON')).toMatchObject({ code: 503 })
    mqtt.connected(true)
    await says('bridge/state', { state: 'offline' })
    await clock.pass(1)
    expect(await setOn(plug, 'SwitchService/state', 'ON')).toMatchObject({ code: 503 })
    expect(mqtt.published).toEqual([])
  })
})

describe('a button of Zigbee2MQTT', () => {
  test('is an event each time it is pressed, and never a last value', async () => {
    const { says, events, value } = await home()
    const lock = '0x000d6f0000000005'
    for (let press = 0; press < 2; press += 1) {
      await says(lock, { action: 'one_touch_lock' })
      await says(lock, { action: '' })
    }
    const told = events
      .filter(({ data }) => data.property_name === 'action')
      .map(({ data }) => data.property_value)
    expect(told).toEqual(['one_touch_lock', 'one_touch_lock'])
    expect(value(lock, 'ButtonService/action')).toBeNull()
  })
})

describe('what state messages leave open', () => {
  test('mains devices are asked after the start, one message at a time; battery devices are left asleep', async () => {
    const parts = await bridgedHome()
    await parts.play(30_000)
    parts.mqtt.published.length = 0
    await parts.says('bridge/state', { state: 'offline' })
    await parts.says('bridge/state', { state: 'online' })
    await parts.clock.pass(250)
    expect(parts.mqtt.published).toHaveLength(1)
    await parts.clock.pass(10_000)
    const asked = parts.mqtt.published.map(({ topic }) => topic)
    expect(asked).toContain(`zigbee2mqtt/${plug}/get`)
    expect(asked).not.toContain(`zigbee2mqtt/${blind}/get`)
    expect(parts.mqtt.published.find(({ topic }) => topic.includes(plug))?.payload).toBe(
      '{"state":"","power":"","energy":""}',
    )
  })

  test('a value of null leaves the last known one', async () => {
    const { says, value } = await home()
    await says(plug, { power: 33 })
    await says(plug, { power: null, state: null })
    expect(value(plug, 'MeterService/power')).toBe(33)
  })

  test('a broker that is away for a moment changes nothing; for longer, all devices are offline', async () => {
    const { mqtt, clock, device } = await home()
    mqtt.connected(false)
    await clock.pass(9000)
    expect(device(plug)?.status).toBe(2)
    mqtt.connected(true)
    await clock.pass(20_000)
    expect(device(plug)?.status).toBe(2)
    mqtt.connected(false)
    await clock.pass(10_001)
    expect(device(plug)?.status).toBe(5)
  })
})

describe('renaming', () => {
  test('is done by the bridge, and acknowledged when the bridge has', async () => {
    const { ask, mqtt, says, device, events } = await home()
    const answer = ask('set_device_name', { device_id: plug, name: 'Kaffee' })
    await expect.poll(() => mqtt.published.length).toBe(1)
    const [sent] = mqtt.published
    expect(sent?.topic).toBe('zigbee2mqtt/bridge/request/device/rename')
    const { transaction, ...body } = JSON.parse(sent?.payload ?? '{}')
    expect(body).toEqual({ from: plug, to: 'Kaffee', homeassistant_rename: false })
    expect(events).toEqual([])
    await says('bridge/response/device/rename', { data: {}, status: 'ok', transaction })
    expect(await answer).toMatchObject({ code: 0 })
    expect(device(plug)?.device_name).toBe('Kaffee')
  })

  test('that the bridge refuses is refused, with its reason', async () => {
    const { ask, mqtt, says, device } = await home()
    const answer = ask('set_device_name', { device_id: plug, name: 'a/1' })
    await expect.poll(() => mqtt.published.length).toBe(1)
    const { transaction } = JSON.parse(mqtt.published[0]?.payload ?? '{}')
    await says('bridge/response/device/rename', {
      data: {},
      error: 'friendly_name is not allowed',
      status: 'error',
      transaction,
    })
    expect(await answer).toMatchObject({ code: 400, message: 'friendly_name is not allowed' })
    expect(device(plug)?.device_name).toBe('Smart plug (UK socket)')
  })

  test('to a name that another device has is refused at once', async () => {
    const { ask, mqtt } = await home()
    expect(await ask('set_device_name', { device_id: plug, name: 'living/hue' })).toMatchObject({ code: 409 })
    expect(mqtt.published).toEqual([])
  })
})
