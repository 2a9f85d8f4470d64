import { describe, expect, test } from 'vitest'
import { MissingReferenceError } from '#server/store/errors.ts'
import { enginesUnderTest } from '../engines.ts'
import { gateway } from '../samples.ts'

const engines = await enginesUnderTest()
const KEPT = { scheduled: 3, byHand: 2 }
const taken = (at: number, byHand = false, name?: string) => ({
  at,
  byHand,
  ...(name !== undefined && { name }),
  total: 1,
  weak: ['a'],
  lost: [],
  nodes: [{ NodeID: 'a', networkType: 'zigbee' as const, status: 2 as const, device_name: 'A' }],
})

describe.each(engines)('S-08 S-10 on $name: snapshots of networks', ({ fresh }) => {
  const filled = async () => {
    const store = await fresh()
    await store.gateways.create(gateway('G1'))
    await store.gateways.create(gateway('G2'))
    return store.networkSnapshots
  }

  test('are listed newest first without their devices, and found with them', async () => {
    const snapshots = await filled()
    await snapshots.keep('G1', taken(10), KEPT)
    await snapshots.keep('G1', taken(20, true, 'by hand'), KEPT)
    const { nodes, ...span } = taken(20, true, 'by hand')
    expect(await snapshots.spans('G1', { page: 1, limit: 1 })).toEqual({ data: [span], count: 2 })
    expect(await snapshots.find('G1', 20)).toEqual({ ...span, nodes })
    expect(await snapshots.find('G1', 11)).toBeUndefined()
    expect((await snapshots.lastBefore('G1', 19))?.at).toBe(10)
    expect(await snapshots.lastBefore('G1', 9)).toBeUndefined()
    expect(await snapshots.lastScheduled('G1')).toBe(10)
  })

  test('so many of either kind are kept, of each gateway by itself', async () => {
    const snapshots = await filled()
    await snapshots.keep('G2', taken(1), KEPT)
    for (const at of [1, 2, 3, 4, 5]) await snapshots.keep('G1', taken(at), KEPT)
    for (const at of [6, 7, 8]) await snapshots.keep('G1', taken(at, true), KEPT)
    const { data } = await snapshots.spans('G1', { page: 1, limit: 100 })
    expect(data.map(({ at }) => at)).toEqual([8, 7, 5, 4, 3])
    expect((await snapshots.spans('G2', { page: 1, limit: 100 })).count).toBe(1)
  })

  test('one of the same moment is replaced, and none is kept of an unknown gateway', async () => {
    const snapshots = await filled()
    await snapshots.keep('G1', taken(1), KEPT)
    await snapshots.keep('G1', taken(1, true, 'again'), KEPT)
    expect((await snapshots.spans('G1', { page: 1, limit: 10 })).data).toMatchObject([{ name: 'again' }])
    await expect(snapshots.keep('nobody', taken(1), KEPT)).rejects.toBeInstanceOf(MissingReferenceError)
  })
})
