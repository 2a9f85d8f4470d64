import { describe, expect, test, vi } from 'vitest'
import { HandDriver, homeWith, lamp, MemoryStore } from '../../../tests/gateway/kit.ts'
import { TestClock } from '../../../tests/gateway/test-clock.ts'

const SERVICE = 'OtaControllerService'
const MINUTE = 60_000

/** 01:00 in Zurich, in winter. */
const night = (): TestClock => new TestClock(Date.UTC(2026, 10, 14, 0))

class UpdatingDriver extends HandDriver {
  readonly updated: string[] = []
  /** Devices that there is newer firmware for; each says when it is through. */
  readonly newer = new Map<string, PromiseWithResolvers<void>>()

  async update(device: string, begun: () => void): Promise<void> {
    this.updated.push(device)
    const image = this.newer.get(device)
    if (!image) return
    begun()
    await image.promise
  }
}

async function gateway(options: { clock?: TestClock; store?: MemoryStore; devices?: string[] } = {}) {
  const driver = new UpdatingDriver()
  const clock = options.clock ?? night()
  const devices = (options.devices ?? ['lamp']).map((id) => lamp({ id }))
  const made = await homeWith(devices, {
    ...{ clock, driver, zone: () => 'Europe/Zurich' },
    ...(options.store && { store: options.store }),
  })
  const window = async (edge: 'Start' | 'Stop', time: unknown) =>
    made.set(`${SERVICE}/AutoUpdate${edge}Time`, time, { device: 'TEST-1' })
  const told = async () => (await made.ask('get_update_window')).data
  const due = () => made.events.filter(({ event }) => event === 'automatic_update_due')
  return { ...made, clock, driver, window, told, due }
}

describe('the window of automatic updates', () => {
  // 3.1-007 3.4-090 3.4-091
  test('is set, read and taken away on the gateway itself, and outlives a restart', async () => {
    const store = new MemoryStore()
    const { window, told, ask, home } = await gateway({ store })
    expect(await told()).toEqual({ state: 0 })
    expect((await window('Start', '02:00')).code).toBe(0)
    expect(await told()).toEqual({ state: 0 })
    expect((await window('Stop', '05:00')).code).toBe(0)
    expect(await told()).toEqual({ start: '02:00', stop: '05:00', state: 0 })
    const own = { device_id: 'TEST-1', service_name: SERVICE, property_name: 'AutoUpdateStopTime' }
    expect((await ask('get_device_property', own)).data).toEqual({ property_value: '05:00' })
    await home.stop()
    const again = await gateway({ store })
    expect(await again.told()).toMatchObject({ start: '02:00' })
    await again.window('Start', '')
    await again.window('Stop', '')
    expect(await again.told()).toEqual({ state: 0 })
    expect(store.entries.has('automatic_updates')).toBe(false)
  })

  // 3.5-027
  test.each([
    ['02:00', 'before it begins'],
    ['03:00', 'before it begins'],
    ['25:00', 'no time of day'],
    [500, 'no time of day'],
  ])('that ends at %s after it began at three is refused', async (stop, message) => {
    const { window, told } = await gateway()
    await window('Start', '03:00')
    expect(await window('Stop', stop)).toMatchObject({
      code: 400,
      message: expect.stringContaining(message),
    })
    expect(await told()).toEqual({ state: 0 })
  })

  test('the gateway has no other properties', async () => {
    const { set, ask } = await gateway()
    expect((await set('OtherService/AutoUpdateStopTime', '05:00', { device: 'TEST-1' })).code).toBe(404)
    const own = { device_id: 'TEST-1', service_name: SERVICE, property_name: 'constructor' }
    expect((await ask('get_device_property', own)).code).toBe(404)
  })

  test('opens once a day, by the clocks of the home: the server hears of it, and until when', async () => {
    const { window, due, clock } = await gateway({ devices: [] })
    await window('Start', '02:00')
    await window('Stop', '05:00')
    await clock.pass(59 * MINUTE)
    expect(due()).toEqual([])
    await clock.pass(2 * MINUTE)
    expect(due().map(({ data }) => Date.parse(String(data.until)) - Date.UTC(2026, 10, 14, 4))).toEqual([
      expect.closeTo(0, -5),
    ])
    await clock.pass(5 * 60 * MINUTE)
    expect(due()).toHaveLength(1)
    await clock.pass(24 * 60 * MINUTE)
    expect(due()).toHaveLength(2)
  })

  // 3.4-009 3.4-010 3.4-014
  test('devices are updated one after the other; one that is offline is left out; its state says how far it is', async () => {
    const { window, told, clock, driver } = await gateway({ devices: ['one', 'two', 'three'] })
    const image = Promise.withResolvers<void>()
    driver.newer.set('one', image)
    driver.host.status({ device: 'two', status: 5 })
    await window('Start', '02:00')
    await window('Stop', '05:00')
    await clock.pass(70 * MINUTE)
    expect(driver.updated).toEqual(['one'])
    expect(await told()).toMatchObject({ state: 2 })
    image.resolve()
    await vi.waitFor(async () => expect(await told()).toMatchObject({ state: 4 }))
    expect(driver.updated).toEqual(['one', 'three'])
    await clock.pass(30 * MINUTE)
    expect(driver.updated).toHaveLength(2)
    await clock.pass(24 * 60 * MINUTE)
    expect(driver.updated).toHaveLength(4)
  })

  test('the state is "in progress" also while it is only looking', async () => {
    const { window, told, clock, driver } = await gateway()
    const looking = Promise.withResolvers<void>()
    driver.update = () => looking.promise
    await window('Start', '02:00')
    await window('Stop', '05:00')
    await clock.pass(70 * MINUTE)
    expect(await told()).toMatchObject({ state: 1 })
    looking.resolve()
  })

  test('what has begun is brought to its end; nothing begins once the window is closed', async () => {
    const { window, clock, driver } = await gateway({ devices: ['one', 'two'] })
    const image = Promise.withResolvers<void>()
    driver.newer.set('one', image)
    await window('Start', '02:00')
    await window('Stop', '03:00')
    await clock.pass(180 * MINUTE)
    image.resolve()
    await clock.pass(10 * MINUTE)
    expect(driver.updated).toEqual(['one'])
  })

  test('a gateway that restarted in its window tells nobody twice, and goes on with its devices', async () => {
    const store = new MemoryStore()
    const first = await gateway({ store })
    await first.window('Start', '02:00')
    await first.window('Stop', '05:00')
    await first.clock.pass(60 * MINUTE + 10_000)
    expect(first.due()).toHaveLength(1)
    await first.home.stop()
    const clock = night()
    await clock.pass(65 * MINUTE)
    const second = await gateway({ store, clock })
    await clock.pass(5 * MINUTE)
    expect(second.due()).toEqual([])
    expect(second.driver.updated).toEqual(['lamp'])
  })

  test('a device that fails does not keep the next from its turn', async () => {
    const { window, clock, driver, logged } = await gateway({ devices: ['one', 'two'] })
    const tried: string[] = []
    driver.update = async (device) => {
      tried.push(device)
      throw new Error('no image')
    }
    await window('Start', '02:00')
    await window('Stop', '05:00')
    await clock.pass(70 * MINUTE)
    expect(tried).toEqual(['one', 'two'])
    expect(logged.map(({ message }) => message)).toContain('A device was not updated')
  })
})
