import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HandBroker } from '../hand-broker.ts'
import { discoveredHome, withEntity } from '../homeassistant-kit.ts'
import { MemoryStore } from '../kit.ts'

type Recorded = { topic: string; payload: unknown; note?: string }
const fixture = (name: string): Recorded[] =>
  JSON.parse(readFileSync(`tests/fixtures/homeassistant/${name}.json`, 'utf8')) as Recorded[]

const sensor = (more: Record<string, unknown> = {}) => ({
  state_topic: 'a/state',
  unique_id: 'u',
  device: { identifiers: ['a'], name: 'A' },
  ...more,
})

describe('what announces itself', () => {
  test('short keys, single identifiers and several entities become one device', async () => {
    const { home, says, held } = await discoveredHome()
    for (const { topic, payload } of fixture('esphome')) await says(topic, payload, { retain: true })
    expect(home.devices()).toMatchObject([
      {
        id: 'a1b2c3d4e5f6',
        device_name: 'greenhouse',
        class: 'esp32dev',
        device_manufacturer: 'Espressif',
        status: 2,
      },
    ])
    const value = (path: string) => held(path, 'a1b2c3d4e5f6')?.value
    expect(value('TemperatureService/temperature')).toBe(21.5)
    expect(value('SwitchService/state')).toBe('OFF')
    expect(value('LightService/brightness')).toBe(128)
    expect(value('LightService/color')).toBe('#ff0000')
    expect(home.malformed()).toBe(0)
  })

  test('a device document announces its components, and takes single ones back', async () => {
    const { home, says, held } = await discoveredHome()
    const [whole, less, status, state, gone] = fixture('device-document') as [
      Recorded,
      Recorded,
      Recorded,
      Recorded,
      Recorded,
    ]
    await says(whole.topic, whole.payload)
    await says(status.topic, status.payload, { retain: true })
    await says(state.topic, state.payload)
    expect(home.devices()).toMatchObject([{ id: 'multi1', device_name: 'Kitchen', class: 'M-1', status: 2 }])
    expect(held('TemperatureService/temperature', 'multi1')?.value).toBe(21.2)
    expect(
      held('SwitchService/state', 'multi1') ?? held('ConfigurationService/relay', 'multi1'),
    ).toMatchObject({ value: 'ON' })
    expect(held('ModeService/mode', 'multi1')?.value).toBe('eco')
    await says(less.topic, less.payload)
    expect(held('ModeService/mode', 'multi1')).toBeUndefined()
    expect(held('TemperatureService/temperature', 'multi1')?.value).toBe(21.2)
    await says(gone.topic, gone.payload)
    expect(home.devices()).toEqual([])
  })

  test('an empty configuration takes an entity back, the last one its device, and gives up its topics', async () => {
    const { home, says, broker } = await discoveredHome()
    await says(
      'homeassistant/sensor/a/one/config',
      sensor({ value_template: '{{ value_json.temperature }}' }),
    )
    await says('homeassistant/sensor/a/two/config', sensor({ state_topic: 'b/state', unique_id: 'v' }))
    expect([...broker.filters]).toEqual(expect.arrayContaining(['a/state', 'b/state']))
    await says('homeassistant/sensor/a/two/config', '')
    expect(home.devices()[0]?.service_list).toHaveLength(1)
    expect(broker.filters.has('b/state')).toBe(false)
    await says('homeassistant/sensor/a/one/config', '')
    expect(home.devices()).toEqual([])
    expect(broker.filters.has('a/state')).toBe(false)
  })

  test.each([
    ['all', ['offline', 'online'], 5],
    ['all', ['online', 'online'], 2],
    ['any', ['offline', 'online'], 2],
    ['any', ['offline', 'offline'], 5],
    ['latest', ['online', 'offline'], 5],
    ['latest', ['offline', 'online'], 2],
    [undefined, ['offline', 'online'], 2],
  ])('availability %s of %j is status %d', async (availability_mode, said, status) => {
    const { home, says } = await discoveredHome()
    const availability = [{ topic: 'x' }, { t: 'y', val_tpl: '{{ value_json.state }}' }]
    await says('homeassistant/sensor/one/config', sensor({ availability_mode, avty: availability }))
    expect(home.devices()[0]?.status).toBe(1)
    await says('x', said[0])
    await says('y', { state: said[1] })
    expect(home.devices()[0]?.status).toBe(status)
  })

  test('what a topic has said counts for a device that is announced later, too', async () => {
    const { home, says } = await discoveredHome()
    await says(
      'homeassistant/sensor/one/config',
      sensor({ availability_topic: 'bridge', device_class: 'temperature' }),
    )
    await says('bridge', 'online', { retain: true })
    await says('a/state', '21')
    await says(
      'homeassistant/sensor/two/config',
      sensor({
        availability_topic: 'bridge',
        device_class: 'temperature',
        unique_id: 'v',
        device: { ids: ['b'] },
      }),
    )
    expect(home.devices().map(({ id, status }) => [id, status])).toEqual([
      ['a', 2],
      ['b', 2],
    ])
    const last = home.devices()[1]?.service_list[0]?.property_list[0]?.value
    expect(last).toBe(21)
  })

  test('a broker that stays away takes its devices offline; one that comes back in time does not', async () => {
    const { home, says, broker, clock } = await discoveredHome()
    await says('homeassistant/sensor/one/config', sensor({ availability_topic: 'x' }))
    await says('x', 'online')
    broker.connected(false)
    await clock.pass(9000)
    broker.connected(true)
    await clock.pass(20_000)
    expect(home.devices()[0]?.status).toBe(2)
    broker.connected(false)
    await clock.pass(11_000)
    expect(home.devices()[0]?.status).toBe(5)
    broker.connected(true)
    expect(home.devices()[0]?.status).toBe(2)
  })

  test('somebody new says so once, unless a Home Assistant on the same broker does', async () => {
    const alone = await discoveredHome()
    await alone.clock.pass(10_000)
    const births = ({ broker }: typeof alone) =>
      broker.published.filter(({ topic }) => topic === 'homeassistant/status')
    expect(births(alone)).toEqual([{ topic: 'homeassistant/status', payload: 'online', retain: false }])
    // What comes at first is taken in before: else the answers would be missed.
    const busy = await discoveredHome()
    for (let second = 0; second < 6; second += 1) {
      busy.broker.say(
        `homeassistant/sensor/${second}/config`,
        sensor({ state_topic: `s${second}`, unique_id: `${second}` }),
      )
      await busy.clock.pass(900)
    }
    expect(births(busy)).toEqual([])
    await busy.clock.pass(1000)
    expect(births(busy)).toHaveLength(1)
    const guest = await discoveredHome()
    await guest.says('homeassistant/status', 'online')
    await guest.clock.pass(10_000)
    expect(births(guest)).toEqual([])
    const quiet = await discoveredHome({ birth: false })
    await quiet.clock.pass(10_000)
    expect(births(quiet)).toEqual([])
  })

  test('a value that expires is unknown again, unless it is told in time', async () => {
    const { clock, says, at } = await withEntity('sensor', {
      state_topic: 's',
      expire_after: 60,
      unit_of_measurement: 'W',
      device_class: 'power',
    })
    await says('s', '5')
    await clock.pass(50_000)
    await says('s', '6')
    await clock.pass(50_000)
    expect(at('MeterService/power')?.value).toBe(6)
    await clock.pass(20_000)
    expect(at('MeterService/power')?.value).toBeNull()
  })

  test('ids, names and last values are the same after a restart, whatever came first', async () => {
    const store = new MemoryStore()
    const announce = async (home: Awaited<ReturnType<typeof discoveredHome>>, order: number[]) => {
      const configs = [
        sensor({ value_template: '{{ value_json.temperature }}', device: { ids: ['a b', 'a'], name: 'A' } }),
        sensor({
          value_template: '{{ value_json.humidity }}',
          unique_id: 'v',
          device: { ids: ['a b'], cns: [['mac', 'AA:BB']] },
        }),
      ]
      // As a broker gives what it retained: at once, in an order of its own.
      for (const at of order) home.broker.say(`homeassistant/sensor/a/${at}/config`, configs[at])
      await home.clock.pass(1000)
    }
    const first = await discoveredHome({ store })
    await announce(first, [0, 1])
    await first.says('a/state', { temperature: 20, humidity: 50 })
    const [before] = first.home.devices()
    await first.ask('set_device_name', { device_id: before?.id, name: 'Balcony' })
    await first.home.stop()
    const second = await discoveredHome({ store })
    await announce(second, [1, 0])
    const [after] = second.home.devices()
    expect(after?.id).toBe(before?.id)
    expect(after?.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(after?.device_name).toBe('Balcony')
    expect(second.value(after?.id ?? '', 'TemperatureService/temperature')).toBe(20)
  })

  test('last values stay also where the broker comes long after the start, and tells of half a device first', async () => {
    const store = new MemoryStore()
    const of = (name: string) =>
      sensor({ unique_id: name, value_template: `{{ value_json.${name} }}`, device_class: name })
    const first = await discoveredHome({ store })
    for (const name of ['temperature', 'humidity'])
      first.broker.say(`homeassistant/sensor/${name}/config`, of(name))
    await first.clock.pass(1000)
    await first.says('a/state', { temperature: 20, humidity: 50 })
    const [before] = first.home.devices()
    await first.home.stop()
    const broker = new HandBroker({ open: false })
    const second = await discoveredHome({ store, broker })
    await second.clock.pass(30_000)
    broker.connected(true)
    for (const name of ['temperature', 'humidity']) {
      broker.say(`homeassistant/sensor/${name}/config`, of(name))
      await second.clock.pass(500)
    }
    await second.clock.pass(1000)
    expect(second.value(before?.id ?? '', 'TemperatureService/temperature')).toBe(20)
    expect(second.value(before?.id ?? '', 'HumidityService/humidity')).toBe(50)
  })

  test('devices that another driver serves are left alone', async () => {
    const { home, says } = await discoveredHome({ ignore: ['zigbee2mqtt', 'tasmota'] })
    await says('homeassistant/sensor/one/config', sensor({ origin: { name: 'Zigbee2MQTT' } }))
    await says('homeassistant/sensor/two/config', sensor({ device: { ids: ['zigbee2mqtt_0x1'] } }))
    await says('homeassistant/sensor/three/config', sensor({ device: { ids: ['mine'] } }))
    expect(home.devices().map(({ id }) => id)).toEqual(['mine'])
  })

  test('taking a device out takes back what announced it', async () => {
    const { home, says, ask, broker } = await discoveredHome()
    await says('homeassistant/sensor/one/config', sensor())
    expect(await ask('force_remove_node', { device_id: 'a' })).toMatchObject({ code: 0 })
    expect(broker.published).toContainEqual({
      topic: 'homeassistant/sensor/one/config',
      payload: '',
      retain: true,
    })
    expect(home.devices()).toEqual([])
  })
})

describe('V-03 V-04 what announces itself and means harm', () => {
  test.each([
    ['no JSON', 'sensor/one', '{'],
    ['a list', 'sensor/one', '[]'],
    ['a nest that nobody built', 'sensor/one', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['a megabyte', 'sensor/one', JSON.stringify(sensor({ name: 'x'.repeat(1_000_000) }))],
    ['a state topic that listens to everybody', 'sensor/one', sensor({ state_topic: '#' })],
    ['a topic of the broker itself', 'sensor/one', sensor({ state_topic: '$SYS/x' })],
    ['a component that is none', 'teleporter/one', sensor()],
    [
      'a device of thousands',
      'device/one',
      {
        components: Object.fromEntries(Array.from({ length: 501 }, (_, at) => [at, { platform: 'sensor' }])),
      },
    ],
    ['a template that never ends', 'sensor/one', sensor({ value_template: '{% if 1 %}' })],
  ])(
    '%s: is counted, logged once, subscribes nothing of it and harms nobody else',
    async (_what, topic, payload) => {
      const { home, says, logged, broker, held } = await discoveredHome()
      await says(
        'homeassistant/sensor/good/config',
        sensor({
          state_topic: 'good',
          device: { ids: ['good'] },
          value_template: '{{ value_json.temperature }}',
        }),
      )
      for (let again = 0; again < 3; again += 1) await says(`homeassistant/${topic}/config`, payload)
      expect(home.malformed()).toBeGreaterThanOrEqual(3)
      expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(1)
      expect([...broker.filters].filter((filter) => /^[#$]/.test(filter))).toEqual([])
      await says('good', { temperature: 20 })
      expect(held('TemperatureService/temperature', 'good')?.value).toBe(20)
    },
  )

  test('a flood of one topic is dropped, counted and logged once; its newest value and all others still arrive', async () => {
    const { home, broker, clock, logged, says, held } = await discoveredHome()
    await says('homeassistant/sensor/one/config', sensor({ device_class: 'power', unit_of_measurement: 'W' }))
    await says(
      'homeassistant/sensor/two/config',
      sensor({
        state_topic: 'b',
        unique_id: 'v',
        device: { ids: ['b'] },
        device_class: 'power',
        unit_of_measurement: 'W',
      }),
    )
    for (let at = 0; at <= 5000; at += 1) broker.say('a/state', String(at))
    broker.say('b', '7')
    expect(held('MeterService/power', 'b')?.value).toBe(7)
    expect(home.malformed()).toBeGreaterThan(4000)
    await clock.pass(1000)
    expect(held('MeterService/power', 'a')?.value).toBe(5000)
    expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })

  test('names that every object inherits are names like others', async () => {
    const { home, says } = await discoveredHome()
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"state_topic":"s","unique_id":"__proto__","device":{"identifiers":["__proto__"],"__proto__":{"x":1}},"value_template":"{{ value_json.__proto__ }}"}',
    )
    await says('homeassistant/sensor/__proto__/config', hostile)
    await says('s', '{"__proto__":{"polluted":1}}')
    expect(home.devices().map(({ id }) => id)).toEqual(['__proto__'])
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('whatever announces itself and whatever it says, the home stays up', async () => {
    const { home, says } = await discoveredHome()
    const component = fc.constantFrom(
      'sensor',
      'light',
      'climate',
      'cover',
      'fan',
      'lock',
      'update',
      'event',
      'vacuum',
      'device',
      'siren',
    )
    const key = fc.constantFrom(
      'state_topic',
      'command_topic',
      'value_template',
      'schema',
      'options',
      'device',
      'availability',
      '~',
      'cmps',
      'brightness',
      'modes',
      'min_temp',
      'position_open',
      'supported_color_modes',
    )
    const worth = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('s', 'json', '{{ value_json.x }}', ['a'], { ids: ['a'] }),
    )
    await fc.assert(
      fc.asyncProperty(
        component,
        fc.dictionary(key, worth, { maxKeys: 8 }),
        fc.jsonValue(),
        async (kind, config, message) => {
          await says(`homeassistant/${kind}/x/config`, config)
          await says('s', message as object)
          await says(`homeassistant/${kind}/x/config`, '')
          expect(home.devices()).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a second Zigbee2MQTT below another topic is not the one that has a driver of its own', async () => {
    const home = await discoveredHome({ ignore: [{ owner: 'zigbee2mqtt', base: 'zigbee2mqtt' }] })
    const announce = (id: string, base: string) =>
      home.says(`homeassistant/switch/${id}/config`, {
        unique_id: id,
        state_topic: `${base}/plug`,
        command_topic: `${base}/plug/set`,
        origin: { name: 'Zigbee2MQTT' },
        device: { identifiers: [`zigbee2mqtt_${id}`], name: id },
      })
    await announce('upstairs', 'zigbee2mqtt')
    await announce('garage', 'zigbee2mqtt-garage')
    expect(home.home.devices().map(({ device_name }) => device_name)).toEqual(['garage'])
  })
})
