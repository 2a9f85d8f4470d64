import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bridgedHome, session } from '../zigbee2mqtt-kit.ts'

const plug = '0x0017880100000002'
const home = async () => {
  const parts = await bridgedHome()
  await parts.play(34_000)
  parts.logged.length = 0
  return parts
}

describe('messages that cannot be read', () => {
  test.each([
    ['no JSON', plug, '{"state":'],
    ['no object', plug, '[1,2]'],
    ['a nest that nobody built', plug, `{"state":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['a megabyte', plug, JSON.stringify({ state: 'x'.repeat(1_000_000) })],
    ['a state that is none', plug, { state: { on: true } }],
    ['an availability that is none', `${plug}/availability`, { state: 'perhaps' }],
    ['devices that are no list', 'bridge/devices', { devices: [] }],
    ['a bridge that is neither online nor offline', 'bridge/state', { state: 'tired' }],
    ['an event without data', 'bridge/event', { type: 'device_announce' }],
    ['a log without a line', 'bridge/logging', { level: 'error' }],
    ['groups that are no list', 'bridge/groups', 'null'],
  ])('%s is counted, logged once a source, and changes nothing', async (_what, topic, payload) => {
    const { home: core, says, logged, events } = await home()
    const before = JSON.stringify(core.devices())
    const sent = events.length
    for (let again = 0; again < 3; again += 1) await says(topic, payload)
    expect(core.malformed()).toBe(3)
    expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(1)
    expect(JSON.stringify(core.devices())).toBe(before)
    expect(events).toHaveLength(sent)
  })

  test('a flood of one device is dropped and counted, its newest state and all others still arrive', async () => {
    const { home: core, mqtt, clock, logged, value } = await home()
    for (let at = 0; at <= 3000; at += 1) mqtt.say(`zigbee2mqtt/${plug}`, { power: at })
    mqtt.say('zigbee2mqtt/living/hue', { brightness: 7 })
    expect(value('0x0017880100000001', 'LightService/brightness')).toBe(7)
    expect(core.malformed()).toBeGreaterThan(2000)
    await clock.pass(1000)
    expect(value(plug, 'MeterService/power')).toBe(3000)
    expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })

  test('a broken entry of bridge/devices leaves the others', async () => {
    const { home: core, says } = await home()
    const [last] = session.filter(({ t, topic }) => t <= 34_000 && topic.endsWith('bridge/devices')).slice(-1)
    const list = JSON.parse(last?.payload ?? '[]')
    const wildcard = { ...list[2], ieee_address: '0x00000000000000ff', friendly_name: '#' }
    await says('bridge/devices', [null, 7, { ieee_address: 'x' }, wildcard, ...list])
    expect(core.devices()).toHaveLength(7)
    expect(core.malformed()).toBe(1)
  })

  test('exposes without sense are left out, and the rest of the device is there', async () => {
    const { home: core, says } = await home()
    await says('bridge/devices', [
      {
        ieee_address: '0x00000000000000aa',
        friendly_name: 'odd',
        type: 'Router',
        interview_state: 'SUCCESSFUL',
        definition: {
          vendor: 'Bosch',
          model: 'BSEN-C2',
          exposes: [
            null,
            { type: 'hologram', name: 'x', access: 7 },
            { type: 'numeric', access: 7 },
            { type: 'light', features: 'none' },
            { type: 'numeric', name: 'ntc status', property: 'ntc status', access: 1 },
            {
              type: 'numeric',
              name: 'level',
              property: 'level',
              access: 3,
              value_min: 0,
              value_max: 9,
              value_step: 0,
              presets: [
                { name: 'bad', value: [1] },
                { name: 'good', value: 4 },
              ],
            },
            { type: 'enum', name: 'speed', property: 'speed', access: 3, values: [1, 2, { no: 1 }] },
          ],
        },
      },
    ])
    const properties =
      core
        .devices()[0]
        // Interview and options are the bridge's own, whatever a device exposes.
        ?.service_list.filter(
          ({ name }) => !['CommandService', 'DeviceOptionsService', 'DiagnosticsService'].includes(name),
        )
        .flatMap(({ property_list }) => property_list) ?? []
    expect(properties.map(({ name }) => name).sort()).toEqual(['level', 'ntc status', 'speed'])
    expect(properties.find(({ name }) => name === 'level')?.presets).toEqual([{ value: 4, label: 'good' }])
    expect(properties.find(({ name }) => name === 'speed')?.options?.map(({ value }) => value)).toEqual([
      1, 2,
    ])
  })

  test('whatever a device says, the home stays up and its devices stay valid', async () => {
    const { home: core, says } = await home()
    const topics = [
      plug,
      `${plug}/availability`,
      'living/hue',
      'bridge/devices',
      'bridge/event',
      'bridge/logging',
      'bridge/info',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...topics),
        fc.oneof(fc.json(), fc.string()),
        async (topic, payload) => {
          await says(topic, payload)
          if (topic !== 'bridge/devices') expect(core.devices().length).toBe(7)
          else await says('bridge/devices', lastDevices)
        },
      ),
      { numRuns: 500 },
    )
    expect(
      await core.handle({ id: 'a'.repeat(32), session: 's', command: 'ping', params: {} }, { userId: 'a' }),
    ).toMatchObject({ code: 0 })
  })
})

const lastDevices =
  session.filter(({ t, topic }) => t <= 34_000 && topic.endsWith('bridge/devices')).at(-1)?.payload ?? '[]'
