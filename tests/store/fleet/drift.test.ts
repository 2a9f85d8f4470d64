import { describe, expect, test } from 'vitest'
import type { Reading } from '#gateway/lib/fleet/drift.ts'
import type { Compared } from '#server/store/fleet/drift.ts'
import { enginesUnderTest } from '../engines.ts'
import { gateway } from '../samples.ts'

const engines = await enginesUnderTest()
const reading: Reading = {
  content: { floors: [], rules: [], statuses: [], devices: [], infrared: [] },
  ...{ model: 'HA101', automaticBackup: false },
}
const golden = {
  ...{ id: 'g1', name: 'Flat', groupId: 'estate', createdAt: 1, asOf: 1, reading },
  ...{ serialNumber: 'A1', gatewayName: 'Home A1', source: 'live' as const },
}
const thing = (
  aspect: 'scenes' | 'rooms',
  key: string,
  how: 'changed' | 'missing' | 'extra' = 'changed',
) => ({
  ...{ aspect, key, name: key, how, allowed: false },
  rows: [{ what: 'time', now: '22:30', model: '22:45' }],
})
const compared = (
  serialNumber: string,
  house: string,
  differences: Compared['differences'] = [],
  more: Partial<Compared> = {},
): Compared => ({
  ...{ serialNumber, house, place: '8400 Winterthur', source: 'live', asOf: 5, at: 9, differences },
  ...more,
})
const all = { page: 1, limit: 10, differing: false }

describe.each(engines)('14.9 S-10 on $name: golden homes', ({ fresh }) => {
  const filled = async () => {
    const store = await fresh()
    const numbers = ['A1', 'A2', 'A3', 'B1']
    for (const sn of numbers) await store.gateways.create(gateway(sn))
    await store.groups.create({ _id: 'estate', groupName: 'Estate', description: 'Let', at: 1 })
    await store.groups.add(
      'estate',
      numbers.map((id) => ({ kind: 'gateway', id })),
    )
    await store.goldenHomes.create(golden)
    await store.drift.put('g1', compared('A1', 'Bahnhofstrasse 31'))
    await store.drift.put(
      'g1',
      compared('A2', 'Bahnhofstrasse 31', [
        thing('scenes', 'night'),
        thing('scenes', 'sun', 'missing'),
        thing('rooms', 'bath', 'extra'),
      ]),
    )
    await store.drift.put('g1', compared('A3', '', [thing('scenes', 'night')], { source: 'backup', asOf: 2 }))
    await store.drift.put('g1', compared('B1', 'Am Bach', [], { source: 'none', asOf: undefined }))
    return store
  }

  test('what they are like is counted by house, by gateway and by thing', async () => {
    const { drift } = await filled()
    expect(await drift.figures('g1', 'A2')).toEqual({
      ...{ gateways: 4, same: 1, differing: 2, places: 4, allowed: 0, kept: 1, oldest: 2, changed: 3 },
    })
    expect(await drift.houses('g1', all)).toEqual({
      data: [
        { house: 'Am Bach', place: '8400 Winterthur', gateways: 1, differing: 0, cells: {} },
        {
          ...{ house: 'Bahnhofstrasse 31', place: '8400 Winterthur', gateways: 2, differing: 1 },
          cells: { scenes: 1, rooms: 1 },
        },
        { house: '', place: '8400 Winterthur', gateways: 1, differing: 1, cells: { scenes: 1 } },
      ],
      count: 3,
    })
    expect((await drift.houses('g1', { ...all, differing: true, limit: 1, page: 2 })).data).toHaveLength(1)
    expect((await drift.houses('g1', { ...all, differing: true })).count).toBe(2)
    const { data, count } = await drift.gateways('g1', { page: 1, limit: 10, state: 'differs' })
    expect([count, data.map(({ serialNumber, cells }) => [serialNumber, cells])]).toEqual([
      2,
      [
        ['A2', { scenes: 2, rooms: 1 }],
        ['A3', { scenes: 1 }],
      ],
    ])
    const states = await Promise.all(
      (['same', 'unknown'] as const).map((state) => drift.gateways('g1', { page: 1, limit: 10, state })),
    )
    expect(states.map((one) => one.data.map(({ serialNumber }) => serialNumber))).toEqual([['A1'], ['B1']])
    const things = await drift.things('g1', 'scenes', { limit: 10 })
    expect(things.map(({ key, how, gateways }) => [key, how, gateways])).toEqual([
      ['night', 'changed', 2],
      ['sun', 'missing', 1],
    ])
    expect(things[0]?.example).toEqual({
      ...{ serialNumber: 'A2', name: 'Home A2', rows: [{ what: 'time', now: '22:30', model: '22:45' }] },
    })
    expect(await drift.things('g1', 'scenes', { limit: 10, house: '' })).toHaveLength(1)
    expect(
      await drift.differing('g1', {
        things: [
          { aspect: 'scenes', key: 'night' },
          { aspect: 'scenes', key: 'sun' },
        ],
      }),
    ).toEqual(['A2', 'A3'])
    expect(
      await drift.differing('g1', { things: [{ aspect: 'scenes', key: 'night' }], serialNumber: 'A3' }),
    ).toEqual(['A3'])
    // What the model has not is nothing that could be brought.
    expect(await drift.differing('g1', { things: [{ aspect: 'rooms', key: 'bath' }] })).toEqual([])
    expect(await drift.differing('g1', { things: [] })).toEqual([])
  })

  test('what may differ counts no more, and again when it may not', async () => {
    const { drift, goldenHomes } = await filled()
    await drift.allow('g1', { aspect: 'scenes', key: 'night' }, true)
    expect(await goldenHomes.setAllowances('g1', [], [{ aspect: 'scenes', key: 'night' }])).toBe(true)
    expect(await goldenHomes.setAllowances('g1', [], [{ aspect: 'scenes', key: 'party' }])).toBe(false)
    expect((await goldenHomes.find('g1'))?.allowances).toEqual([{ aspect: 'scenes', key: 'night' }])
    expect(await drift.figures('g1', 'A1')).toMatchObject({ same: 2, differing: 1, places: 2, allowed: 2 })
    expect((await drift.houses('g1', all)).data.at(-1)).toMatchObject({ differing: 0, cells: {} })
    expect(await drift.differing('g1', { things: [{ aspect: 'scenes', key: 'night' }] })).toEqual([])
    expect((await drift.things('g1', 'scenes', { limit: 10 }))[0]).toMatchObject({
      key: 'night',
      allowed: true,
    })
    await drift.allow('g1', { aspect: 'scenes', key: 'night' }, false)
    expect(await drift.figures('g1', 'A1')).toMatchObject({ same: 1, differing: 2, places: 4, allowed: 0 })
  })

  test('a gateway that is compared anew has what it has now; who leaves the group counts no more', async () => {
    const { drift, groups } = await filled()
    await drift.put('g1', compared('A2', 'Bahnhofstrasse 31'))
    expect(await drift.figures('g1', 'A2')).toMatchObject({ same: 2, differing: 1, changed: 0 })
    await groups.takeOut('estate', { kind: 'gateway', id: 'A3' })
    expect(await drift.figures('g1', 'A2')).toMatchObject({ gateways: 3, same: 2, differing: 0, kept: 0 })
    expect((await drift.gateways('g1', { page: 1, limit: 10 })).count).toBe(3)
    expect(await drift.put('g1', compared('none', ''))).toBe(false)
    expect(await drift.put('g2', compared('A1', ''))).toBe(false)
  })

  test('golden homes have names of their own, and go with their group', async () => {
    const { goldenHomes, groups, drift } = await filled()
    await expect(goldenHomes.create({ ...golden, id: 'g2', name: 'FLAT' })).rejects.toThrow()
    await expect(goldenHomes.create({ ...golden, id: 'g2', name: 'Loft', groupId: 'none' })).rejects.toThrow()
    await goldenHomes.create({ ...golden, id: 'g2', name: 'Attic' })
    const { data, count } = await goldenHomes.list({ page: 1, limit: 1 })
    expect([count, data.map(({ name }) => name)]).toEqual([2, ['Attic']])
    expect(await goldenHomes.renew('g2', { ...golden, serialNumber: 'B1', asOf: 7 })).toBe(true)
    expect(await goldenHomes.began('g2', 'job')).toBe(true)
    expect(await goldenHomes.compared('g2', 8)).toBe(true)
    expect(await goldenHomes.find('g2')).toMatchObject({
      serialNumber: 'B1',
      asOf: 7,
      job: 'job',
      comparedAt: 8,
      reading,
    })
    expect(await goldenHomes.compared('g3', 8)).toBe(false)
    expect(await goldenHomes.remove('g2')).toBe(true)
    expect(await goldenHomes.remove('g2')).toBe(false)
    await groups.remove('estate')
    expect(await goldenHomes.find('g1')).toBeUndefined()
    expect((await drift.gateways('g1', { page: 1, limit: 10 })).count).toBe(0)
  })
})
