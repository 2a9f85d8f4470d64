import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HandDriver, homeWith, lamp, MemoryStore } from './kit.ts'

describe('a restart', () => {
  test('last values come back with the time of their report', async () => {
    const store = new MemoryStore()
    const before = await homeWith([lamp()], { store })
    before.reports('LightService/brightness', 77)
    const { at } = before.held('LightService/brightness') ?? {}
    await before.clock.pass(60_000)
    await before.home.stop()

    const after = await homeWith([lamp()], { store, clock: before.clock })
    expect(after.held('LightService/brightness')).toMatchObject({ value: 77, at })
  })

  test('L-08 a value from before the start is told as one, until it is reported again, even unchanged', async () => {
    const store = new MemoryStore()
    const before = await homeWith([lamp()], { store })
    before.reports('LightService/brightness', 77)
    before.reports('LightService/state', 'ON')
    expect(before.held('LightService/brightness')).not.toHaveProperty('recalled')
    await before.home.stop()

    const after = await homeWith([lamp()], { store, clock: before.clock })
    expect(after.held('LightService/brightness')).toMatchObject({ value: 77, recalled: true })
    const told = after.events.length
    after.reports('LightService/brightness', 77)
    expect(after.held('LightService/brightness')).not.toHaveProperty('recalled')
    expect(after.events.slice(told)).toMatchObject([
      { data: { property_name: 'brightness', property_value: 77 } },
    ])
    // The others are as old as before.
    expect(after.held('LightService/state')).toMatchObject({ value: 'ON', recalled: true })
  })

  test('what a driver says itself of such a mark is not believed', async () => {
    const { home } = await homeWith([])
    expect(home.devices()).toEqual([])
    const told = lamp()
    for (const { property_list } of told.service_list)
      for (const property of property_list) Object.assign(property, { recalled: true })
    const { held } = await homeWith([told])
    expect(held('LightService/state')).not.toHaveProperty('recalled')
  })

  test('values that stream are written together, not one by one', async () => {
    const { reports, store, clock } = await homeWith([lamp()])
    await clock.pass(5000)
    const puts = store.puts.length
    for (let power = 0; power < 200; power += 1) reports('MeterService/power', power)
    await clock.pass(1000)
    expect(store.puts.length - puts).toBe(1)
  })

  test('a device is offline until its driver speaks of it again, and its status goes on where it was', async () => {
    const store = new MemoryStore()
    const before = await homeWith([lamp()], { store })
    const since = before.home.devices()[0]?.status_since
    await before.clock.pass(90_000)
    await before.home.stop()

    const after = await homeWith([], { store, clock: before.clock })
    expect(after.home.devices()[0]).toMatchObject({ id: 'lamp', status: 5 })
    after.driver.host.upsert(lamp())
    expect(after.home.devices()[0]).toMatchObject({ id: 'lamp', status: 2, status_since: since })
  })

  test('a name that was acknowledged is there, even when the power fails at once', async () => {
    const store = new MemoryStore()
    const before = await homeWith([lamp()], { store })
    expect(await before.ask('set_device_name', { device_id: 'lamp', name: '  Stehlampe ' })).toMatchObject({
      code: 0,
    })

    const after = await homeWith([lamp()], { store })
    expect(after.home.devices()[0]?.device_name).toBe('Stehlampe')
  })

  test('a name that could not be stored is not acknowledged and not shown', async () => {
    const { ask, home, store, events } = await homeWith([lamp()])
    store.broken = true
    expect((await ask('set_device_name', { device_id: 'lamp', name: 'Stehlampe' })).code).not.toBe(0)
    expect(home.devices()[0]?.device_name).toBe('Lamp')
    expect(events.filter(({ event }) => event === 'device_renamed')).toEqual([])
  })

  test('rooms are the stored ones, not those of the first start', async () => {
    const store = new MemoryStore()
    const stored = [{ floor_id: 'f', floor_name: 'Dach', rooms: [] }]
    store.entries.set('floors', stored)
    const { home } = await homeWith([], { store, floors: [] })
    expect(home.layout()).toEqual({ floors: stored })
  })

  test('a device that its driver no longer has is forgotten', async () => {
    const store = new MemoryStore()
    const before = await homeWith([lamp(), lamp({ id: 'gone' })], { store })
    await before.home.stop()

    const after = await homeWith([lamp()], { store })
    after.driver.host.inventory(['lamp'])
    await after.home.stop()
    expect(after.home.devices().map(({ id }) => id)).toEqual(['lamp'])
    expect(after.events.at(-1)).toMatchObject({ event: 'device_removed', data: { device_id: 'gone' } })
    expect([...store.entries.keys()].filter((key) => key.includes('gone'))).toEqual([])
  })

  test('L-04 the sequence never goes backwards, whenever the power fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), { maxLength: 5 }),
        async (lives) => {
          const store = new MemoryStore()
          let last = 0
          for (const life of lives) {
            // No stop: every life ends by a power failure.
            const { reports, events } = await homeWith([lamp()], { store, driver: new HandDriver() })
            for (const power of life) reports('MeterService/power', power)
            const seqs = events.map(({ seq }) => seq)
            expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
            for (const seq of seqs) expect(seq).toBeGreaterThan(last)
            last = seqs.at(-1) ?? last
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('L-04 without a reserved number nothing is sent; afterwards everything, without a gap', async () => {
    const { reports, store, events, clock } = await homeWith([lamp()])
    const first = events.at(-1)?.seq ?? 0
    store.broken = true
    for (let power = 1; power <= 1500; power += 1) reports('MeterService/power', power)
    await clock.pass(100)
    expect(events.at(-1)?.seq).toBe(1000)
    store.broken = false
    await clock.pass(10_000)
    const seqs = events.map(({ seq }) => seq).filter((seq) => seq > first)
    expect(seqs).toEqual(Array.from({ length: 1500 }, (_, i) => first + 1 + i))
  })
})
