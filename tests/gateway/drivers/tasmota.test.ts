import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTasmotaDriver } from '#gateway/drivers/tasmota/driver.ts'
import { HandBroker } from '../hand-broker.ts'
import { endsIn, homeWith, lastReport, MemoryStore } from '../kit.ts'
import { settle } from '../test-clock.ts'
import { rules } from '../zigbee2mqtt-kit.ts'

type Recorded = { topic: string; payload: unknown; retain?: boolean; direction?: string }
const washer = JSON.parse(readFileSync('tests/fixtures/tasmota/washer.json', 'utf8')) as Recorded[]
const [washerConfig] = washer as [Recorded]

/** A configuration as devices publish it, with what differs. */
const config = (more: Record<string, unknown> = {}) => ({ ...(washerConfig.payload as object), ...more })
const at = (mac: string, kind: 'config' | 'sensors' = 'config') => `tasmota/discovery/${mac}/${kind}`
const mac = 'A1B2C3D4E5F6'
const id = `tasmota-${mac}`

async function tasmotaHome({ store = new MemoryStore(), prefix = undefined as string | undefined } = {}) {
  const broker = new HandBroker()
  const driver = createTasmotaDriver({ mqtt: broker, rules, ...(prefix && { prefix }) })
  const parts = await homeWith([], { drivers: [driver], store })
  const says = async (topic: string, payload: unknown, more?: { retain?: boolean }) => {
    broker.say(topic, payload, more)
    await settle()
  }
  const value = (path: string, device = id) => parts.held(path, device)?.value
  const setOn = async (path: string, wanted: unknown, device = id) => {
    const before = broker.published.length
    const answer = await parts.set(path, wanted, { device })
    return { answer, sent: broker.published.slice(before).map(({ topic, payload }) => [topic, payload]) }
  }
  return { ...parts, broker, says, value, setOn }
}

describe('a Tasmota device', () => {
  test('announces itself, tells its state and readings, obeys and confirms', async () => {
    const { home, says, value, setOn, broker, events } = await tasmotaHome()
    for (const { topic, payload, direction } of washer)
      if (!direction) await says(topic, payload, { retain: false })
    expect(home.devices()).toMatchObject([
      {
        id,
        device_name: 'Washer plug',
        class: 'Nous A1T',
        firmwareVersion: '14.3.0',
        networkType: 'ip',
        ipAddress: '192.0.2.31',
        status: 2,
        match: [{ ecosystem: 'tasmota', module: 'Nous A1T' }],
      },
    ])
    expect(value('SwitchService/state')).toBe('ON')
    expect(value('MeterService/power')).toBe(61)
    expect(value('MeterService/energy')).toBe(12.345)
    expect(value('MeterService/energy_today')).toBe(0.12)
    expect(value('MeterService/power_factor')).toBe(0.82)
    expect(value('LinkService/signal_strength')).toBe(-57)
    expect(broker.published.map(({ topic }) => topic)).toEqual(
      expect.arrayContaining(['cmnd/washer/STATE', 'cmnd/washer/STATUS']),
    )
    const { answer, sent } = await setOn('SwitchService/state', 'OFF')
    expect(sent).toEqual([['cmnd/washer/POWER1', 'OFF']])
    await says('stat/washer/RESULT', { POWER: 'OFF' })
    expect(lastReport(events)?.data).toMatchObject({ property_value: 'OFF', cause: answer.id })
    expect(endsIn(events)).toMatchObject([{ request: answer.id, outcome: 'confirmed' }])
    expect(home.malformed()).toBe(0)
  })

  test('goes offline by its last will, and comes back; one that sleeps to save its battery is there all the same', async () => {
    const { home, says } = await tasmotaHome()
    await says(at(mac), config())
    await says('tele/washer/LWT', 'Online')
    await says('tele/washer/LWT', 'Offline')
    expect(home.devices()[0]?.status).toBe(5)
    await says(at(mac), config({ dslp: 300 }))
    expect(home.devices()[0]).toMatchObject({ status: 2, sleeping: true })
  })

  test('gets another topic: the old one is no longer heard, orders go to the new one', async () => {
    const { says, value, setOn, broker } = await tasmotaHome()
    await says(at(mac), config())
    await says(at(mac), config({ t: 'laundry', ft: 'home/%topic%/%prefix%/' }))
    expect([...broker.filters].some((filter) => filter.includes('washer'))).toBe(false)
    await says('stat/washer/RESULT', { POWER: 'ON' })
    expect(value('SwitchService/state')).toBeNull()
    await says('home/laundry/stat/RESULT', { POWER: 'ON' })
    expect(value('SwitchService/state')).toBe('ON')
    expect((await setOn('SwitchService/state', 'OFF')).sent).toEqual([['home/laundry/cmnd/POWER1', 'OFF']])
  })

  test('is gone with its configuration, by itself or when it is taken out', async () => {
    const { home, says, ask, broker } = await tasmotaHome()
    await says(at(mac), config(), { retain: true })
    await says(at(mac), '', { retain: true })
    expect(home.devices()).toEqual([])
    await says(at(mac), config(), { retain: true })
    expect(await ask('force_remove_node', { device_id: id })).toMatchObject({ code: 0 })
    expect(broker.published).toContainEqual({ topic: at(mac), payload: '', retain: true })
    expect(home.devices()).toEqual([])
  })

  test('several relays are several switches, each with its name', async () => {
    const { says, held, value, setOn } = await tasmotaHome()
    await says(at(mac), config({ rl: [1, 1, 0], fn: ['Desk', 'Lamp'] }))
    expect(held('SwitchService/state_2', id)).toMatchObject({ label: 'Lamp', on: 'ON' })
    await says('stat/washer/RESULT', { POWER1: 'OFF', POWER2: 'ON' })
    expect([value('SwitchService/state_1'), value('SwitchService/state_2')]).toEqual(['OFF', 'ON'])
    expect((await setOn('SwitchService/state_2', 'OFF')).sent).toEqual([['cmnd/washer/POWER2', 'OFF']])
  })

  test('words of its own for on and off are its values', async () => {
    const { says, value, held } = await tasmotaHome()
    await says(at(mac), config({ state: ['AUS', 'EIN', 'UM', 'HALT'] }))
    await says('stat/washer/POWER', 'EIN')
    expect(held('SwitchService/state', id)).toMatchObject({
      on: 'EIN',
      off: 'AUS',
      toggle: 'UM',
      value: 'EIN',
    })
    expect(value('SwitchService/state')).toBe('EIN')
  })

  test.each([
    [1, ['state', 'brightness']],
    [2, ['state', 'brightness', 'color_temp']],
    [3, ['state', 'brightness', 'color']],
    [5, ['state', 'brightness', 'color_temp', 'color']],
  ])('a light of kind %d has %j', async (lt_st, properties) => {
    const { home, says } = await tasmotaHome()
    await says(at(mac), config({ rl: [2], lt_st }))
    const light = home.devices()[0]?.service_list.find(({ name }) => name === 'LightService')
    expect(light?.property_list.map(({ name }) => name)).toEqual(properties)
  })

  test('a light is dimmed, warmed and coloured, and says so', async () => {
    const { says, value, setOn } = await tasmotaHome()
    await says(at(mac), config({ rl: [2], lt_st: 5, so: { 82: 1 } }))
    expect((await setOn('LightService/brightness', 40)).sent).toEqual([['cmnd/washer/Dimmer', '40']])
    expect((await setOn('LightService/color_temp', 250)).sent).toEqual([['cmnd/washer/CT', '250']])
    expect((await setOn('LightService/color_temp', 153)).answer.code).toBe(400)
    expect((await setOn('LightService/color', '#00ff00')).sent).toEqual([['cmnd/washer/Color2', '#00ff00']])
    await says('tele/washer/STATE', { POWER: 'ON', Dimmer: 40, CT: 250, HSBColor: '120,100,40' })
    expect([
      value('LightService/brightness'),
      value('LightService/color_temp'),
      value('LightService/color'),
    ]).toEqual([40, 250, '#00ff00'])
  })

  test('with option 68 each channel is a light', async () => {
    const { says, value, setOn } = await tasmotaHome()
    await says(at(mac), config({ rl: [2, 2], lt_st: 2, so: { 68: 1 } }))
    await says('stat/washer/RESULT', { Channel: [10, 80] })
    expect([value('LightService/brightness_1'), value('LightService/brightness_2')]).toEqual([10, 80])
    expect((await setOn('LightService/brightness_2', 5)).sent).toEqual([['cmnd/washer/Channel2', '5']])
  })

  test.each([
    [0, 30, '30'],
    [1, 70, '70'],
  ])('a shutter with options %d at position 30 stands at %d', async (option, shown, sent) => {
    const { says, value, setOn } = await tasmotaHome()
    await says(at(mac), config({ rl: [3, 3], sho: [option], sht: [[-90, 90, 24]] }))
    await says('stat/washer/RESULT', { Shutter1: { Position: 30, Direction: 0, Target: 30, Tilt: 45 } })
    expect([
      value('RollerShutterService/position'),
      value('RollerShutterService/state'),
      value('RollerShutterService/tilt'),
    ]).toEqual([shown, 'OPEN', 45])
    expect((await setOn('RollerShutterService/position', 30)).sent).toEqual([
      ['cmnd/washer/ShutterPosition1', sent],
    ])
    expect((await setOn('RollerShutterService/state', 'STOP')).sent).toEqual([
      ['cmnd/washer/ShutterStop1', ''],
    ])
    expect((await setOn('RollerShutterService/tilt', -20)).sent).toEqual([
      ['cmnd/washer/ShutterTilt1', '-20'],
    ])
  })

  test('a fan has its speeds, buttons and inputs are events', async () => {
    const { home, says, setOn, events } = await tasmotaHome()
    await says(at(mac), config({ if: 1, rl: [1, 1, 1, 1], btn: [1, 0], swc: [0, -1], so: { 73: 1, 114: 1 } }))
    expect((await setOn('FanService/fan_speed', 2)).sent).toEqual([['cmnd/washer/FanSpeed', '2']])
    await says('stat/washer/RESULT', { Button1: { Action: 'DOUBLE' } })
    expect(events.at(-1)?.data).toMatchObject({
      service_name: 'ButtonService',
      property_value: 'button1_double',
    })
    await says('stat/washer/RESULT', { Switch1: { Action: 'ON' } })
    expect(events.at(-1)?.data).toMatchObject({ property_value: 'switch1_on' })
    expect(
      home.devices()[0]?.service_list.find(({ name }) => name === 'SwitchService')?.property_list,
    ).toHaveLength(1)
  })

  test('sensors of a kind are told apart, units follow the device, phases are a, b and c', async () => {
    const { says, held, value } = await tasmotaHome()
    const sn = {
      Time: '2026-11-21T01:00:00',
      'DS18B20-1': { Id: '0A', Temperature: 60 },
      'DS18B20-2': { Id: '0B', Temperature: 70 },
      ENERGY: { Power: [1, 2, 3] },
      SCD40: { CarbonDioxide: 500 },
      Custom: { Depth: 4, Note: 'ok' },
      TempUnit: 'F',
    }
    await says(at(mac, 'sensors'), { sn, ver: 1 })
    await says(at(mac), config({ rl: [] }))
    await says('tele/washer/SENSOR', sn)
    expect(held('TemperatureService/temperature', id)).toMatchObject({ unit: '°F', value: 60 })
    expect(value('TemperatureService/temperature_ds18b20_2')).toBe(70)
    expect([value('MeterService/power_a'), value('MeterService/power_c')]).toEqual([1, 3])
    expect(value('AirQualityService/co2')).toBe(500)
    expect(value('SensorService/custom_depth')).toBe(4)
    expect(held('SensorService/custom_note', id)).toMatchObject({ type: 'text', value: 'ok' })
    await says('stat/washer/STATUS10', { StatusSNS: { ...sn, SCD40: { CarbonDioxide: 612 } } })
    expect(value('AirQualityService/co2')).toBe(612)
  })

  test('announces itself where it was told to', async () => {
    const { home, says } = await tasmotaHome({ prefix: 'mine/found' })
    await says(`mine/found/${mac}/config`, config())
    expect(home.devices()).toHaveLength(1)
  })

  test('whose topic begins like another’s is another device', async () => {
    const { says, value } = await tasmotaHome()
    const other = 'A1B2C3D4E5F7'
    await says(at(mac), config())
    await says(at(other), config({ mac: other, t: 'washer/left' }))
    await says('stat/washer/left/RESULT', { POWER: 'ON' })
    expect([value('SwitchService/state'), value('SwitchService/state', `tasmota-${other}`)]).toEqual([
      null,
      'ON',
    ])
  })
})

describe('V-03 V-04 Tasmota messages that cannot be read', () => {
  test.each([
    ['no JSON', at(mac), '{'],
    ['another device’s configuration', at('000000000000'), config()],
    ['a topic that listens to everybody', at('111111111111'), config({ mac: '111111111111', t: '#' })],
    ['a megabyte', at(mac), JSON.stringify(config({ dn: 'x'.repeat(1_000_000) }))],
    ['a state that is none', 'stat/washer/RESULT', '[1]'],
    ['a presence that is none', 'tele/washer/LWT', 'perhaps'],
    ['a power that is none', 'stat/washer/RESULT', { POWER: { on: true } }],
  ])('%s: is counted, logged once, and harms nobody', async (_what, topic, payload) => {
    const { home, says, logged, broker } = await tasmotaHome()
    await says(at(mac), config(), { retain: true })
    const before = JSON.stringify(home.devices())
    for (let again = 0; again < 3; again += 1) await says(topic, payload)
    expect(home.malformed()).toBe(3)
    expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(1)
    expect(JSON.stringify(home.devices())).toBe(before)
    expect([...broker.filters].filter((filter) => filter.includes('#'))).toEqual([])
  })

  test('whatever a device announces and says, the home stays up', async () => {
    const { home, says } = await tasmotaHome()
    const key = fc.constantFrom(
      't',
      'ft',
      'tp',
      'rl',
      'lt_st',
      'so',
      'fn',
      'sho',
      'sht',
      'swc',
      'btn',
      'if',
      'state',
      'dn',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(key, fc.jsonValue({ maxDepth: 2 })),
        fc.jsonValue(),
        fc.jsonValue(),
        async (more, sn, said) => {
          await says(at(mac, 'sensors'), { sn })
          await says(at(mac), config(more))
          await says('tele/washer/SENSOR', said as object)
          await says(at(mac), '')
          expect(home.devices()).toEqual([])
          expect(Object.keys(Object.prototype)).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })
})
