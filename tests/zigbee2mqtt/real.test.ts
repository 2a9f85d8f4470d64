import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import limits from '#catalogue/limits.json' with { type: 'json' }
import networkRules from '#catalogue/rules/network.json' with { type: 'json' }
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { createHome, type HomeCore } from '#gateway/core/home.ts'
import { systemClock } from '#gateway/core/system-clock.ts'
import { createHomeAssistantDriver } from '#gateway/drivers/homeassistant/driver.ts'
import { createZigbee2MqttDriver } from '#gateway/drivers/zigbee2mqtt/driver.ts'
import { findingsOf } from '#gateway/lib/network/findings.ts'
import { networkOf, stagesOf } from '#gateway/lib/network/network.ts'
import { openMqttPort } from '#gateway/node/mqtt-port.ts'
import type { DataOf } from '#schemas/calls.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { NetworkRules } from '#schemas/generated/definitions/rules-network.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { start, type Zigbee2Mqtt } from '../../e2e/peers/zigbee2mqtt/start.ts'
import { MemoryStore, type SentEvent } from '../gateway/kit.ts'

const hue = '0x0017880100000001'
const plug = '0x0017880100000002'
const blind = '0x0017880100000003'
const weather = '0x00158d0000000004'
const lock = '0x000d6f0000000005'
const thermostat = '0x000d6f0000000006'
const unknown = '0x00aabbcc00000007'

const catalogue = await openCatalogue('catalogue')
const events: SentEvent[] = []
const told: SentEvent[] = []
/** What could not be read of the discovery. */
const unread: unknown[] = []
let peer: Zigbee2Mqtt | undefined
let missing = ''
let home: HomeCore
/** The same devices, as the program announces them for Home Assistant. */
let discovered: HomeCore

const device = (id: string) => home.devices().find((one) => one.id === id)
const value = (id: string, service: string, property: string) =>
  device(id)
    ?.service_list.find(({ name }) => name === service)
    ?.property_list.find(({ name }) => name === property)?.value
const valueIn = (of: ReturnType<typeof device>, service: string, property: string) =>
  of?.service_list.find(({ name }) => name === service)?.property_list.find(({ name }) => name === property)
    ?.value
const twin = (id: string) => discovered.devices().find((one) => one.id === `zigbee2mqtt_${id}`)
const ask = (command: string, params: object) =>
  home.handle({ id: randomUUID(), session: 's', command, params }, { userId: 'anna' })
const set = (id: string, service_name: string, property_name: string, property_value: unknown) =>
  ask('set_service_property_value', { device_id: id, service_name, property_name, property_value })
const soon = { timeout: 20_000, interval: 50 }

const world = (): Zigbee2Mqtt => {
  if (!peer) throw new Error('Zigbee2MQTT does not run')
  return peer
}

beforeAll(async () => {
  const started = await start({ discovery: true })
  if ('missing' in started) {
    missing = started.missing
    return
  }
  peer = started
  home = createHome({
    scenes: vocabulary as SceneVocabulary,
    serialNumber: 'REAL-1',
    clock: systemClock,
    store: new MemoryStore(),
    transport: { event: (event) => void events.push(event as SentEvent) },
    drivers: [
      createZigbee2MqttDriver({ mqtt: openMqttPort({ url: started.mqttUrl }), rules: catalogue.rules() }),
    ],
  })
  discovered = createHome({
    scenes: vocabulary as SceneVocabulary,
    serialNumber: 'REAL-2',
    log: (_level, _message, facts) => void (facts?.source !== undefined && unread.push(facts.source)),
    clock: systemClock,
    store: new MemoryStore(),
    transport: { event: (event) => void told.push(event as SentEvent) },
    drivers: [
      createHomeAssistantDriver({ mqtt: openMqttPort({ url: started.mqttUrl }), rules: catalogue.rules() }),
    ],
  })
  await Promise.all([home.start(), discovered.start()])
  await started.join()
  await vi.waitFor(() => {
    expect(home.devices()).toHaveLength(7)
    expect(home.devices().map(({ status }) => status)).toEqual([2, 2, 2, 2, 2, 2, 2])
  }, soon)
}, 240_000)

afterAll(async () => {
  await home?.stop()
  await discovered?.stop()
  await peer?.stop()
}, 30_000)

describe('the real Zigbee2MQTT 2.14.1', () => {
  beforeEach((context) => {
    // Without the registry there is no program to test with: that is said, and counted.
    if (missing) context.skip(missing)
  })

  test.each([
    [hue, '9290012573A', 'LightService', ['state', 'brightness', 'color_temp', 'color']],
    [plug, 'SP600', 'MeterService', ['power', 'energy']],
    [blind, 'E1757', 'RollerShutterService', ['state', 'position']],
    [weather, 'WSDCGQ11LM', 'TemperatureService', ['temperature']],
    [lock, 'YRD426NRSC', 'DoorLockService', ['state', 'lock_state']],
    [thermostat, '014G2461', 'ThermostatService', ['local_temperature', 'occupied_heating_setpoint']],
    [unknown, 'ACME-XYZ-1', 'LightService', ['state', 'brightness']],
  ])('%s appears online as %s with %s', (id, model, service, properties) => {
    const shown = device(id)
    expect(shown).toMatchObject({ class: model, status: 2, networkType: 'zigbee' })
    const found = shown?.service_list
      .find(({ name }) => name === service)
      ?.property_list.map(({ name }) => name)
    expect(found).toEqual(expect.arrayContaining(properties))
  })

  test('a lamp is dimmed: the radio really receives the level, and the lamp’s state confirms the request', async () => {
    const { id, code } = await set(hue, 'LightService', 'brightness', 77)
    expect(code).toBe(0)
    await vi.waitFor(() => expect(events.some(({ data }) => data.cause === id)).toBe(true), soon)
    expect(value(hue, 'LightService', 'brightness')).toBe(77)
    const levels = (await world().received()).filter(
      ({ device: name, cluster }) => name === 'hue' && cluster === 'genLevelCtrl',
    )
    expect(levels.at(-1)).toMatchObject({ command: 'moveToLevelWithOnOff', payload: { level: 77 } })
  })

  test('a sensor’s report changes the value', async () => {
    await world().report('weather', 'msTemperatureMeasurement', { measuredValue: 2290 })
    await vi.waitFor(() => expect(value(weather, 'TemperatureService', 'temperature')).toBe(22.9), soon)
    await world().report('weather', 'msTemperatureMeasurement', { measuredValue: 1805 })
    await vi.waitFor(() => expect(value(weather, 'TemperatureService', 'temperature')).toBe(18.05), soon)
  })

  test('a colour is set, and comes back as the colour that was wanted', async () => {
    const { id } = await set(hue, 'LightService', 'color', '#ff0000')
    await vi.waitFor(() => expect(events.some(({ data }) => data.cause === id)).toBe(true), soon)
    expect(value(hue, 'LightService', 'color')).toMatch(/^#ff[0-3]/)
  })

  test('a shutter goes to its position', async () => {
    const { id } = await set(blind, 'RollerShutterService', 'position', 25)
    await vi.waitFor(() => expect(events.some(({ data }) => data.cause === id)).toBe(true), soon)
    expect(
      (await world().received()).filter(({ cluster }) => cluster === 'closuresWindowCovering').at(-1),
    ).toMatchObject({
      command: 'goToLiftPercentage',
      payload: { percentageliftvalue: 75 },
    })
  })

  test('an order to a dead device ends as failed, with its reason, and the last value stays', async () => {
    await set(plug, 'SwitchService', 'state', 'ON')
    await vi.waitFor(() => expect(value(plug, 'SwitchService', 'state')).toBe('ON'), soon)
    await world().dead('plug', true)
    const { id, code } = await set(plug, 'SwitchService', 'state', 'OFF')
    expect(code).toBe(0)
    await vi.waitFor(() => {
      expect(
        events.find(({ event, data }) => event === 'order_ended' && data.request === id)?.data,
      ).toMatchObject({
        device_id: plug,
        property_name: 'state',
        code: 'NO_ACK',
        message: expect.stringContaining('MAC no ack'),
      })
    }, soon)
    expect(value(plug, 'SwitchService', 'state')).toBe('ON')
    await world().dead('plug', false)
  })

  test('an order through the discovery reaches the radio, and its state confirms the request', async () => {
    await vi.waitFor(() => expect(twin(hue)?.status).toBe(2), soon)
    const { id, code } = await discovered.handle(
      {
        id: randomUUID(),
        session: 's',
        command: 'set_service_property_value',
        params: {
          device_id: `zigbee2mqtt_${hue}`,
          service_name: 'LightService',
          property_name: 'brightness',
          property_value: 33,
        },
      },
      { userId: 'anna' },
    )
    expect(code).toBe(0)
    await vi.waitFor(() => expect(told.some(({ data }) => data.cause === id)).toBe(true), soon)
    expect(
      (await world().received())
        .filter(({ device: name, cluster }) => name === 'hue' && cluster === 'genLevelCtrl')
        .at(-1),
    ).toMatchObject({ payload: { level: 33 } })
  })

  test('the same devices come by its discovery for Home Assistant: equal models, and equal values', async () => {
    await vi.waitFor(() => {
      const twins = home.devices().map(({ id }) => twin(id))
      expect(twins.map((one) => [one?.class, one?.device_manufacturer, one?.status])).toEqual(
        home.devices().map((one) => [one.class, one.device_manufacturer, one.status]),
      )
    }, soon)
    await set(blind, 'RollerShutterService', 'position', 40)
    await world().report('weather', 'msTemperatureMeasurement', { measuredValue: 2110 })
    await vi.waitFor(() => {
      for (const [id, service, property, wanted] of [
        [weather, 'TemperatureService', 'temperature', 21.1],
        [hue, 'LightService', 'brightness', value(hue, 'LightService', 'brightness')],
        [blind, 'RollerShutterService', 'position', value(blind, 'RollerShutterService', 'position')],
      ] as const)
        expect(valueIn(twin(id), service, property), `${service}/${property}`).toBe(wanted)
    }, soon)
  })

  test('options of a device are what its model describes, and the bridge keeps them', async () => {
    const options = device(weather)
      ?.service_list.find(({ name }) => name === 'DeviceOptionsService')
      ?.property_list.find(({ name }) => name === 'options')
    expect(options?.fields).toMatchObject({
      temperature_precision: { kind: 'range' },
      retain: { kind: 'bool' },
    })
    const { id, code } = await set(weather, 'DeviceOptionsService', 'options', { temperature_precision: 1 })
    expect(code).toBe(0)
    await vi.waitFor(() => expect(events.some(({ data }) => data.cause === id)).toBe(true), soon)
    expect(value(weather, 'DeviceOptionsService', 'options')).toMatchObject({ temperature_precision: 1 })
    await world().report('weather', 'msTemperatureMeasurement', { measuredValue: 2044 })
    await vi.waitFor(() => expect(value(weather, 'TemperatureService', 'temperature')).toBe(20.4), soon)
  })

  test('a rule closes the blind when a sensor says that it is hot: the radio receives it, the blind’s report confirms it, and both say why', async () => {
    const position = { service_name: 'RollerShutterService', property_name: 'position' }
    await world().report('weather', 'msTemperatureMeasurement', { measuredValue: 2180 })
    await set(blind, position.service_name, position.property_name, 70)
    await vi.waitFor(() => {
      expect(value(weather, 'TemperatureService', 'temperature')).toBeLessThan(24)
      expect(value(blind, position.service_name, position.property_name)).toBe(70)
    }, soon)
    const rule = {
      id: 'shade',
      name: 'Shade',
      rule_logic: 'OR',
      active: true,
      event_triggers: [
        {
          id: 'hot',
          event_source: weather,
          service_name: 'TemperatureService',
          property_name: 'temperature',
          value: 28,
          compare_type: 'GT',
        },
      ],
      scenes: [
        { id: 'close', name: 'Close', devices: [{ id: blind, settings: [{ ...position, value: 0 }] }] },
      ],
    }
    expect(await ask('save_rule', { rule, base: 0 })).toMatchObject({ code: 0 })
    await world().report('weather', 'msTemperatureMeasurement', { measuredValue: 2950 })
    await vi.waitFor(async () => {
      expect(value(blind, position.service_name, position.property_name)).toBe(0)
      const { data } = await ask('get_rule_runs', { rule_id: 'shade' })
      expect(data).toMatchObject({
        runs: [
          {
            outcome: 'done',
            trigger: { type: 'DEVICE_TRIGGER', device_id: weather, wanted: 28, found: 29.5 },
            steps: [{ kind: 'device', device_id: blind, value: 0, outcome: 'confirmed' }],
          },
        ],
      })
    }, soon)
    expect(
      (await world().received()).filter(({ cluster }) => cluster === 'closuresWindowCovering').at(-1),
    ).toMatchObject({ command: 'goToLiftPercentage', payload: { percentageliftvalue: 100 } })
    const { data } = await ask('get_property_causes', { device_id: blind, ...position })
    const [last] = (data as { changes: unknown[] }).changes
    expect(last).toMatchObject({ value: 0, cause: { kind: 'rule', rule_id: 'shade' } })
    expect(await ask('delete_rule', { rule_id: 'shade' })).toMatchObject({ code: 0 })
  })

  // 2.4-098 2.4-099: what the page of the network shows, from a network that a real program mapped.
  test('the network is mapped by active test: ways, links and their signals, what passes on for whom, and what to say of it', async () => {
    const before = events.length
    expect(await ask('map_network', {})).toMatchObject({ code: 0 })
    await vi.waitFor(
      () =>
        expect(
          events.slice(before).findLast(({ event }) => event === 'network_map_changed')?.data,
        ).toMatchObject({ status: 'done' }),
      soon,
    )
    const { data } = await ask('get_network', {})
    const { nodes, total } = data as DataOf<'get_network'>
    expect(total).toBe(7)
    const now = Date.now()
    for (const { routeTimestamp = '' } of nodes) expect(now - Date.parse(routeTimestamp)).toBeLessThan(20_000)
    const network = networkOf(nodes, { now, expires: limits.limits.routeExpires.value * 1000 })
    const shown = [...network.values()].map(({ id, over, level, forwards, behind, expired }) => [
      id,
      { over, level, forwards, behind, expired },
    ])
    const near = { over: '', expired: false, forwards: true }
    const end = { expired: false, forwards: false, behind: 0 }
    expect(Object.fromEntries(shown)).toEqual({
      [hue]: { ...near, level: 3, behind: 1 },
      [plug]: { ...near, level: 2, behind: 2 },
      [unknown]: { ...near, level: 4, behind: 0 },
      [blind]: { ...end, over: plug, level: 2 },
      [weather]: { ...end, over: hue, level: 2 },
      [lock]: { ...end, over: plug, level: 3 },
      [thermostat]: { ...end, over: '', level: 1 },
    })
    expect(stagesOf(network, blind)).toEqual([
      { at: blind, level: 2 },
      { at: plug, level: 2 },
    ])
    const found = findingsOf(network, (networkRules as NetworkRules).findings, () => undefined)
    expect(found.map(({ node, rule }) => [node.id, rule.id])).toEqual([[thermostat, 'weak']])
    // Open pages are told of all of it, together.
    await vi.waitFor(
      () =>
        expect(
          events
            .slice(before)
            .filter(({ event }) => event === 'network_changed')
            .flatMap((event) => (event.data as Events['network_changed']).nodes),
        ).toEqual(expect.arrayContaining([expect.objectContaining({ NodeID: blind, route: [plug] })])),
      soon,
    )
  })

  test('a device is asked over the radio: one answers, one that is dead is silent, one that sleeps says that it sleeps', async () => {
    expect(await ask('ask_device', { device_id: unknown })).toMatchObject({
      code: 0,
      data: { outcome: 'answered', ms: expect.any(Number) },
    })
    await world().dead('unknown', true)
    expect(await ask('ask_device', { device_id: unknown })).toMatchObject({
      code: 0,
      data: { outcome: 'silent' },
    })
    await world().dead('unknown', false)
    expect(await ask('ask_device', { device_id: weather })).toMatchObject({
      code: 0,
      data: { outcome: 'asleep' },
    })
  })

  test('a device is renamed by the bridge and still obeys', async () => {
    expect(await ask('set_device_name', { device_id: unknown, name: 'Flur/Licht' })).toMatchObject({
      code: 0,
    })
    await vi.waitFor(() => expect(device(unknown)?.device_name).toBe('Flur/Licht'), soon)
    const { id } = await set(unknown, 'LightService', 'state', 'ON')
    await vi.waitFor(() => expect(events.some(({ data }) => data.cause === id)).toBe(true), soon)
  })

  test('a device that leaves is gone', async () => {
    await world().leave('thermostat')
    await vi.waitFor(() => expect(device(thermostat)).toBeUndefined(), soon)
  })

  test('nothing that the program said was unreadable', () => {
    expect(home.malformed()).toBe(0)
    // Its discovery has one template that would need a clock; it is told of whenever the program likes.
    expect(unread.filter((source) => !String(source).endsWith('/network_map/config'))).toEqual([])
  })
})
