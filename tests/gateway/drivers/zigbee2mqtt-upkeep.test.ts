import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { waysOf } from '#gateway/drivers/zigbee2mqtt/network-map.ts'
import { endsIn, lastReport } from '../kit.ts'
import { settle } from '../test-clock.ts'
import { bridgedHome, session } from '../zigbee2mqtt-kit.ts'

const hue = '0x0017880100000001'
const plug = '0x0017880100000002'
const blind = '0x0017880100000003'
const remote = '0x00158d00000000aa'

const [devices = '[]'] = session
  .filter(({ t, topic }) => t <= 34_000 && topic.endsWith('bridge/devices'))
  .map(({ payload }) => payload)
  .slice(-1)

/** The recorded home, whose entries may be changed, with what the bridge was asked. */
async function upkept(change: (entry: Record<string, unknown>) => object = () => ({})) {
  const parts = await bridgedHome()
  await parts.play(34_000)
  const entries = (JSON.parse(devices) as Record<string, unknown>[]).map((one) => ({
    ...one,
    ...change(one),
  }))
  await parts.says('bridge/devices', entries)
  const requests = () =>
    parts.mqtt.published.flatMap(({ topic, payload }) => {
      const [, request] = /^zigbee2mqtt\/bridge\/request\/(.+)$/.exec(topic) ?? []
      return request ? [{ request, body: JSON.parse(payload) as Record<string, unknown> }] : []
    })
  const asked = () => requests().at(-1)
  /** The bridge answers what it was asked last. */
  const answers = async (data: object, error?: string) => {
    const { request, body } = asked() ?? { request: '', body: { transaction: '' } }
    await parts.says(`bridge/response/${request}`, {
      data,
      status: error ? 'error' : 'ok',
      ...(error && { error }),
      transaction: body.transaction,
    })
  }
  return { ...parts, entries, requests, asked, answers }
}

const withDefinition = (more: object) => (entry: Record<string, unknown>) =>
  entry.ieee_address === hue ? { definition: { ...(entry.definition as object), ...more } } : {}

const options = [
  {
    type: 'binary',
    name: 'hue_native_control',
    property: 'hue_native_control',
    access: 2,
    value_on: true,
    value_off: false,
    label: 'Hue native control',
    description: 'Own protocol.',
  },
  { type: 'numeric', name: 'color_sync', property: 'color_sync', access: 2, value_min: 0, value_max: 3 },
]

describe('options of a device', () => {
  test('are a form that its model describes, with what is set at present', async () => {
    const { says, value, device } = await upkept(withDefinition({ options }))
    await says('bridge/info', {
      config: { devices: { [hue]: { friendly_name: 'living/hue', retain: true, color_sync: 2 } } },
    })
    const at = device(hue)?.service_list.find(({ name }) => name === 'DeviceOptionsService')?.property_list[0]
    expect(at).toMatchObject({
      type: 'object',
      category: 'config',
      fields: {
        hue_native_control: { kind: 'bool', label: 'Hue native control', description: 'Own protocol.' },
        color_sync: { kind: 'range', min: 0, max: 3 },
        retain: { kind: 'bool' },
        transition: { kind: 'range', unit: 's' },
      },
    })
    expect(value(hue, 'DeviceOptionsService/options')).toEqual({ retain: true, color_sync: 2 })
  })

  test('only a lamp is asked how slowly its light changes', async () => {
    const { device } = await upkept(withDefinition({ options, exposes: [] }))
    const at = device(hue)?.service_list.find(({ name }) => name === 'DeviceOptionsService')?.property_list[0]
    expect(Object.keys(at?.fields ?? {})).toContain('debounce')
    expect(Object.keys(at?.fields ?? {})).not.toContain('transition')
  })

  test('are set by the bridge; its answer confirms the order with what it has then', async () => {
    const { setOn, asked, answers, events, value } = await upkept(withDefinition({ options }))
    const { id, code } = await setOn(hue, 'DeviceOptionsService/options', { color_sync: 1 })
    expect(code).toBe(0)
    expect(asked()).toMatchObject({
      request: 'device/options',
      body: { id: hue, options: { color_sync: 1 } },
    })
    await answers({ id: hue, from: {}, to: { friendly_name: 'living/hue', color_sync: 1, retain: false } })
    expect(lastReport(events)?.data).toMatchObject({
      cause: id,
      property_value: { color_sync: 1, retain: false },
    })
    expect(value(hue, 'DeviceOptionsService/options')).toEqual({ color_sync: 1, retain: false })
  })

  test('that its model does not have are refused', async () => {
    const { setOn, requests } = await upkept(withDefinition({ options }))
    const before = requests().length
    expect((await setOn(hue, 'DeviceOptionsService/options', { shell: 'rm' })).code).toBe(400)
    expect((await setOn(hue, 'DeviceOptionsService/options', { color_sync: 9 })).code).toBe(400)
    expect(requests()).toHaveLength(before)
  })

  test.each([
    ['an error of the bridge', { error: 'Invalid value' }, 'REFUSED'],
    ['no answer', undefined, 'TIMEOUT'],
  ])('%s is told as a failure of the order', async (_what, said, code) => {
    const { setOn, answers, clock, events } = await upkept(withDefinition({ options }))
    const { id } = await setOn(hue, 'DeviceOptionsService/options', { color_sync: 1 })
    if (said) await answers({}, said.error)
    else await clock.pass(10_000)
    expect(endsIn(events)).toMatchObject([{ request: id, outcome: 'failed', code }])
  })
})

describe('firmware of a device', () => {
  test('state, progress and versions follow the device, an unknown version is none', async () => {
    const { says, value, events } = await upkept()
    await says('living/hue', {
      update: {
        state: 'updating',
        progress: 12.5,
        remaining: 840,
        installed_version: 16777224,
        latest_version: -1,
      },
    })
    const of = (name: string) => value(hue, `FirmwareService/${name}`)
    expect([of('update_state'), of('update_progress'), of('update_remaining')]).toEqual([
      'updating',
      12.5,
      840,
    ])
    expect([of('installed_version'), of('latest_version')]).toEqual(['16777224', null])
    expect(
      events.some(({ data }) => data.property_name === 'update_progress' && data.property_value === 12.5),
    ).toBe(true)
  })

  test('a check and an update are asked of the bridge; a refusal is told', async () => {
    const { setOn, asked, answers, events } = await upkept()
    expect((await setOn(hue, 'FirmwareService/check_update', 'check')).code).toBe(0)
    expect(asked()).toMatchObject({ request: 'device/ota_update/check', body: { id: hue } })
    await answers({ id: hue, update_available: false })
    const { id } = await setOn(hue, 'FirmwareService/install_update', 'install')
    expect(asked()).toMatchObject({ request: 'device/ota_update/update', body: { id: hue } })
    await answers({}, "Update of 'living/hue' failed (no image)")
    expect(endsIn(events).at(-1)).toMatchObject({ request: id, outcome: 'failed', code: 'REFUSED' })
  })

  test('an update may take hours, and one that sleeps can be scheduled', async () => {
    const { setOn, asked, clock, events } = await upkept()
    await setOn(hue, 'FirmwareService/install_update', 'install')
    await clock.pass(3 * 3_600_000)
    expect(endsIn(events)).toMatchObject([{ outcome: 'taken' }])
    await setOn(blind, 'FirmwareService/schedule_update', 'unschedule')
    expect(asked()).toMatchObject({ request: 'device/ota_update/unschedule', body: { id: blind } })
  })

  test('an update of its own accord looks first, and says when it has found something', async () => {
    const { bridge, asked, answers } = await upkept()
    const begun = vi.fn()
    const updated = bridge.update?.(hue, begun)
    expect(asked()).toMatchObject({ request: 'device/ota_update/check', body: { id: hue } })
    await answers({ id: hue, update_available: true })
    expect(begun).toHaveBeenCalledOnce()
    expect(asked()).toMatchObject({ request: 'device/ota_update/update', body: { id: hue } })
    await answers({ id: hue })
    await updated
    const none = bridge.update?.(hue, begun)
    await answers({ id: hue, update_available: false })
    await none
    expect(begun).toHaveBeenCalledOnce()
    expect(asked()).toMatchObject({ request: 'device/ota_update/check' })
  })

  test('what cannot be updated is not asked about', async () => {
    const { bridge, asked } = await upkept(withDefinition({ supports_ota: false }))
    const before = asked()
    await bridge.update?.(hue, () => expect.unreachable())
    expect(asked()).toEqual(before)
  })

  test('what cannot be updated has none', async () => {
    const { device } = await upkept(withDefinition({ supports_ota: false }))
    expect(device(hue)?.service_list.map(({ name }) => name)).not.toContain('FirmwareService')
  })
})

describe('interviews', () => {
  const failed = (entry: Record<string, unknown>) =>
    entry.ieee_address === hue ? { interview_state: 'FAILED' } : {}
  const tries = ({ requests }: Awaited<ReturnType<typeof upkept>>) =>
    requests().filter(({ request }) => request === 'device/interview').length

  test('one that failed is tried again, less and less often', async () => {
    const home = await upkept(failed)
    expect(home.device(hue)?.status).toBe(4)
    expect(home.value(hue, 'DiagnosticsService/interview_state')).toBe('FAILED')
    await home.clock.pass(30_000)
    expect(tries(home)).toBe(1)
    await home.clock.pass(5 * 60_000)
    expect(tries(home)).toBe(2)
    await home.clock.pass(30 * 60_000)
    expect(tries(home)).toBe(3)
    await home.clock.pass(24 * 3_600_000)
    expect(tries(home)).toBe(3)
  })

  test('a device that is heard is asked at once, but not with every word', async () => {
    const home = await upkept(failed)
    const hello = { type: 'device_announce', data: { ieee_address: hue, friendly_name: 'living/hue' } }
    await home.says('bridge/event', hello)
    await home.says('bridge/event', hello)
    expect(tries(home)).toBe(1)
    // That it failed again is no word of the device: else one would ask without end.
    await home.clock.pass(20_000)
    await home.answers({}, 'interview failed')
    await home.clock.pass(60_000)
    const before = tries(home)
    await home.says('bridge/event', {
      type: 'device_interview',
      data: { ieee_address: hue, status: 'failed' },
    })
    expect(tries(home)).toBe(before)
  })

  test('success ends it, and somebody can ask for another', async () => {
    const home = await upkept(failed)
    await home.says('bridge/devices', JSON.parse(devices))
    await home.clock.pass(3_600_000)
    expect(tries(home)).toBe(0)
    expect((await home.setOn(hue, 'CommandService/interview', 'interview')).code).toBe(0)
    expect(home.asked()).toMatchObject({ request: 'device/interview', body: { id: hue } })
    await home.setOn(hue, 'CommandService/configure', 'configure')
    expect(home.asked()).toMatchObject({ request: 'device/configure', body: { id: hue } })
  })
})

describe('bindings', () => {
  const bound = {
    ieee_address: remote,
    friendly_name: 'hall/remote',
    type: 'EndDevice',
    interview_state: 'SUCCESSFUL',
    power_source: 'Battery',
    definition: {
      vendor: 'IKEA',
      model: 'E1743',
      exposes: [{ type: 'enum', name: 'action', property: 'action', access: 1, values: ['on', 'off'] }],
    },
    endpoints: {
      1: {
        clusters: { input: ['genBasic'], output: ['genOnOff', 'genLevelCtrl', 'genOta'] },
        bindings: [{ cluster: 'genOnOff', target: { type: 'endpoint', ieee_address: hue, endpoint: 11 } }],
      },
    },
  }
  const withRemote = async () => {
    const home = await upkept()
    await home.says('bridge/groups', [
      { id: 5, friendly_name: 'kitchen', members: [{ ieee_address: hue, endpoint: 11 }] },
    ])
    await home.says('bridge/devices', [...home.entries, bound])
    return home
  }

  test('are listed by name, and can be made with what the device has to tell', async () => {
    const { value, device } = await withRemote()
    expect(value(remote, 'BindingService/bindings')).toEqual([
      { from_endpoint: '1', cluster: 'genOnOff', to: 'living/hue', to_endpoint: '11' },
    ])
    const bind = device(remote)
      ?.service_list.find(({ name }) => name === 'BindingService')
      ?.property_list.find(({ name }) => name === 'bind')
    const [to, clusters] = [bind?.fields?.to, bind?.fields?.clusters]
    expect(to?.options?.map(({ label }) => label)).toEqual(expect.arrayContaining(['living/hue', 'kitchen']))
    expect(clusters?.item?.options?.map(({ value: one }) => one)).toEqual(['genOnOff', 'genLevelCtrl'])
    expect(device(plug)?.service_list.map(({ name }) => name)).not.toContain('BindingService')
  })

  test('bind and unbind name the group by its number; what was not bound is a failure', async () => {
    const { setOn, asked, answers, events } = await withRemote()
    const { id, code } = await setOn(remote, 'BindingService/bind', {
      to: 'zigbee2mqtt-group-5',
      clusters: ['genOnOff'],
    })
    expect(code).toBe(0)
    expect(asked()).toMatchObject({
      request: 'device/bind',
      body: { from: remote, to: 5, clusters: ['genOnOff'] },
    })
    await answers({ from: remote, to: 'kitchen', clusters: [], failed: ['genOnOff'] })
    expect(endsIn(events).at(-1)).toMatchObject({ request: id, message: 'Not bound: genOnOff' })
    await setOn(remote, 'BindingService/unbind', { to: hue, clusters: ['genLevelCtrl'] })
    expect(asked()).toMatchObject({
      request: 'device/unbind',
      body: { from: remote, to: hue, clusters: ['genLevelCtrl'] },
    })
    expect(
      (await setOn(remote, 'BindingService/bind', { to: 'stranger', clusters: ['genOnOff'] })).code,
    ).toBe(400)
  })

  test('a name that changes elsewhere changes here', async () => {
    const { says, value, entries } = await withRemote()
    await says('bridge/devices', [
      ...entries.map((one) => ({ ...one, ...(one.ieee_address === hue && { friendly_name: 'attic' }) })),
      bound,
    ])
    expect(value(remote, 'BindingService/bindings')).toMatchObject([{ to: 'attic' }])
  })
})

describe('groups', () => {
  const kitchen = (...members: string[]) => [
    {
      id: 5,
      friendly_name: 'kitchen',
      members: members.map((ieee_address) => ({ ieee_address, endpoint: 1 })),
      scenes: [],
    },
  ]
  const group = 'zigbee2mqtt-group-5'
  const services = (home: Awaited<ReturnType<typeof upkept>>) =>
    home
      .device(group)
      ?.service_list.map(({ name, property_list }) => [name, property_list.map((one) => one.name)])

  test('a group is a device with what all its members can do', async () => {
    const home = await upkept()
    await home.says('bridge/groups', kitchen(hue))
    expect(home.device(group)).toMatchObject({
      device_name: 'kitchen',
      class: 'group',
      networkType: 'zigbee',
      status: 1,
    })
    expect(services(home)?.[0]?.[0]).toBe('LightService')
    await home.says('bridge/groups', kitchen(hue, plug))
    expect(services(home)).toEqual([
      ['SwitchService', ['state']],
      ['GroupService', ['members']],
    ])
    await home.says('bridge/groups', kitchen(hue, blind))
    expect(services(home)).toEqual([['GroupService', ['members']]])
  })

  test('it is told of, obeys, confirms, and goes offline like a device', async () => {
    const home = await upkept()
    await home.says('bridge/groups', kitchen(plug))
    await home.says('kitchen', { state: 'OFF' })
    expect(home.value(group, 'SwitchService/state')).toBe('OFF')
    const { id } = await home.setOn(group, 'SwitchService/state', 'ON')
    expect(home.mqtt.published.at(-1)).toEqual({
      topic: 'zigbee2mqtt/kitchen/set',
      payload: '{"state":"ON"}',
    })
    await home.says('kitchen', { state: 'ON' })
    expect(lastReport(home.events)?.data).toMatchObject({ cause: id })
    await home.says('kitchen/availability', { state: 'offline' })
    expect(home.device(group)?.status).toBe(5)
  })

  test('its members are set as a list: who comes is added, who goes is removed, one after another', async () => {
    const home = await upkept()
    await home.says('bridge/groups', kitchen(hue))
    expect(home.value(group, 'GroupService/members')).toEqual([hue])
    const { id } = await home.setOn(group, 'GroupService/members', [plug])
    expect(home.asked()).toMatchObject({ request: 'group/members/add', body: { group: '5', device: plug } })
    await home.answers({})
    expect(home.asked()).toMatchObject({ request: 'group/members/remove', body: { group: '5', device: hue } })
    await home.answers({})
    expect(lastReport(home.events)?.data).toMatchObject({ cause: id, property_value: [plug] })
  })

  test('it is renamed and removed as a group, and gone with the list', async () => {
    const home = await upkept()
    await home.says('bridge/groups', kitchen(hue))
    const renamed = home.ask('set_device_name', { device_id: group, name: 'Küche' })
    await settle()
    expect(home.asked()).toMatchObject({ request: 'group/rename', body: { from: 'kitchen', to: 'Küche' } })
    await home.answers({})
    expect(await renamed).toMatchObject({ code: 0 })
    const removed = home.ask('force_remove_node', { device_id: group })
    await settle()
    expect(home.asked()).toMatchObject({ request: 'group/remove', body: { id: '5', force: true } })
    await home.answers({ id: 5, force: true })
    expect(await removed).toMatchObject({ code: 0 })
    await home.says('bridge/groups', [])
    expect(home.device(group)).toBeUndefined()
    expect([...home.mqtt.subscribed].filter((topic) => /kitchen|Küche/.test(topic))).toEqual([])
  })

  test('it is made of devices of the network: named, filled one after another, and answered with its id', async () => {
    const home = await upkept()
    const made = home.ask('create_group', { name: ' Küche ', device_ids: [hue, plug] })
    await settle()
    expect(home.asked()).toMatchObject({ request: 'group/add', body: { friendly_name: 'Küche' } })
    await home.answers({ friendly_name: 'Küche', id: 5 })
    expect(home.asked()).toMatchObject({ request: 'group/members/add', body: { group: '5', device: hue } })
    await home.answers({})
    expect(home.asked()).toMatchObject({ request: 'group/members/add', body: { group: '5', device: plug } })
    await home.answers({})
    expect(await made).toMatchObject({ code: 0, data: { device_id: group } })
  })

  test('it is not made under a name that is taken, of strangers, or where the bridge refuses', async () => {
    const home = await upkept()
    const before = home.requests().length
    const { device_name: taken } = home.device(hue) ?? {}
    expect((await home.ask('create_group', { name: taken, device_ids: [hue] })).code).toBe(409)
    expect((await home.ask('create_group', { name: 'A', device_ids: ['nobody'] })).code).toBe(404)
    expect((await home.ask('create_group', { name: 'A', device_ids: [] })).code).toBe(400)
    expect(home.requests()).toHaveLength(before)
    const refused = home.ask('create_group', { name: 'A', device_ids: [hue] })
    await settle()
    await home.answers({}, 'no')
    expect((await refused).code).toBe(400)
  })

  test('groups that mean harm are counted and left out', async () => {
    const home = await upkept()
    await home.says('bridge/groups', [
      { id: 1, friendly_name: '#' },
      { id: -1, friendly_name: 'a' },
      { id: '2', friendly_name: 'b' },
      null,
      ...kitchen(hue),
    ])
    expect(home.home.devices().filter(({ class: kind }) => kind === 'group')).toHaveLength(1)
    expect(home.home.malformed()).toBe(1)
    expect([...home.mqtt.subscribed].filter((topic) => topic.includes('#'))).toEqual([])
  })
})

const map = JSON.parse(readFileSync('tests/fixtures/zigbee2mqtt/networkmap.json', 'utf8')) as {
  data: { value: object }
}

describe('the map of the network', () => {
  // 2.3-022 2.3-023 2.3-025
  test('is asked in the background, once a while; its ways are stored with their time', async () => {
    const home = await upkept()
    await home.clock.pass(10 * 60_000)
    const maps = () => home.requests().filter(({ request }) => request === 'networkmap')
    expect(maps()).toHaveLength(1)
    expect(maps()[0]?.body).toMatchObject({ type: 'raw', routes: true })
    await home.answers(map.data)
    expect(home.device(hue)).toMatchObject({
      route: [],
      lqiValue: 190,
      routeTimestamp: expect.stringMatching(/^2026-/),
    })
    expect(home.home.devices().every(({ route }) => route === undefined || Array.isArray(route))).toBe(true)
    await home.clock.pass(24 * 3_600_000)
    expect(maps()).toHaveLength(2)
  })

  test('is asked for when somebody wants it, once at a time, and told when it is there or is not', async () => {
    const home = await upkept()
    const told = () =>
      home.events.filter(({ event }) => event === 'network_map_changed').map(({ data }) => data)
    expect(await home.ask('map_network')).toMatchObject({ code: 0 })
    expect((await home.ask('map_network')).code).toBe(409)
    expect(told()).toEqual([{ status: 'running' }])
    await home.answers(map.data)
    expect(told().at(-1)).toEqual({ status: 'done', devices: expect.any(Number) })
    expect(home.device(hue)?.routeTimestamp).toMatch(/^2026-/)
    expect(await home.ask('map_network')).toMatchObject({ code: 0 })
    await home.answers({}, 'busy')
    expect(told().at(-1)).toEqual({ status: 'failed' })
  })

  test('one that does not come, or cannot be read, is said and tried another day', async () => {
    const home = await upkept()
    await home.clock.pass(10 * 60_000)
    await home.answers({ value: { nodes: 'none' } })
    expect(home.logged.filter(({ message }) => message === 'The network could not be mapped')).toHaveLength(1)
    await home.clock.pass(24 * 3_600_000 + 3_600_000)
    expect(home.logged.filter(({ message }) => message === 'The network could not be mapped')).toHaveLength(2)
  })

  test('ways are followed through routing tables, then from child to parent; loops and strangers have none', () => {
    const node = (ieeeAddr: string, networkAddress: number, type = 'Router') => ({
      ieeeAddr,
      networkAddress,
      type,
    })
    const link = (source: string, target: string, more: object = {}) => ({
      source: { ieeeAddr: source },
      target: { ieeeAddr: target },
      lqi: 100,
      relationship: 2,
      routes: [],
      ...more,
    })
    const reaches = (...addresses: number[]) => ({
      routes: addresses.map((destinationAddress) => ({ destinationAddress, status: 'ACTIVE' })),
    })
    const ways = waysOf({
      nodes: [
        node('0xc', 0, 'Coordinator'),
        node('0x1', 1),
        node('0x2', 2),
        node('0x3', 3, 'EndDevice'),
        node('0x4', 4, 'EndDevice'),
        node('0x5', 5),
      ],
      links: [
        link('0x1', '0xc', reaches(1, 2)),
        link('0x2', '0x1', reaches(2)),
        link('0x3', '0x2', { relationship: 1, lqi: 50 }),
        link('0x2', '0x1', { relationship: 1 }),
        link('0x4', '0x5', { relationship: 1 }),
        link('0x5', '0x4', { relationship: 1 }),
      ],
    })
    expect(ways).toEqual([
      { device: '0x1', route: [], lqi: 100 },
      { device: '0x2', route: ['0x1'], lqi: 100 },
      { device: '0x3', route: ['0x1', '0x2'], lqi: 50 },
    ])
  })

  test('whatever comes, it is ways or an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (nodes, links) => {
        const centre = { ieeeAddr: '0xc', type: 'Coordinator', networkAddress: 0 }
        for (const value of [nodes, { nodes, links }, { nodes: [centre, nodes], links }]) {
          try {
            for (const { route } of waysOf(value)) expect(route.length).toBeLessThan(31)
          } catch (error) {
            expect(error).toBeInstanceOf(Error)
          }
        }
      }),
    )
  })
})

test('a bridge with another base topic is the same bridge there', async () => {
  const home = await upkept()
  expect([...home.mqtt.subscribed].every((topic) => topic.startsWith('zigbee2mqtt/'))).toBe(true)
  const elsewhere = await bridgedHome({ base: 'my/house/zigbee' })
  for (const { t, topic, payload } of session)
    if (t <= 34_000) elsewhere.mqtt.say(topic.replace('zigbee2mqtt/', 'my/house/zigbee/'), payload)
  await settle()
  expect(elsewhere.home.devices().map(({ id }) => id)).toEqual(home.home.devices().map(({ id }) => id))
  await elsewhere.setOn(plug, 'SwitchService/state', 'ON')
  expect(elsewhere.mqtt.published.at(-1)?.topic).toBe(`my/house/zigbee/${plug}/set`)
})

test('Zigbee2MQTT restarts: its devices go offline and come back, and are asked how they are', async () => {
  const home = await upkept()
  await home.says('bridge/state', { state: 'offline' })
  expect(home.home.devices().map(({ status }) => status)).toEqual([5, 5, 5, 5, 5, 5, 5])
  home.mqtt.published.length = 0
  await home.says('bridge/state', { state: 'online' })
  expect(home.device(plug)?.status).toBe(2)
  await home.clock.pass(5000)
  expect(home.mqtt.published.some(({ topic }) => topic === `zigbee2mqtt/${plug}/get`)).toBe(true)
})

describe("the bridge's own backup", () => {
  const zip = Buffer.from('PK\u0003\u0004 what the bridge has packed').toString('base64')

  test('is asked for by the server alone, and handed on as the bridge has packed it', async () => {
    const home = await upkept()
    expect(await home.ask('get_backup')).toMatchObject({ data: { radios: ['zigbee2mqtt'] } })
    const asked = home.ask('get_radio_backup')
    await vi.waitFor(() => expect(home.asked()?.request).toBe('backup'))
    await home.answers({ zip })
    expect(await asked).toMatchObject({ code: 0, data: { radios: [{ name: 'zigbee2mqtt', zip }] } })
  })

  test.each([
    ['is no zip', { zip: Buffer.from('<html>').toString('base64') }],
    ['is no text', { zip: { length: 4 } }],
    ['is not written in base64', { zip: `${zip}%%%` }],
    ['is larger than any home', { zip: `UEsDB${'A'.repeat(700_000)}` }],
    ['is missing', {}],
  ])('what %s is refused', async (_what, data) => {
    const home = await upkept()
    const asked = home.ask('get_radio_backup')
    await vi.waitFor(() => expect(home.asked()?.request).toBe('backup'))
    await home.answers(data)
    expect((await asked).code).not.toBe(0)
  })

  test('a bridge that refuses, or is not there, gives none', async () => {
    const home = await upkept()
    const asked = home.ask('get_radio_backup')
    await vi.waitFor(() => expect(home.asked()?.request).toBe('backup'))
    await home.answers({}, 'busy')
    expect((await asked).code).not.toBe(0)
    await home.says('bridge/state', { state: 'offline' })
    expect((await home.ask('get_radio_backup')).code).not.toBe(0)
  })
})
