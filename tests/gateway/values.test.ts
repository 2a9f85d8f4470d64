import { describe, expect, test } from 'vitest'
import { homeWith, lamp } from './kit.ts'

describe('what may be sent to a device', () => {
  // 2.3-021
  test('"12" is accepted for a number', async () => {
    const { set, driver } = await homeWith([lamp()])
    expect(await set('LightService/brightness', '12')).toMatchObject({ code: 0 })
    expect(driver.orders[0]?.value).toBe(12)
  })

  test.each([
    ['LightService/brightness', 255],
    ['LightService/brightness', -1],
    ['LightService/brightness', 'bright'],
    ['LightService/brightness', ''],
    ['LightService/brightness', null],
    ['LightService/effect', 'disco'],
    ['LightService/state', 'maybe'],
    ['LightService/color', 'red'],
    ['LightService/color', { toString: 'x' }],
  ])('%s does not take %j', async (property, value) => {
    const { set, driver } = await homeWith([lamp()])
    expect(await set(property, value)).toMatchObject({ code: 400 })
    expect(driver.orders).toEqual([])
  })

  test.each([
    ['LightService/state', true, 'ON'],
    ['LightService/state', 'off', 'OFF'],
    ['LightService/state', 'TOGGLE', 'TOGGLE'],
    ['LightService/effect', 'blink', 'blink'],
    ['LightService/color', '#FF8800', '#ff8800'],
    ['LightService/color', { hue: 20, saturation: 80 }, { hue: 20, saturation: 80 }],
  ])('%s takes %j as %j', async (property, value, sent) => {
    const { set, driver } = await homeWith([lamp()])
    expect(await set(property, value)).toMatchObject({ code: 0 })
    expect(driver.orders[0]?.value).toEqual(sent)
  })

  test('what can only be read is not set', async () => {
    const { set, driver } = await homeWith([lamp()])
    expect(await set('MeterService/power', 5)).toMatchObject({ code: 403 })
    expect(driver.orders).toEqual([])
  })
})

describe('spec 2 §4 the status decides what can be set', () => {
  // 2.4-017
  test.each([1, 2] as const)('status %i enables all controls', async (status) => {
    const { set } = await homeWith([lamp({ status })])
    expect(await set('LightService/state', 'ON')).toMatchObject({ code: 0 })
  })

  // 2.4-018
  test('status 5 enables only what is marked doNotDisable', async () => {
    const { set, driver } = await homeWith([lamp({ status: 5 })], {
      marks: (_device, _service, property) => ({ doNotDisable: property === 'brightness' }),
    })
    expect(await set('LightService/state', 'ON')).toMatchObject({
      code: 503,
      message: 'The device is offline',
    })
    expect(await set('LightService/brightness', 5)).toMatchObject({ code: 0 })
    expect(driver.orders).toHaveLength(1)
  })

  // 2.4-019
  test('status 7 enables only what is marked enabled when restricted; the refusal is the reason', async () => {
    const { set } = await homeWith([lamp({ status: 7, status_reason: 703 })], {
      marks: (_device, _service, property) => ({ enabledWhenRestricted: property === 'brightness' }),
    })
    expect(await set('LightService/state', 'ON')).toMatchObject({ code: 703 })
    expect(await set('LightService/brightness', 5)).toMatchObject({ code: 0 })
  })

  // 2.4-020
  test.each([0, 3, 4, 6] as const)('status %i disables the controls', async (status) => {
    const { set, driver } = await homeWith([lamp({ status })], {
      marks: () => ({ doNotDisable: true, enabledWhenRestricted: true }),
    })
    expect(await set('LightService/state', 'ON')).toMatchObject({ code: 503 })
    expect(driver.orders).toEqual([])
  })
})
