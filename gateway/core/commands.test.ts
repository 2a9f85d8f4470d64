import { describe, expect, test } from 'vitest'
import { HandDriver, homeWith, lamp } from '../../tests/gateway/kit.ts'
import { acts, ruleOf } from '../../tests/gateway/rules-kit.ts'
import type { NetworkDriver } from './network-driver.ts'

describe('delete_device', () => {
  test.each([
    [1, false],
    [2, false],
    [3, true],
    [5, true],
  ] as const)('asks a device of status %i to leave, or forces it out: %s', async (status, force) => {
    const asked: unknown[] = []
    const network: NetworkDriver = {
      serves: ['zigbee'],
      open: async () => {},
      close: async () => {},
      remove: async (...order) => void asked.push(order),
    }
    const driver = Object.assign(new HandDriver(), { network })
    const { ask, home } = await homeWith([lamp({ status })], { driver })
    expect(await ask('delete_device', { device_id: 'lamp' })).toMatchObject({ code: 0 })
    expect(asked).toEqual([['lamp', force]])
    expect(home.devices()).toEqual([])
  })

  test('of a device without a network is possible only when it cannot answer', async () => {
    const here = await homeWith([lamp({ status: 2 })])
    expect(await here.ask('delete_device', { device_id: 'lamp' })).toMatchObject({ code: 501 })
    const away = await homeWith([lamp({ status: 5 })])
    expect(await away.ask('delete_device', { device_id: 'lamp' })).toMatchObject({ code: 0 })
    expect(await away.ask('delete_device', { device_id: 'lamp' })).toMatchObject({ code: 404 })
  })
})

describe('send_default_command', () => {
  const send = async (payload: object) => {
    const { ask, driver } = await homeWith([lamp()])
    const { code } = await ask('send_default_command', { device_id: 'lamp', payload })
    return [code, driver.orders.map(({ service, property, value }) => [service, property, value])]
  }

  test('takes properties alone, or by their service', async () => {
    expect(await send({ brightness: 5 })).toEqual([0, [['LightService', 'brightness', 5]]])
    expect(await send({ LightService: { brightness: 5, state: 'ON' } })).toEqual([
      0,
      [
        ['LightService', 'brightness', 5],
        ['LightService', 'state', 'ON'],
      ],
    ])
  })

  test.each([null, 5, 'text', true, [1], []])(
    'a service with %j in it is none, and nothing is sent',
    async (value) => {
      expect(await send({ LightService: value })).toEqual([404, []])
      expect(await send({ brightness: 5, LightService: value })).toEqual([404, []])
    },
  )

  test('a colour has parts and is a property all the same', async () => {
    expect(await send({ color: { x: 0.3, y: 0.3 } })).toEqual([
      0,
      [['LightService', 'color', { x: 0.3, y: 0.3 }]],
    ])
  })
})

describe('what the gateway does as a machine', () => {
  const COMMANDS = [
    ['reboot', {}, 'reboot'],
    ['factory_reset', {}, 'factoryReset'],
    ['upgrade_firmware', { version: '4.2' }, 'upgrade'],
    ['cancel_firmware', {}, 'cancelUpgrade'],
    ['set_gateway_operation_mode', { mode: 2 }, 'setMode'],
  ] as const

  test.each(COMMANDS)('%s is done, and is impossible where it cannot be', async (command, params, part) => {
    const done: unknown[] = []
    const machine = { [part]: async (...given: unknown[]) => void done.push(...given, 'done') }
    const able = await homeWith([], { machine })
    expect(await able.ask(command, params)).toMatchObject({ code: 0, data: {} })
    expect(done.at(-1)).toBe('done')
    if (command === 'upgrade_firmware') expect(done[0]).toBe('4.2')
    if (command === 'set_gateway_operation_mode') expect(done[0]).toEqual({ mode: 2 })
    const unable = await homeWith([])
    expect(await unable.ask(command, params)).toMatchObject({ code: 501 })
  })

  test('a machine that fails says no more than that', async () => {
    const machine = {
      reboot: async () => {
        throw new Error('the button is stuck')
      },
    }
    const { ask, logged } = await homeWith([], { machine })
    expect(await ask('reboot')).toMatchObject({ code: 500, message: expect.not.stringContaining('button') })
    expect(logged).toHaveLength(1)
  })
})

describe('notifications of an action set', () => {
  const rule = ruleOf('r', {
    scenes: [acts('s', { notifications: [{ notification_id: 'n', type: 1, short_desc: 'One' }] as never })],
  })
  const update = async (params: object) => {
    const { ask, home } = await homeWith([], { rules: [rule] })
    const { code } = await ask('update_scene_notification', {
      scene_id: 's',
      type: 1,
      short_desc: 'Two',
      ...params,
    })
    const [set] = home.rules()[0]?.scenes ?? []
    return [code, set?.notifications?.map(({ short_desc }) => short_desc)]
  }

  test('are changed by their id, added without one, and not changed where there is none', async () => {
    expect(await update({ notification_id: 'n' })).toEqual([0, ['Two']])
    expect(await update({})).toEqual([0, ['One', 'Two']])
    expect(await update({ notification_id: 'x' })).toEqual([404, ['One']])
    expect(await update({ scene_id: 'x' })).toEqual([404, ['One']])
  })
})

describe('a rule that comes back', () => {
  test('is the version that was asked for, as a new version; one that never was is refused', async () => {
    const { ask, home } = await homeWith([], { rules: [ruleOf('r', { name: 'First' })] })
    await ask('update_rule_info', { rule_id: 'r', name: 'Second' })
    const restore = (version: number, id = 'r') => ask('restore_object', { kind: 'rule', id, version })
    expect([(await restore(99)).code, (await restore(1, 'x')).code]).toEqual([404, 404])
    expect(home.rules()[0]?.name).toBe('Second')
    expect((await restore(1)).code).toBe(0)
    expect(home.rules()[0]?.name).toBe('First')
    const { data } = await ask('get_object_history', { kind: 'rule', id: 'r' })
    expect(JSON.stringify(data)).toContain('"restored"')
  })
})
