import { describe, expect, test } from 'vitest'
import { readNumbers } from '#server/homes/history/moment.ts'
import { dayOf, pack, packPoints } from '#server/homes/history/points.ts'
import { enginesUnderTest } from '../engines.ts'
import { account, gateway } from '../samples.ts'

const engines = await enginesUnderTest()

const HOUR = 3_600_000
/** An hour before midnight, so that what holds is of the day before. */
const START = Date.parse('2026-11-20T23:00:00Z')
const TEMPERATURE = 'd1/TemperatureService/temperature'

describe.each(engines)('S-10 on $name', ({ fresh }) => {
  test('the numbers of a home come to key figures of a range, with what still held when it began', async () => {
    const store = await fresh()
    await store.accounts.create(account('mia'), { passwordHash: null, at: 1 })
    for (const sn of ['G1', 'G2']) await store.gateways.create(gateway(sn, { userId: 'mia' }))
    const points = packPoints({ times: [START], values: [18] })
    await store.history.put('G1', [{ series: TEMPERATURE, day: dayOf(START), rolled: false, points }])
    // Waits to be sorted, and counts all the same.
    const later = [START + 2 * HOUR, START + 3 * HOUR]
    await store.history.append('G1', START + 3 * HOUR, pack([[TEMPERATURE, null, later, [22, 20]]]))

    const range = { from: START + HOUR, to: START + 5 * HOUR }
    const named = { device_id: 'd1', service_name: 'TemperatureService', property_name: 'temperature' }
    const numbers = (now: number) => readNumbers(store, 'G1', [TEMPERATURE, 'd1/S/other'], range, now)
    // An hour each of 18 and 22, and two of 20; of what is to come nothing counts.
    expect(await numbers(range.to)).toEqual([{ ...named, mean: 20, min: 18, max: 22, gained: 4 }])
    expect(await numbers(START + 2 * HOUR)).toMatchObject([{ mean: 18 }])
    expect(await readNumbers(store, 'G2', [TEMPERATURE], range, range.to)).toEqual([])
  })
})
