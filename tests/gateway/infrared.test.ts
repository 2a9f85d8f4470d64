import { describe, expect, test } from 'vitest'
import { deviceWith, endsIn, homeWith, lastReport, MemoryStore } from './kit.ts'
import { settle } from './test-clock.ts'

/** As Zigbee2MQTT tells of an infrared device: it learns and sends codes, and keeps none. */
const blaster = (id = 'lamp') =>
  deviceWith(
    {
      IRBlasterService: {
        learn_ir_code: { kind: 'bool', access: ['read', 'write'], on: 'ON', off: 'OFF' },
        learned_ir_code: { kind: 'text', access: ['read'] },
        ir_code_to_send: { kind: 'text', access: ['write'] },
      },
    },
    { id },
  )
const at = (property: string) => `IRBlasterService/${property}`

const remote = async (options: Parameters<typeof homeWith>[1] = {}) => {
  const world = await homeWith([blaster()], options)
  const shows = (property: string) => world.held(at(property))?.value
  const codes = async () => (await world.ask('get_infrared_codes', { device_id: 'lamp' })).data
  return { ...world, shows, codes }
}
const taught = async (store?: MemoryStore) => {
  const world = await remote(store ? { store } : {})
  await world.set(at('type'), 2)
  await world.set(at('LearnMode'), true)
  await world.set(at('command'), 5)
  world.reports(at('learned_ir_code'), 'BQ8PXg')
  await settle()
  await world.set(at('LearnMode'), false)
  world.driver.orders.length = 0
  return world
}

describe('spec 2 §3 a device that keeps no codes', () => {
  // 2.3-133, 2.3-136
  test('looks like a blaster that does: kind of device, learn mode and status, and a command for each key', async () => {
    const { held, shows } = await remote()
    expect(held(at('type'))?.options?.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4])
    expect(held(at('LearnStatus'))?.options?.map(({ value }) => value)).toEqual([0, 1, 255])
    expect([shows('type'), shows('LearnMode'), shows('LearnStatus'), shows('LearnedKeys')]).toEqual([
      0,
      false,
      null,
      [],
    ])
  })

  test('another device is left as it is', async () => {
    const { held } = await homeWith([
      deviceWith({ IRBlasterService: { ir_code_to_send: { kind: 'text', access: ['write'] } } }),
    ])
    expect(held(at('command'))).toBeUndefined()
  })
})

describe('spec 2 §4 learning', () => {
  // 2.4-066, 2.4-067
  test('is 1 while the device listens and 255 once its code is kept', async () => {
    const { set, driver, shows, reports, codes } = await remote()
    await set(at('type'), 2)
    await set(at('LearnMode'), true)
    expect(await set(at('command'), 5)).toMatchObject({ code: 0 })
    expect(driver.orders).toMatchObject([{ property: 'learn_ir_code', value: 'ON' }])
    expect(shows('LearnStatus')).toBe(1)
    reports(at('learned_ir_code'), 'BQ8PXg')
    await settle()
    expect(shows('LearnStatus')).toBe(255)
    expect(shows('LearnedKeys')).toEqual([5])
    expect(await codes()).toEqual({ codes: [{ device_type: 2, command: 5, code: 'BQ8PXg' }] })
  })

  // 2.4-065
  test('is 0 when nothing comes within 30 s, and the device stops listening', async () => {
    const { set, driver, shows, clock } = await remote()
    await set(at('type'), 1)
    await set(at('LearnMode'), true)
    await set(at('command'), 7)
    await clock.pass(29_999)
    expect(shows('LearnStatus')).toBe(1)
    await clock.pass(1)
    expect(shows('LearnStatus')).toBe(0)
    expect(driver.orders.at(-1)).toMatchObject({ property: 'learn_ir_code', value: 'OFF' })
  })

  // 2.4-068
  test('ends with the learn mode: what was being learnt failed', async () => {
    const { set, shows, reports, codes } = await remote()
    await set(at('type'), 1)
    await set(at('LearnMode'), true)
    await set(at('command'), 7)
    await set(at('LearnMode'), false)
    expect(shows('LearnStatus')).toBe(0)
    reports(at('learned_ir_code'), 'late')
    await settle()
    expect(await codes()).toEqual({ codes: [] })
  })

  test('what a bridge repeats of an earlier code is no new one', async () => {
    const { set, shows, reports } = await taught()
    await set(at('LearnMode'), true)
    await set(at('command'), 6)
    reports(at('learned_ir_code'), 'BQ8PXg')
    await settle()
    expect(shows('LearnStatus')).toBe(1)
    reports(at('learned_ir_code'), 'other')
    await settle()
    expect(shows('LearnedKeys')).toEqual([5, 6])
  })

  test('a code that cannot be stored is not learnt', async () => {
    const { set, store, shows, reports, codes } = await remote()
    await set(at('type'), 1)
    await set(at('LearnMode'), true)
    await set(at('command'), 7)
    store.broken = true
    reports(at('learned_ir_code'), 'BQ8PXg')
    await settle()
    expect(shows('LearnStatus')).toBe(0)
    expect(await codes()).toEqual({ codes: [] })
  })

  test('a device that does not take the order fails the key that was pressed', async () => {
    const { set, driver, shows, events } = await remote()
    await set(at('type'), 1)
    await set(at('LearnMode'), true)
    await set(at('command'), 7, { id: '9b1a4f0e-8f57-4d4e-9a53-0d6b1f6b7c07' })
    const failure = {
      device: 'lamp',
      service: 'IRBlasterService',
      request: '9b1a4f0e-8f57-4d4e-9a53-0d6b1f6b7c07',
      code: 'NO_ACK',
      message: 'no',
    }
    driver.host.failed({ ...failure, property: 'learn_ir_code' })
    await settle()
    expect(shows('LearnStatus')).toBe(0)
    expect(endsIn(events).at(-1)).toMatchObject({
      property_name: 'command',
      outcome: 'failed',
      request: '9b1a4f0e-8f57-4d4e-9a53-0d6b1f6b7c07',
    })
  })
})

describe('keys that were learnt', () => {
  test('send their code', async () => {
    const { set, driver } = await taught()
    expect(await set(at('command'), 5)).toMatchObject({ code: 0 })
    expect(driver.orders).toMatchObject([{ property: 'ir_code_to_send', value: 'BQ8PXg' }])
  })

  test('others are refused with the reason, and nothing is sent', async () => {
    const { set, driver } = await taught()
    expect(await set(at('command'), 6)).toMatchObject({ code: 404, message: 'This key has not been learnt' })
    await set(at('type'), 0)
    expect(await set(at('command'), 5)).toMatchObject({ code: 409 })
    expect(driver.orders).toEqual([])
  })

  test('belong to their kind of device', async () => {
    const { set, shows } = await taught()
    await set(at('type'), 3)
    expect(shows('LearnedKeys')).toEqual([])
    expect(await set(at('command'), 5)).toMatchObject({ code: 404 })
    await set(at('type'), 2)
    expect(shows('LearnedKeys')).toEqual([5])
  })

  test('survive a restart, as do kind and lesson: one that was interrupted failed', async () => {
    const store = new MemoryStore()
    const before = await taught(store)
    await before.set(at('LearnMode'), true)
    await before.set(at('command'), 6)
    await before.home.stop()
    const after = await remote({ store })
    expect([after.shows('type'), after.shows('LearnedKeys')]).toEqual([2, [5]])
    expect([after.shows('LearnMode'), after.shows('LearnStatus')]).toEqual([false, 0])
    await after.set(at('command'), 5)
    expect(after.driver.orders).toMatchObject([{ property: 'ir_code_to_send', value: 'BQ8PXg' }])
  })

  test('go with their device', async () => {
    const { driver, home, codes, store } = await taught()
    driver.host.remove('lamp')
    driver.host.upsert(blaster())
    expect(await codes()).toEqual({ codes: [] })
    await home.stop()
    expect([...store.entries.keys()].filter((key) => key.startsWith('infrared/'))).toEqual([])
  })

  test('can be set and removed one by one, whoever learnt them', async () => {
    const { ask, shows, codes } = await taught()
    const key = { device_id: 'lamp', device_type: 2, command: 9 }
    expect(await ask('set_infrared_code', { ...key, code: 'Jk9' })).toMatchObject({ code: 0 })
    expect(shows('LearnedKeys')).toEqual([5, 9])
    expect(await ask('remove_infrared_code', { ...key, command: 5 })).toMatchObject({ code: 0 })
    expect(shows('LearnedKeys')).toEqual([9])
    expect(await codes()).toEqual({ codes: [{ device_type: 2, command: 9, code: 'Jk9' }] })
  })

  test.each([
    [{ device_type: 0 }, 400],
    [{ device_type: 5 }, 400],
    [{ command: 256 }, 400],
    [{ code: '' }, 400],
    [{ device_id: 'nobody' }, 404],
  ])('a code with %j is refused', async (wrong, code) => {
    const { ask } = await remote()
    const right = { device_id: 'lamp', device_type: 2, command: 9, code: 'Jk9' }
    expect(await ask('set_infrared_code', { ...right, ...wrong })).toMatchObject({ code })
  })

  test('two that are set at once are both kept', async () => {
    const { ask, shows, set } = await remote()
    await set(at('type'), 2)
    const key = { device_id: 'lamp', device_type: 2, code: 'x' }
    await Promise.all([1, 2, 3].map((command) => ask('set_infrared_code', { ...key, command })))
    expect(shows('LearnedKeys')).toEqual([1, 2, 3])
  })
})

describe('forgetting codes', () => {
  test('a key that is left out of the learnt ones loses its code, and has it back when it is put in again', async () => {
    const { set, shows, codes, driver, events } = await taught()
    const { id } = await set(at('LearnedKeys'), [])
    expect(shows('LearnedKeys')).toEqual([])
    expect(lastReport(events)?.data).toMatchObject({ property_name: 'LearnedKeys', cause: id })
    expect(await codes()).toEqual({ codes: [] })
    expect((await set(at('command'), 5)).code).toBe(404)
    expect(await set(at('LearnedKeys'), [5])).toMatchObject({ code: 0 })
    await set(at('command'), 5)
    expect(driver.orders).toMatchObject([{ property: 'ir_code_to_send', value: 'BQ8PXg' }])
  })

  test('what was forgotten stays so over a restart', async () => {
    const store = new MemoryStore()
    const before = await taught(store)
    await before.set(at('LearnedKeys'), [])
    await before.home.stop()
    const after = await remote({ store })
    expect(after.shows('LearnedKeys')).toEqual([])
    expect((await after.set(at('LearnedKeys'), [5])).code).toBe(404)
  })

  test('a key that was never learnt cannot be had back, and nothing else changes', async () => {
    const { set, shows } = await taught()
    expect((await set(at('LearnedKeys'), [9])).code).toBe(404)
    expect(shows('LearnedKeys')).toEqual([5])
  })

  test('what could not be stored is not forgotten', async () => {
    const { set, shows, store, codes } = await taught()
    store.broken = true
    expect((await set(at('LearnedKeys'), [])).code).not.toBe(0)
    expect(shows('LearnedKeys')).toEqual([5])
    expect(await codes()).toMatchObject({ codes: [{ command: 5 }] })
  })

  test('codes of another kind of device, and of another device, are not meant', async () => {
    const { set, shows, codes } = await taught()
    await set(at('type'), 1)
    expect((await set(at('LearnedKeys'), [5])).code).toBe(404)
    await set(at('LearnedKeys'), [])
    expect(await codes()).toMatchObject({ codes: [{ device_type: 2, command: 5 }] })
    await set(at('type'), 2)
    expect(shows('LearnedKeys')).toEqual([5])
  })
})
