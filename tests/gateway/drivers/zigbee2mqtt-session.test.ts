import { describe, expect, test } from 'vitest'
import { bridgedHome, catalogue } from '../zigbee2mqtt-kit.ts'

const hue = '0x0017880100000001'
const plug = '0x0017880100000002'
const blind = '0x0017880100000003'
const weather = '0x00158d0000000004'
const lock = '0x000d6f0000000005'
const thermostat = '0x000d6f0000000006'
const unknown = '0x00aabbcc00000007'

/** The moment of the recording in which all seven devices are there. */
const allJoined = 30_000

describe('a recorded session of Zigbee2MQTT 2.14', () => {
  test('shows its seven devices, without the coordinator', async () => {
    const { home, play } = await bridgedHome()
    await play(allJoined)
    expect(home.devices().map(({ id }) => id)).toEqual([hue, plug, blind, weather, lock, thermostat, unknown])
  })

  test.each([
    [
      hue,
      '9290012573A',
      'Philips',
      2,
      undefined,
      { LightService: ['state', 'brightness', 'color_temp', 'color'] },
    ],
    [
      plug,
      'SP600',
      'Salus Controls',
      2,
      undefined,
      { SwitchService: ['state'], MeterService: ['power', 'energy'] },
    ],
    [
      blind,
      'E1757',
      'IKEA',
      3,
      true,
      { RollerShutterService: ['state', 'position'], BatteryService: ['battery'] },
    ],
    [
      weather,
      'WSDCGQ11LM',
      'Aqara',
      3,
      true,
      { TemperatureService: ['temperature'], HumidityService: ['humidity'] },
    ],
    [
      lock,
      'YRD426NRSC',
      'Yale',
      3,
      true,
      { DoorLockService: ['state', 'lock_state'], ButtonService: ['action'] },
    ],
    [
      thermostat,
      '014G2461',
      'Danfoss',
      3,
      true,
      { ThermostatService: ['local_temperature', 'occupied_heating_setpoint'] },
    ],
    [unknown, 'ACME-XYZ-1', 'ACME', 2, undefined, { LightService: ['state', 'brightness'] }],
  ])('%s is a %s by %s with fitting services', async (id, model, maker, role, sleeping, services) => {
    const { device, play } = await bridgedHome()
    await play(allJoined)
    const shown = device(id)
    expect(shown).toMatchObject({
      class: model,
      device_manufacturer: maker,
      networkType: 'zigbee',
      role,
      status: 2,
    })
    expect(shown?.sleeping).toBe(sleeping)
    for (const [service, properties] of Object.entries(services)) {
      const found = shown?.service_list.find(({ name }) => name === service)
      expect(found?.property_list.map(({ name }) => name)).toEqual(expect.arrayContaining(properties))
    }
  })

  test.each([hue, plug, blind, weather, lock, thermostat])(
    '%s gets its layout from the catalogue',
    async (id) => {
      const { device, play } = await bridgedHome()
      await play(allJoined)
      const shown = device(id)
      if (!shown) throw new Error('not there')
      const { layout } = catalogue.layoutOf(shown)
      expect(layout.generated).toBe(false)
      expect(layout.problems ?? []).toEqual([])
    },
  )

  test('a device that Zigbee2MQTT does not know is shown from its generated description', async () => {
    const { device, play } = await bridgedHome()
    await play(allJoined)
    const shown = device(unknown)
    if (!shown) throw new Error('not there')
    expect(catalogue.layoutOf(shown).layout).toMatchObject({ generated: true, type: 'Light' })
  })

  test('values follow the session; what the bridge does not know stays unknown', async () => {
    const { value, play } = await bridgedHome()
    await play(allJoined)
    expect(value(plug, 'MeterService/power')).toBe(12)
    expect(value(plug, 'MeterService/energy')).toBe(123.46)
    expect(value(plug, 'SwitchService/state')).toBe('OFF')
    expect(value(blind, 'RollerShutterService/position')).toBe(70)
    expect(value(lock, 'BatteryService/battery')).toBe(70)
    expect(value(weather, 'TemperatureService/temperature')).toBeNull()
    await play()
    expect(value(plug, 'SwitchService/state')).toBe('ON')
    expect(value(plug, 'MeterService/power')).toBe(61)
    expect(value(weather, 'HumidityService/humidity')).toBe(51.2)
    expect(value(lock, 'DoorLockService/state')).toBe('UNLOCK')
    expect(value(hue, 'LightService/state')).toBe('ON')
  })

  test('signal quality is kept up to date without an event of its own device', async () => {
    const { device, play } = await bridgedHome()
    await play(allJoined)
    expect(device(weather)?.lqiValue).toBe(70)
  })

  test('a device keeps its identity when it is renamed, also to a name with a slash', async () => {
    const { device, play, events, mqtt } = await bridgedHome()
    await play(30_500)
    // Nobody has named it: what it is says more than its address.
    expect(device(hue)?.device_name).toBe('Hue white and color ambiance E26/E27/E14')
    await play(33_000)
    expect(device(hue)?.device_name).toBe('living/hue')
    expect(events).toContainEqual(
      expect.objectContaining({
        event: 'device_renamed',
        data: { device_id: hue, device_name: 'living/hue' },
      }),
    )
    expect(mqtt.subscribed.has('zigbee2mqtt/living/hue')).toBe(true)
    expect(mqtt.subscribed.has(`zigbee2mqtt/${hue}`)).toBe(false)
  })

  test('a device that left or was removed is gone', async () => {
    const { home, play, events } = await bridgedHome()
    await play(98_000)
    const ids = home.devices().map(({ id }) => id)
    expect(ids).not.toContain(blind)
    expect(ids).not.toContain(unknown)
    const removed = events.filter(({ event }) => event === 'device_removed').map(({ data }) => data.device_id)
    expect(removed).toEqual([blind, unknown])
  })

  test('availability makes a device offline and online again', async () => {
    const { events, play } = await bridgedHome()
    await play(83_000)
    const statuses = events
      .filter(({ event, data }) => event === 'device_status_changed' && data.device_id === unknown)
      .map(({ data }) => data.status)
    expect(statuses.slice(-2)).toEqual([5, 2])
  })

  test('when the bridge goes offline, so do all its devices', async () => {
    const { home, play } = await bridgedHome()
    await play()
    expect(home.devices().map(({ status }) => status)).toEqual(home.devices().map(() => 5))
    expect(home.devices().length).toBeGreaterThan(0)
  })

  test('nothing in the session is unreadable, and only exact topics are subscribed', async () => {
    const { home, play, mqtt } = await bridgedHome()
    await play()
    expect(home.malformed()).toBe(0)
    expect([...mqtt.subscribed].filter((topic) => /[#+]|definitions/.test(topic))).toEqual([])
  })
})
