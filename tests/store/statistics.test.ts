import { describe, expect, test } from 'vitest'
import questions from '#catalogue/rules/analytics.json' with { type: 'json' }
import type { AnalyticsRules } from '#schemas/generated/definitions/rules-analytics.ts'
import { MissingReferenceError } from '#server/store/errors.ts'
import type { GatewayCount } from '#server/store/statistics.ts'
import { enginesUnderTest } from './engines.ts'
import { gateway } from './samples.ts'

const stores = await enginesUnderTest()
const { engines } = questions as AnalyticsRules
const SIZES = [10, 30, 60]
const BANDS = [10, 20, 50]
const count = (at: number, devices: number, scenes?: number): GatewayCount => ({
  ...{ at, devices, scenes },
  classes: new Map([
    ['lights', Math.ceil(devices / 2)],
    ['motion', Math.floor(devices / 2)],
  ]),
})

describe.each(stores)('S-10 on $name: statistics of gateways', ({ fresh }) => {
  const filled = async () => {
    const store = await fresh()
    const { gateways, statistics, groups } = store
    for (const [at, [devices, scenes]] of (
      [
        [10, 0],
        [11, 10],
        [30, 11],
        [60, 51],
        [61, 214],
      ] as const
    ).entries()) {
      await gateways.create(gateway(`G${at}`))
      await statistics.count(`G${at}`, count(1000 + at, devices, scenes))
    }
    await gateways.create(gateway('G9'))
    await groups.create({ _id: 'some', groupName: 'Some', description: 'Two', at: 1 })
    await groups.add('some', [
      { kind: 'gateway', id: 'G0' },
      { kind: 'gateway', id: 'G4' },
    ])
    return store
  }

  test('3.2-078 3.2-079 by size: a band ends with its number, what follows begins the next', async () => {
    const { statistics } = await filled()
    expect((await statistics.bySize(SIZES)).toSorted((a, b) => a.place - b.place)).toEqual([
      { place: 0, gateways: 1, devices: 10 },
      { place: 1, gateways: 2, devices: 41 },
      { place: 2, gateways: 1, devices: 60 },
      { place: 3, gateways: 1, devices: 61 },
    ])
    expect((await statistics.bySize(SIZES, 'some')).map(({ place }) => place).toSorted()).toEqual([0, 3])
  })

  test('3.2-080 3.2-081 by scenes, and most, average, median and least of them', async () => {
    const { statistics } = await filled()
    expect((await statistics.byScenes(BANDS)).toSorted((a, b) => a.place - b.place)).toMatchObject([
      { place: 0, gateways: 2 },
      { place: 1, gateways: 1 },
      { place: 3, gateways: 2 },
    ])
    expect(await statistics.sceneSpread()).toEqual({ max: 214, min: 0, average: 57.2, median: 11 })
    // Of two in the middle their mean.
    expect((await statistics.sceneSpread('some'))?.median).toBe(107)
    await statistics.count('G9', count(5, 3))
    expect((await statistics.sceneSpread())?.max).toBe(214)
  })

  test('3.2-083 a count takes the place of the one before; what has not said its scenes keeps them', async () => {
    const { statistics } = await filled()
    await statistics.count('G0', count(2000, 4))
    expect(await statistics.countOf('G0')).toEqual({ ...count(2000, 4), scenes: 0 })
    expect(await statistics.classes('some')).toEqual([
      { class: 'lights', devices: 33 },
      { class: 'motion', devices: 32 },
    ])
    expect(await statistics.totals(2000)).toEqual({
      ...{ gateways: 6, counted: 5, devices: 166, scenes: 286, answered: 1, oldest: 1001 },
    })
    await expect(statistics.count('GONE', count(1, 1))).rejects.toBeInstanceOf(MissingReferenceError)
    expect(await statistics.uncounted(['G9', 'G1'])).toEqual(['G9'])
    await statistics.still(['G1', 'G9'], 3000)
    expect((await statistics.countOf('G1'))?.at).toBe(3000)
    expect(await statistics.countOf('G9')).toBeUndefined()
  })

  test('software: models with their versions, newest first number by number', async () => {
    const { gateways, statistics } = await filled()
    await gateways.setState('G0', { currentFWVersion: '4.9.0' })
    await gateways.setState('G4', { currentFWVersion: '4.19.0' })
    expect((await statistics.versions('some')).map(({ version }) => version)).toEqual(['4.19.0', '4.9.0'])
  })

  test.each(engines)(
    '3.3-119 engine $id: each column orders either way, each parameter narrows, pages do not overlap',
    async (engine) => {
      const { statistics, analytics, gateways, centres } = await filled()
      await gateways.setState('G0', { currentFWVersion: '4.9.0' })
      await statistics.fail([
        { serialNumber: 'G0', kind: 'silent', day: 20, times: 2 },
        { serialNumber: 'G0', kind: 'silent', day: 21, times: 3 },
        { serialNumber: 'G4', kind: 'failed', day: 21, times: 1 },
      ])
      await centres.put(
        ['1', '2'].map((at) => ({ code: `C${at}`, name: 'Centre', region: `R${at}`, state: `S${at}` })),
        [
          { serialNumber: 'G0', centre: 'C1', point: 'p' },
          { serialNumber: 'G4', centre: 'C2', point: 'p' },
        ],
      )
      const ask = (orderBy: string, parameters: Record<string, string> = {}, page = 1, limit = 100) =>
        analytics.query(engine, { page, limit, orderBy, parameters })
      const all = await ask(engine.orderBy)
      expect(all.count).toBe(all.data.length)
      expect(all.count).toBeGreaterThan(1)
      expect(new Set(all.data.map(({ id }) => id)).size).toBe(all.count)
      for (const { field, named = field } of engine.columns) {
        const [up, down] = [await ask(named), await ask(`-${named}`)]
        const told = ({ data }: typeof all) =>
          data.map((row) => row[named as keyof typeof row]).filter((value) => value !== null)
        expect(told(down)).toEqual(told(up).toReversed())
      }
      const [first, second] = [await ask(engine.orderBy, {}, 1, 1), await ask(engine.orderBy, {}, 2, 1)]
      expect([first.count, first.data[0]?.id === second.data[0]?.id]).toEqual([all.count, false])
      for (const name of engine.parameters) {
        expect((await ask(engine.orderBy, { [name]: "x' or 1=1 --" })).count).toBe(0)
        if (name === 'group') expect((await ask(engine.orderBy, { group: 'some' })).count).toBeGreaterThan(0)
      }
      const [row] = (await ask(engine.orderBy)).data
      if (engine.id === 'Failures')
        expect(row).toMatchObject({ serialNumber: 'G0', times: 5, at: 21 * 86_400_000 })
    },
  )

  test('days add up sample by sample, of all and of each group; what is old is forgotten', async () => {
    const { gateways, statistics } = await filled()
    await gateways.setConnectionStatus('G0', 'online', 1)
    await gateways.setConnectionStatus('G4', 'offline', 1)
    await statistics.sample(20)
    await gateways.setConnectionStatus('G0', 'offline', 2)
    await statistics.sample(20)
    expect(await statistics.days(0, 'some')).toEqual([{ day: 20, samples: 2, gateways: 4, online: 1 }])
    expect((await statistics.days(0))[0]).toMatchObject({ day: 20, samples: 2, gateways: 12 })
    await statistics.purge(21)
    expect(await statistics.days(0)).toEqual([])
  })

  test('failures add up by day; of a gateway that is gone nothing is kept and nothing is lost of others', async () => {
    const { gateways, statistics } = await filled()
    const one = { serialNumber: 'G0', kind: 'silent', day: 20, times: 2 }
    await statistics.fail([one, { ...one, serialNumber: 'GONE' }])
    await statistics.fail([one, { ...one, serialNumber: 'G1' }])
    expect(await statistics.failures(20)).toEqual([{ kind: 'silent', day: 20, times: 6 }])
    expect(await statistics.failures(20, 'some')).toEqual([{ kind: 'silent', day: 20, times: 4 }])
    expect(await statistics.failures(21)).toEqual([])
    await gateways.setConnectionStatus('G0', 'online', 50)
    await gateways.setConnectionStatus('G0', 'offline', 100)
    expect(await statistics.offlineSince(99, 100)).toEqual(['G0'])
    expect(await statistics.offlineSince(100, 200)).not.toContain('G0')
  })

  test('what moved to another gateway is counted there and no more where it was', async () => {
    const { statistics } = await filled()
    await statistics.move('G4', 'G0')
    expect(await statistics.countOf('G4')).toBeUndefined()
    expect(await statistics.countOf('G0')).toEqual(count(1004, 61, 214))
    expect(await statistics.totals(0)).toMatchObject({ counted: 4, devices: 162 })
  })
})
