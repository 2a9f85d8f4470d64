import { describe, expect, test } from 'vitest'
import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import { deviceWith, homeWith, lamp } from './kit.ts'
import { bridgedHome } from './zigbee2mqtt-kit.ts'

const plug = '0x0017880100000002'
const switchable = deviceWith({
  SwitchService: {
    state: { kind: 'bool', access: ['read', 'write'], on: 'ON', off: 'OFF', toggle: 'TOGGLE' },
  },
  CommandService: { key: { kind: 'option', access: ['write'], options: [{ value: 'a' }, { value: 'b' }] } },
})

describe('orders to one property', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'of a virtual device end with the last click, double click %i',
    async (seed) => {
      const driver = createVirtualDriver({ devices: [{ device: switchable }], seed, pace: 0 })
      const { set, clock, held, events } = await homeWith([], { drivers: [driver] })
      const told = () =>
        events
          .filter(({ event, data }) => event.endsWith('_property_changed') && data.property_name === 'state')
          .map(({ data }) => data.property_value)
      await set('SwitchService/state', 'OFF')
      await clock.pass(2000)
      const before = told().length
      const clicks = []
      for (const wanted of ['ON', 'OFF', 'ON', 'OFF']) {
        clicks.push(set('SwitchService/state', wanted))
        await clock.pass(80)
      }
      await clock.pass(5000)
      const answers = await Promise.all(clicks)
      expect(answers.at(-1)).toMatchObject({ code: 0 })
      expect(held('SwitchService/state')?.value).toBe('OFF')
      // The first is carried out, the last too; what was replaced between them is neither sent nor told of by the device.
      const dropped = answers.filter(({ code }) => code === 410)
      expect(dropped.length).toBeGreaterThan(0)
      expect(told().slice(before)).toHaveLength(4 - dropped.length)
      for (const { message } of dropped) expect(message).toContain('newer order')
    },
  )

  test('of a driver alone are carried out in their order, however long each takes', async () => {
    const driver = createVirtualDriver({ devices: [{ device: switchable }], seed: 3, pace: 0 })
    const { clock, held } = await homeWith([], { drivers: [driver] })
    const at = { device: 'lamp', service: 'SwitchService', property: 'state' }
    for (let round = 0; round < 40; round += 1) {
      await driver.set({ id: `${round}-on`, ...at, value: 'ON' })
      await clock.pass(10)
      await driver.set({ id: `${round}-off`, ...at, value: 'OFF' })
      await clock.pass(1000)
      expect(held('SwitchService/state')?.value).toBe('OFF')
    }
  })

  test('of Zigbee2MQTT are sent when the one before is answered, and only the newest of those that wait', async () => {
    const { setOn, says, play, mqtt, clock, value } = await bridgedHome()
    await play(34_000)
    await clock.pass(10_000)
    mqtt.published.length = 0
    const sent = () => mqtt.published.map(({ payload }) => JSON.parse(payload) as unknown)
    const clicks = ['ON', 'OFF', 'ON', 'OFF'].map((wanted) => setOn(plug, 'SwitchService/state', wanted))
    await clock.pass(50)
    expect(sent()).toEqual([{ state: 'ON' }])
    await says(plug, { state: 'ON' })
    await clock.pass(50)
    expect(sent()).toEqual([{ state: 'ON' }, { state: 'OFF' }])
    await says(plug, { state: 'OFF' })
    await clock.pass(50)
    expect((await Promise.all(clicks)).map(({ code }) => code)).toEqual([0, 410, 410, 0])
    expect(value(plug, 'SwitchService/state')).toBe('OFF')
  })

  test('wait a second for a device that says nothing, and no longer', async () => {
    const { set, driver, clock } = await homeWith([lamp()])
    const first = set('LightService/brightness', 10)
    const second = set('LightService/brightness', 20)
    await clock.pass(900)
    expect(driver.orders.map(({ value }) => value)).toEqual([10])
    await clock.pass(200)
    expect(driver.orders.map(({ value }) => value)).toEqual([10, 20])
    expect(await Promise.all([first, second])).toMatchObject([{ code: 0 }, { code: 0 }])
  })

  test('wait for none that the driver refused', async () => {
    const { set, driver, clock } = await homeWith([lamp()])
    driver.onSet = async ({ value }) => {
      if (value === 10) throw new Error('radio')
    }
    const first = set('LightService/brightness', 10)
    const second = set('LightService/brightness', 20)
    await clock.pass(1)
    expect(await Promise.all([first, second])).toMatchObject([{ code: 500 }, { code: 0 }])
  })

  test('that count each time are all sent: toggles, and keys that nothing is read back from', async () => {
    const { set, driver, clock } = await homeWith([switchable])
    const toggles = [1, 2, 3].map(() => set('SwitchService/state', 'TOGGLE'))
    const keys = ['a', 'b', 'a', 'a'].map((key) => set('CommandService/key', key))
    await clock.pass(4000)
    for (const { code } of await Promise.all([...toggles, ...keys])) expect(code).toBe(0)
    const sent = (property: string) =>
      driver.orders.filter((one) => one.property === property).map(({ value }) => value)
    expect(sent('state')).toEqual(['TOGGLE', 'TOGGLE', 'TOGGLE'])
    expect(sent('key')).toEqual(['a', 'b', 'a', 'a'])
  })

  test('to other properties wait for nothing', async () => {
    const { set, driver, clock } = await homeWith([lamp()])
    void set('LightService/brightness', 10)
    void set('LightService/state', 'ON')
    await clock.pass(1)
    expect(driver.orders.map(({ property }) => property)).toEqual(['brightness', 'state'])
  })

  test('that wait when the device leaves are refused', async () => {
    const { set, driver, clock } = await homeWith([lamp()])
    void set('LightService/brightness', 10)
    const waiting = set('LightService/brightness', 20)
    await clock.pass(1)
    driver.host.remove('lamp')
    await clock.pass(2000)
    expect((await waiting).code).not.toBe(0)
    expect(driver.orders).toHaveLength(1)
  })
})
