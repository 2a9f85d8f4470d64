import { describe, expect, test } from 'vitest'
import type { Faults } from '#gateway/drivers/virtual/device.ts'
import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { deviceWith, homeWith, lamp, MemoryStore } from '../kit.ts'

async function virtualHome(
  devices: readonly Device[],
  { faults = {} as Faults, seed = 7, store = new MemoryStore() } = {},
) {
  const driver = createVirtualDriver({
    devices: devices.map((device) => ({ device, faults })),
    seed,
    pace: 10_000,
  })
  const parts = await homeWith([], { drivers: [driver], store })
  const reportsOf = (property: string) =>
    parts.events
      .filter(({ event }) => event.endsWith('_property_changed'))
      .map(({ data }) => data)
      .filter(({ property_name }) => property_name === property)
      .map(({ property_value, cause }) => ({ value: property_value, cause }))
  return { ...parts, virtual: driver, reportsOf }
}

const shutter = deviceWith({
  RollerShutterService: {
    state: {
      kind: 'option',
      access: ['read', 'write'],
      options: [{ value: 'OPEN' }, { value: 'CLOSE' }, { value: 'STOP' }],
    },
    position: { kind: 'range', access: ['read', 'write'], min: 0, max: 100, unit: '%' },
  },
})

const climate = deviceWith({
  TemperatureService: { temperature: { kind: 'number', access: ['read'], unit: '°C' } },
  HumidityService: { humidity: { kind: 'number', access: ['read'], unit: '%', min: 0, max: 100 } },
  SmokeService: { smoke: { kind: 'bool', access: ['read'] } },
})

describe('a virtual device', () => {
  test('does what it is told after a moment, and reports it with the request that caused it', async () => {
    const { set, clock, held, reportsOf } = await virtualHome([lamp()])
    const { id } = await set('LightService/brightness', 120)
    expect(held('LightService/brightness')?.value).not.toBe(120)
    await clock.pass(500)
    expect(held('LightService/brightness')?.value).toBe(120)
    expect(reportsOf('brightness').at(-1)).toEqual({ value: 120, cause: id })
  })

  test('is on once it is dimmed, and draws no power once it is off', async () => {
    const { set, clock, held } = await virtualHome([lamp()])
    await set('LightService/brightness', 120)
    await clock.pass(500)
    expect(held('LightService/state')?.value).toBe('ON')
    await set('LightService/state', 'TOGGLE')
    await clock.pass(500)
    expect(held('LightService/state')?.value).toBe('OFF')
    expect(held('MeterService/power')?.value).toBe(0)
  })

  test('draws no power from the start while it is off, less while it is dimmed, and the current goes with it', async () => {
    const dimmer = deviceWith({
      DimmerService: {
        state: { kind: 'bool', access: ['read', 'write'], on: true, off: false },
        level: { kind: 'range', access: ['read', 'write'], min: 0, max: 100, unit: '%' },
      },
      MeterService: {
        power: { kind: 'number', access: ['read'], unit: 'W', max: 250, precision: 1 },
        current: { kind: 'number', access: ['read'], unit: 'A', precision: 3 },
      },
    })
    const { set, clock, held } = await virtualHome([dimmer])
    const power = () => Number(held('MeterService/power')?.value)
    expect(power()).toBe(0)
    await set('DimmerService/level', 100)
    await clock.pass(500)
    const full = power()
    expect(full).toSatisfy((watts: number) => watts > 0 && watts <= 60)
    expect(held('MeterService/current')?.value).toBeCloseTo(full / 230, 2)
    await set('DimmerService/level', 50)
    await clock.pass(500)
    expect(power()).toBeCloseTo(full / 2, 0)
    await clock.pass(600_000)
    expect(power()).toSatisfy((watts: number) => watts > full * 0.45 && watts < full * 0.55)
  })

  test('has readings that stay where a home’s readings lie, and alarms that stay quiet', async () => {
    const { clock, reportsOf, held } = await virtualHome([climate])
    await clock.pass(3_600_000)
    const temperatures = reportsOf('temperature').map(({ value }) => Number(value))
    expect(temperatures.length).toBeGreaterThan(50)
    expect(Math.min(...temperatures)).toBeGreaterThanOrEqual(15)
    expect(Math.max(...temperatures)).toBeLessThanOrEqual(28)
    for (const { value } of reportsOf('humidity')) expect(value).toSatisfy((n: number) => n >= 0 && n <= 100)
    expect(held('SmokeService/smoke')?.value).toBe(false)
  })

  test('that is a thermostat comes nearer to what is wanted, up or down, and heats only while it lacks warmth', async () => {
    const thermostat = deviceWith({
      ThermostatService: {
        local_temperature: { kind: 'number', access: ['read'], unit: '°C' },
        occupied_heating_setpoint: { kind: 'range', access: ['read', 'write'], min: 5, max: 30, step: 0.5 },
        running_state: {
          kind: 'option',
          access: ['read'],
          options: [{ value: 'idle' }, { value: 'heat' }],
        },
      },
    })
    const { set, clock, held } = await virtualHome([thermostat])
    const measured = () => Number(held('ThermostatService/local_temperature')?.value)
    for (const wanted of [18, 24, 17]) {
      await set('ThermostatService/occupied_heating_setpoint', wanted)
      await clock.pass(2500)
      const running = held('ThermostatService/running_state')?.value
      expect(running).toBe(measured() < wanted ? 'heat' : 'idle')
      await clock.pass(3_600_000)
      expect(Math.abs(measured() - wanted)).toBeLessThan(0.6)
    }
  })

  test('does the same again with the same seed and clock, and something else with another', async () => {
    const run = async (seed: number) => {
      const { clock, events } = await virtualHome([climate, lamp({ id: 'second' })], { seed })
      await clock.pass(600_000)
      return events
    }
    expect(await run(3)).toEqual(await run(3))
    expect(await run(3)).not.toEqual(await run(4))
  })

  test('that is a shutter travels: it reports on its way, and the arrival names the request', async () => {
    const { set, clock, reportsOf, held } = await virtualHome([shutter])
    const { id } = await set('RollerShutterService/position', 0)
    await clock.pass(14_000)
    expect(held('RollerShutterService/position')?.value).toBe(0)
    const way = reportsOf('position')
    expect(way.length).toBeGreaterThan(3)
    expect(way.at(-1)).toEqual({ value: 0, cause: id })
    expect(way.slice(0, -1).every(({ cause }) => cause !== id)).toBe(true)
    const values = way.slice(1).map(({ value }) => Number(value))
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  test('that is a shutter stops where it is when told to stop', async () => {
    const { set, clock, held } = await virtualHome([shutter])
    await set('RollerShutterService/state', 'CLOSE')
    await clock.pass(14_000)
    await set('RollerShutterService/state', 'OPEN')
    await clock.pass(5000)
    await set('RollerShutterService/state', 'STOP')
    await clock.pass(1000)
    const stopped = held('RollerShutterService/position')?.value
    expect(stopped).toSatisfy((n: number) => n > 0 && n < 100)
    await clock.pass(20_000)
    expect(held('RollerShutterService/position')?.value).toBe(stopped)
  })

  test('that is dead lets every order fail, with its reason, and changes nothing', async () => {
    const { set, clock, held, events } = await virtualHome([lamp()], { faults: { dead: true } })
    const before = held('LightService/state')?.value
    const { id, code } = await set('LightService/state', 'ON')
    expect(code).toBe(0)
    await clock.pass(5000)
    expect(events.at(-1)).toMatchObject({
      event: 'order_ended',
      data: {
        device_id: 'lamp',
        property_name: 'state',
        request: id,
        outcome: 'failed',
        code: 'NO_ACK',
        message: 'The device does not answer',
      },
    })
    expect(held('LightService/state')?.value).toBe(before)
  })

  test('loses orders as often as it is told to; a lost one fails after the time-out', async () => {
    const { set, clock, events, virtual } = await virtualHome([lamp()], { faults: { loss: 1 } })
    const { id } = await set('LightService/state', 'ON')
    await clock.pass(14_999)
    expect(events.map(({ event }) => event)).not.toContain('order_ended')
    await clock.pass(2)
    expect(events.at(-1)).toMatchObject({ data: { request: id, code: 'TIMEOUT' } })
    virtual.disturb('lamp', {})
    await set('LightService/state', 'ON')
    await clock.pass(500)
    expect(events.map(({ event }) => event)).toContain('device_lamp_property_changed')
  })

  test('keeps what it was set to over a restart of the hub', async () => {
    const store = new MemoryStore()
    const before = await virtualHome([lamp()], { store })
    await before.set('LightService/brightness', 33)
    await before.clock.pass(3000)
    await before.home.stop()
    const after = await virtualHome([lamp()], { store, seed: 99 })
    expect(after.held('LightService/brightness')?.value).toBe(33)
  })

  test('that is offline has no readings', async () => {
    const { clock, events } = await virtualHome([{ ...climate, status: 5 }])
    const sent = events.length
    await clock.pass(600_000)
    expect(events).toHaveLength(sent)
  })
})

describe('what a virtual device does by itself', () => {
  const option = (...values: readonly (string | number)[]) => values.map((value) => ({ value }))

  test('a bridge lets the gateway in once its button is pressed', async () => {
    const bridge = deviceWith({
      HueBridgeService: {
        linked: { kind: 'bool', access: ['read'], on: true, off: false },
        link: { kind: 'option', access: ['write'], options: option('link') },
      },
    })
    const { set, clock, held } = await virtualHome([bridge])
    expect(held('HueBridgeService/linked')?.value).toBe(false)
    await set('HueBridgeService/link', 'link')
    await clock.pass(5000)
    expect(held('HueBridgeService/linked')?.value).toBe(true)
  })

  test('a loudspeaker has a title while it plays, another one after a skip, and none once it is stopped', async () => {
    const speaker = deviceWith({
      AudioService: {
        command: {
          kind: 'option',
          access: ['read', 'write'],
          options: [
            { value: 0, icon: 'play' },
            { value: 2, icon: 'stop' },
          ],
        },
        skip: { kind: 'option', access: ['write'], options: option('previous', 'next') },
        track: { kind: 'text', access: ['read'] },
      },
    })
    const { set, clock, held } = await virtualHome([speaker])
    const title = () => held('AudioService/track')?.value
    await set('AudioService/command', 0)
    await clock.pass(2000)
    const first = title()
    expect(first).not.toBe('')
    await set('AudioService/skip', 'next')
    await clock.pass(2000)
    expect([first, '']).not.toContain(title())
    await set('AudioService/command', 2)
    await clock.pass(2000)
    expect(title()).toBe('')
  })

  // 2.3-157
  test('a timer that runs out turns over what it belongs to; one that is set anew runs out once', async () => {
    const socket = deviceWith({
      SwitchService: { state: { kind: 'bool', access: ['read', 'write'] } },
      TimerService: { countdown: { kind: 'range', access: ['read', 'write'], unit: 's', min: 0, max: 600 } },
    })
    const { set, clock, held } = await virtualHome([socket])
    await set('SwitchService/state', true)
    await clock.pass(500)
    await set('TimerService/countdown', 10)
    await clock.pass(6000)
    await set('TimerService/countdown', 30)
    await clock.pass(8000)
    expect(held('TimerService/countdown')?.value).toBe(30)
    expect(held('SwitchService/state')?.value).toBe(true)
    await clock.pass(24_000)
    expect(held('TimerService/countdown')?.value).toBe(0)
    expect(held('SwitchService/state')?.value).toBe(false)
  })

  test('a reading that began outside of what is usual stays around there: outside it is colder', async () => {
    const outside = deviceWith({
      TemperatureService: { temperature: { kind: 'number', access: ['read'], unit: '°C' } },
    })
    const [temperature] = outside.service_list[0]?.property_list ?? []
    if (temperature) temperature.value = 4
    const { clock, reportsOf } = await virtualHome([outside])
    await clock.pass(600_000)
    const readings = reportsOf('temperature').map(({ value }) => Number(value))
    expect(readings.length).toBeGreaterThan(10)
    expect(Math.max(...readings)).toBeLessThan(19)
  })

  test('a lamp that takes numbers for its colour reports numbers', async () => {
    const access = ['read' as const, 'write' as const]
    const range = { kind: 'number' as const, access, min: 0, max: 255 }
    const strip = deviceWith({
      LightService: {
        color: { kind: 'color', access: ['read', 'write'], fields: { hue: range, saturation: range } },
      },
    })
    const { set, clock, held } = await virtualHome([strip])
    expect(held('LightService/color')?.value).toEqual({
      hue: expect.any(Number),
      saturation: expect.any(Number),
    })
    await set('LightService/color', { hue: 120, saturation: 80 })
    await clock.pass(500)
    expect(held('LightService/color')?.value).toEqual({ hue: 120, saturation: 80 })
  })
})
