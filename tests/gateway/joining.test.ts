import { describe, expect, test } from 'vitest'
import type { NetworkWish } from '#gateway/core/network-driver.ts'
import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import type { Newcomers } from '#gateway/drivers/virtual/newcomers.ts'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import { ajvWithSchemas } from '../../scripts/gen/validators.ts'
import { HandDriver, homeWith, lamp, MemoryStore } from './kit.ts'
import { settle } from './test-clock.ts'

/** A radio in the test's hand. */
class Radio extends HandDriver {
  readonly wishes: NetworkWish[] = []
  closed = 0
  onRemove: (device: string, force: boolean) => void = () => {}
  readonly network = {
    serves: ['zigbee', 'zwave'] as const,
    open: async (wish: NetworkWish): Promise<void> => void this.wishes.push(wish),
    close: async (): Promise<void> => {
      this.closed += 1
    },
    remove: async (device: string, force: boolean): Promise<void> => this.onRemove(device, force),
  }
}

const newcomers: Newcomers = {
  make: ({ id, model, network, name }) =>
    model === 'GONE'
      ? undefined
      : lamp({ id, device_name: name ?? 'Lamp', class: model, networkType: network }),
  models: () => ['LGT200', 'PLG100'],
}

async function radioHome(...devices: Parameters<typeof homeWith>[0]) {
  const driver = new Radio()
  return { ...(await homeWith(devices, { driver })), driver }
}

async function virtualHome(options: Parameters<typeof homeWith>[1] = {}) {
  const driver = createVirtualDriver({
    devices: [{ device: lamp({ id: 'plan', networkType: 'zwave' }) }],
    newcomers,
    pace: 0,
  })
  return await homeWith([], { ...options, drivers: [driver] })
}

const named = (events: readonly { event: string; data: Record<string, unknown> }[], event: string) =>
  events.filter((one) => one.event === event).map(({ data }) => data)

describe('a network that opens', () => {
  // 2.7-034 2.7-038 2.4-049
  test('open_network opens it for inclusion and says how long; network_timeout tells what is left', async () => {
    const { ask, driver, clock, events } = await radioHome()
    expect(await ask('open_network', { type: 'inclusion', network: 'zigbee' })).toMatchObject({
      code: 0,
      data: { timeout: 180, remaining: 180 },
    })
    expect(driver.wishes).toMatchObject([
      { type: 'inclusion', network: 'zigbee', seconds: 180, expected: [] },
    ])
    await clock.pass(60_000)
    expect((await ask('network_timeout')).data).toEqual({
      state: 'open',
      type: 'inclusion',
      network: 'zigbee',
      timeout: 180,
      remaining: 120,
      serves: ['zigbee', 'zwave'],
      mapping: false,
      replacing: false,
      devices: [],
    })
    expect(named(events, 'network_state_changed')).toMatchObject([{ state: 'open', remaining: 180 }])
  })

  // 2.7-035 2.4-051
  test('close_network closes it: closing first, then closed, and only then another one opens', async () => {
    const { ask, driver, events } = await radioHome()
    await ask('open_network', { type: 'inclusion', network: 'zigbee' })
    expect(await ask('open_network', { type: 'inclusion', network: 'zwave' })).toMatchObject({ code: 409 })
    await ask('close_network')
    await settle()
    expect(driver.closed).toBe(1)
    expect(named(events, 'network_state_changed').map(({ state }) => state)).toEqual([
      'open',
      'closing',
      'closed',
    ])
    expect(await ask('open_network', { type: 'inclusion', network: 'zwave' })).toMatchObject({ code: 0 })
  })

  test('it closes by itself when its time is over', async () => {
    const { ask, clock, driver, events } = await radioHome()
    await ask('open_network', { type: 'inclusion', network: 'zigbee' })
    await clock.pass(180_000)
    expect(driver.closed).toBe(1)
    expect(named(events, 'network_state_changed').at(-1)).toMatchObject({
      state: 'closed',
      reason: 'timeout',
    })
  })

  test('a network that the gateway lacks, and one that does not open, are refused and block nothing', async () => {
    const { ask, driver } = await radioHome()
    expect(await ask('open_network', { type: 'inclusion', network: 'ip' })).toMatchObject({ code: 501 })
    driver.network.open = async () => {
      throw new Error('the stick is gone')
    }
    expect(await ask('open_network', { type: 'inclusion', network: 'zigbee' })).toMatchObject({ code: 500 })
    expect((await ask('network_timeout')).data).toMatchObject({ state: 'closed' })
  })

  // 2.7-036 2.7-037
  test('it opens and closes for exclusion as well', async () => {
    const { ask, driver } = await radioHome()
    expect(await ask('open_network', { type: 'exclusion', network: 'zwave' })).toMatchObject({ code: 0 })
    expect(driver.wishes.at(-1)).toMatchObject({ type: 'exclusion' })
    expect((await ask('network_timeout')).data).toMatchObject({ state: 'open' })
    expect(await ask('close_network')).toMatchObject({ code: 0 })
    expect((await ask('network_timeout')).data).toMatchObject({ state: 'closed' })
  })
})

describe('virtual devices that join', () => {
  // 2.4-052 2.4-054
  test('L-08 several at once: each is found, set up and added, and is there after a power failure', async () => {
    const store = new MemoryStore()
    const { ask, clock, events, home } = await virtualHome({ store })
    await ask('open_network', { type: 'inclusion', network: 'zigbee' })
    await clock.pass(20_000)
    const joined = named(events, 'device_added').map(({ device_id }) => device_id)
    expect(joined.slice(1)).toHaveLength(2)
    expect(named(events, 'adding_device_in_progress').map(({ status }) => status)).toEqual(
      expect.arrayContaining(['found', 'interviewing']),
    )
    const again = await virtualHome({ store })
    expect(again.home.devices().map(({ id }) => id)).toEqual(home.devices().map(({ id }) => id))
  })

  test('the model that is expected is the one that joins', async () => {
    const { ask, clock, home } = await virtualHome()
    await ask('open_network', { type: 'inclusion', network: 'zwave', model: 'PLG100' })
    await clock.pass(20_000)
    expect(home.devices().map((one) => [one.class, one.networkType])).toEqual([
      ['TEST', 'zwave'],
      ['PLG100', 'zwave'],
    ])
  })

  // 2.4-053 2.4-055 2.8-001
  test.each([
    ['00000000b007', ['adding_device_in_progress', 'device_added'], { status: 'rebooting' }],
    ['00000000fa11', ['event_adding_device_failed'], { code: 'INTERVIEW_FAILED' }],
    ['000000000705', ['event_adding_device_failed'], { code: '705', message: 'Device already exists' }],
  ])('what stands on it decides in the demo: %s leads to %j', async (id, wanted, facts) => {
    const { ask, clock, events } = await virtualHome()
    await ask('open_network', { type: 'inclusion', network: 'wise', model: 'LGT200', id })
    await clock.pass(30_000)
    for (const event of wanted) expect(named(events, event)).not.toEqual([])
    expect(events.map(({ data }) => data)).toContainEqual(expect.objectContaining({ address: id, ...facts }))
    expect((await ask('network_timeout')).data).toMatchObject({ state: 'closed' })
  })

  test('what is not known is refused at once, and so is what is there already', async () => {
    const { ask, clock } = await virtualHome()
    const open = (id: string) =>
      ask('open_network', { type: 'inclusion', network: 'wise', model: 'LGT200', id })
    expect(await open('000000000bad')).toMatchObject({ code: 404 })
    expect(await open('0123456789ab')).toMatchObject({ code: 0 })
    await clock.pass(20_000)
    expect(await open('0123456789ab')).toMatchObject({ code: 705, message: 'Device already exists' })
  })

  test('one that never shows up lets the time run out', async () => {
    const { ask, clock, events } = await virtualHome()
    await ask('open_network', { type: 'inclusion', network: 'wise', model: 'LGT200', id: '00000000dead' })
    await clock.pass(181_000)
    expect(named(events, 'pairing_progress').at(-1)).toEqual({
      address: '00000000dead',
      status: 'failed',
      code: 'TIMEOUT',
    })
    expect(named(events, 'network_state_changed').at(-1)).toMatchObject({
      state: 'closed',
      reason: 'timeout',
    })
  })

  test('many that are expected fare each for itself; what was cancelled does not join later', async () => {
    const { ask, clock, events, home } = await virtualHome()
    const devices = [
      { id: '0000000000a1', name: 'Ventil Nord', type: 'PLG100' },
      { id: '000000000bad' },
      { id: '00000000dead' },
    ]
    expect(await ask('pair_devices', { network: 'wise', devices })).toMatchObject({ code: 0 })
    await clock.pass(20_000)
    await ask('cancel_pairing')
    await clock.pass(200_000)
    const last = new Map(named(events, 'pairing_progress').map((data) => [data.address, data]))
    expect([...last.values()]).toMatchObject([
      { address: '0000000000a1', status: 'added', device_id: '0000000000a1' },
      { address: '000000000bad', status: 'failed', code: 'NOT_KNOWN' },
      { address: '00000000dead', status: 'cancelled' },
    ])
    expect(home.devices().find(({ id }) => id === '0000000000a1')?.device_name).toBe('Ventil Nord')
  })

  test('whoever was away meanwhile is told how each fares', async () => {
    const { ask, clock } = await virtualHome()
    const devices = [{ id: '0000000000a1', type: 'PLG100' }, { id: '00000000fa11' }, { id: '00000000dead' }]
    await ask('pair_devices', { network: 'wise', devices })
    await clock.pass(20_000)
    expect((await ask('network_timeout')).data).toMatchObject({
      state: 'open',
      devices: [
        { address: '0000000000a1', status: 'added', device_id: '0000000000a1' },
        { address: '00000000fa11', status: 'failed', code: 'INTERVIEW_FAILED' },
        { address: '00000000dead', status: 'waiting' },
      ],
    })
  })

  test.each([
    ['all have come', ['0000000000a1'], 'complete'],
    ['one has failed', ['0000000000a1', '00000000fa11'], 'incomplete'],
    ['the only one has failed', ['00000000fa11'], 'incomplete'],
  ])('nothing more is expected: when %s, it closes and says just that', async (_what, ids, reason) => {
    const { ask, clock, events } = await virtualHome()
    await ask('pair_devices', { network: 'wise', devices: ids.map((id) => ({ id, type: 'PLG100' })) })
    await clock.pass(30_000)
    expect(named(events, 'network_state_changed').at(-1)).toMatchObject({ state: 'closed', reason })
  })

  test('closing waits for what was found already', async () => {
    const { ask, clock, events } = await virtualHome()
    await ask('open_network', { type: 'inclusion', network: 'zigbee', model: 'LGT200' })
    while (named(events, 'adding_device_in_progress').length === 0) await clock.pass(100)
    await ask('close_network')
    await settle()
    expect((await ask('network_timeout')).data).toMatchObject({ state: 'closing', remaining: 0 })
    await clock.pass(10_000)
    expect(named(events, 'device_added')).toHaveLength(2)
    expect((await ask('network_timeout')).data).toMatchObject({ state: 'closed' })
  })
})

describe('devices that leave', () => {
  // 2.7-041 2.4-056
  test('open_exclusion opens the network for one device; when it has left, the network closes', async () => {
    const { ask, clock, events, home } = await virtualHome()
    expect(await ask('open_exclusion', { device_id: 'plan' })).toMatchObject({
      code: 0,
      data: { timeout: 180 },
    })
    await clock.pass(10_000)
    expect(named(events, 'device_removed')).toEqual([{ device_id: 'plan' }])
    expect(named(events, 'network_state_changed').at(-1)).toMatchObject({
      state: 'closed',
      reason: 'complete',
    })
    expect(home.devices()).toEqual([])
  })

  // 2.7-039 2.7-040 2.7-056
  test.each(['remove_failed_node', 'force_remove_node', 'delete_device'])(
    '%s removes a device, for good',
    async (command) => {
      const store = new MemoryStore()
      const { ask, events } = await virtualHome({ store })
      expect(await ask(command, { device_id: 'plan' })).toMatchObject({ code: 0 })
      expect(named(events, 'device_removed')).toEqual([{ device_id: 'plan' }])
      expect((await virtualHome({ store })).home.devices()).toEqual([])
    },
  )

  test('one that does not answer stays until it is removed by force', async () => {
    const { ask, driver, home } = await radioHome(lamp())
    driver.onRemove = (_device, force) => {
      if (!force) throw new Error('no ack')
    }
    expect((await ask('remove_failed_node', { device_id: 'lamp' })).code).not.toBe(0)
    expect(home.devices()).toHaveLength(1)
    expect(await ask('force_remove_node', { device_id: 'lamp' })).toMatchObject({ code: 0 })
    expect(home.devices()).toEqual([])
  })

  // 2.5-055 2.5-056 3.6-068 3.6-069
  test('the configuration may keep devices from being excluded or replaced', async () => {
    const driver = new Radio()
    const { ask, home } = await homeWith([lamp(), lamp({ id: 'second' })], { driver, may: () => false })
    for (const command of ['open_exclusion', 'remove_failed_node', 'force_remove_node', 'replace_device'])
      expect(await ask(command, { device_id: 'lamp' })).toMatchObject({ code: 403 })
    expect(await ask('apply_replacement', { device_id: 'lamp', new_device_id: 'second' })).toMatchObject({
      code: 403,
    })
    expect(home.devices()).toHaveLength(2)
  })

  test('a removal that could not be stored is not acknowledged', async () => {
    const { ask, store, home } = await radioHome(lamp())
    store.broken = true
    expect((await ask('force_remove_node', { device_id: 'lamp' })).code).not.toBe(0)
    expect(home.devices()).toHaveLength(1)
  })
})

// Z-08
const pair = { device_id: 'lamp', new_device_id: 'next' }
const key = { device_id: 'lamp', device_type: 1, command: 1 }
test.each<[string, object]>([
  ['open_network', { type: 'inclusion', network: 'zigbee' }],
  ['close_network', {}],
  ['open_exclusion', { device_id: 'lamp' }],
  ['remove_failed_node', { device_id: 'lamp' }],
  ['force_remove_node', { device_id: 'lamp' }],
  ['delete_device', { device_id: 'lamp' }],
  ['replace_device', { device_id: 'lamp' }],
  ['apply_replacement', pair],
  ['undo_replacement', { device_id: 'next' }],
  ['pair_devices', { network: 'zigbee', devices: [{ id: 'a1' }] }],
  ['cancel_pairing', {}],
  ['create_group', { name: 'A', device_ids: ['lamp'] }],
  ['map_network', {}],
  ['set_infrared_code', { ...key, code: 'x' }],
  ['remove_infrared_code', key],
])('Z-08 %s is refused by the state of the gateway, whatever a client says', async (command, params) => {
  const driver = new Radio()
  const { ask } = await homeWith([lamp()], {
    driver,
    conditions: () => ({ code: -1, message: 'Privileged mode is active' }),
  })
  expect(await ask(command, params)).toMatchObject({ code: -1, message: 'Privileged mode is active' })
  expect(driver.wishes).toEqual([])
})

describe('what the channel describes', () => {
  const ajv = ajvWithSchemas()
  const messages: Record<string, { payload: object } | undefined> = asyncapi.components.messages
  const fits = (message: string, data: unknown): string => {
    const schema = { ...messages[message]?.payload, $id: `channel/${message}_${Math.random()}.json` }
    return ajv.validate(schema, data) ? '' : `${message}: ${ajv.errorsText()}`
  }

  test('every answer and every event of joining, leaving and replacing is as described', async () => {
    const { ask, clock, events } = await virtualHome()
    const done: [string, object][] = []
    const answered = async (command: string, params: object = {}): Promise<void> => {
      const { code, data } = await ask(command, params)
      expect([command, code]).toEqual([command, 0])
      done.push([`${command}_answer`, data as object])
    }
    await answered('pair_devices', {
      network: 'wise',
      devices: [
        { id: '0000000000a1', name: 'A', type: 'PLG100' },
        { id: '00000000b007' },
        { id: '00000000fa11' },
      ],
    })
    await clock.pass(30_000)
    await answered('network_timeout')
    await answered('open_network', { type: 'inclusion', network: 'zigbee' })
    await answered('close_network')
    await clock.pass(30_000)
    await answered('cancel_pairing')
    const pair = { device_id: 'plan', new_device_id: '0000000000a1' }
    await answered('replace_device', pair)
    await answered('plan_replacement', pair)
    await answered('apply_replacement', pair)
    await answered('undo_replacement', { device_id: '0000000000a1' })
    await answered('remove_failed_node', { device_id: '0000000000a1' })
    await answered('force_remove_node', { device_id: '00000000b007' })
    await answered('open_exclusion', { device_id: 'plan' })
    await clock.pass(30_000)
    const told = events.flatMap(({ event, data }) => (event in messages ? [[event, data] as const] : []))
    expect([...new Set(told.map(([event]) => event))]).toEqual(
      expect.arrayContaining([
        'network_state_changed',
        'adding_device_in_progress',
        'event_adding_device_failed',
        'pairing_progress',
        'device_replacement',
        'device_added',
        'device_removed',
      ]),
    )
    expect([...done, ...told].map(([message, data]) => fits(message, data)).filter(Boolean)).toEqual([])
  })
})
