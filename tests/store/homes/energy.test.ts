import { describe, expect, test } from 'vitest'
import type { EnergyTariffs } from '#schemas/generated/entities/energy-tariffs.ts'
import { MissingReferenceError } from '#server/store/errors.ts'
import { enginesUnderTest } from '../engines.ts'
import { gateway } from '../samples.ts'

const engines = await enginesUnderTest()
const tariffs = (revision: number, price: number): EnergyTariffs => ({
  revision,
  currency: 'EUR',
  tariffs: [{ from: '2026-01-01', price }],
})

describe.each(engines)('S-10 Z-02 on $name: tariffs', ({ fresh }) => {
  const filled = async () => {
    const store = await fresh()
    for (const sn of ['G1', 'G2']) await store.gateways.create(gateway(sn))
    return store
  }

  test('are each home’s own; at first there is none', async () => {
    const { energyTariffs } = await filled()
    expect(await energyTariffs.of('G1')).toEqual({ revision: 0, currency: 'CHF', tariffs: [] })
    const kept = await energyTariffs.keep('G1', tariffs(0, 0.3))
    expect(kept).toEqual({ ...tariffs(0, 0.3), revision: expect.any(Number) })
    expect(await energyTariffs.of('G1')).toEqual(kept)
    expect((await energyTariffs.of('G2')).revision).toBe(0)
    await expect(energyTariffs.keep('nobody', tariffs(0, 1))).rejects.toBeInstanceOf(MissingReferenceError)
  })

  test('L-09 of two who change them the second is told', async () => {
    const { energyTariffs } = await filled()
    const { revision = 0 } = (await energyTariffs.keep('G1', tariffs(0, 0.3))) ?? {}
    expect(await energyTariffs.keep('G1', tariffs(0, 0.4))).toBeUndefined()
    expect(await energyTariffs.keep('G1', tariffs(revision + 7, 0.4))).toBeUndefined()
    expect((await energyTariffs.keep('G1', tariffs(revision, 0.5)))?.revision).toBe(revision + 1)
    expect(await energyTariffs.of('G1')).toEqual(tariffs(revision + 1, 0.5))
  })

  test('and meters are kept apart from them', async () => {
    const { energyTariffs, energyMeters } = await filled()
    const meters = (revision: number) => ({ revision, meters: [{ device_id: 'tv', behind: 'strip' }] })
    expect(await energyMeters.of('G1')).toEqual({ revision: 0, meters: [] })
    const kept = await energyMeters.keep('G1', meters(0))
    expect(kept).toEqual(meters(kept?.revision ?? 0))
    expect(await energyMeters.keep('G1', meters(0))).toBeUndefined()
    expect(await energyMeters.of('G1')).toEqual(kept)
    expect((await energyMeters.of('G2')).revision).toBe(0)
    expect((await energyTariffs.of('G1')).revision).toBe(0)
    await expect(energyMeters.keep('nobody', meters(0))).rejects.toBeInstanceOf(MissingReferenceError)
  })
})
