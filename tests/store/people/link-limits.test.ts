import { describe, expect, test } from 'vitest'
import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import { createRights } from '#server/rights.ts'
import { enginesUnderTest } from '../engines.ts'
import { account, gateway } from '../samples.ts'

const engines = await enginesUnderTest()
const limits = (rooms: string[]): LinkLimits => ({ everything: false, rooms, devices: [], hours: [] })

describe.each(engines)('S-10 on $name: what a link gives of a home', ({ fresh }) => {
  const opened = async (verified = true) => {
    const store = await fresh()
    for (const id of ['anna', 'beat', 'carla'])
      await store.accounts.create(account(id), { passwordHash: null, at: 1 })
    for (const sn of ['GW1', 'GW2']) await store.gateways.create(gateway(sn, { userId: 'anna' }))
    const link = (secondaryAccountId: string) =>
      store.memberships.link({
        ...{ _id: `link-${secondaryAccountId}`, masterAccountId: 'anna', secondaryAccountId },
        ...{ isSupport: false, verified, at: 1 },
      })
    await link('beat')
    await link('carla')
    return { store, rights: createRights(store) }
  }

  test('is of one person and one home, and everything where nothing is said', async () => {
    const { store, rights } = await opened()
    await store.linkLimits.set('link-beat', 'GW1', limits(['kitchen']))
    await store.linkLimits.set('link-beat', 'GW1', limits(['hall']))
    expect(await store.linkLimits.of('beat', 'GW1')).toEqual(limits(['hall']))
    for (const [who, sn] of [
      ['beat', 'GW2'],
      ['carla', 'GW1'],
      ['anna', 'GW1'],
    ] as const)
      expect([await store.linkLimits.of(who, sn), await rights.entryOf(who, sn)]).toEqual([undefined, 'all'])
    expect([await rights.entryOf('beat', 'GW1'), await rights.mayUseGateway('beat', 'GW1')]).toEqual([
      'limited',
      false,
    ])
    expect(await store.linkLimits.among(['link-beat', 'link-carla'])).toEqual(new Set(['link-beat']))
    await store.linkLimits.clear('link-beat', 'GW1')
    expect(await rights.entryOf('beat', 'GW1')).toBe('all')
  })

  test('nobody who is limited is among those who may use all of it', async () => {
    const { store } = await opened()
    await store.linkLimits.set('link-beat', 'GW1', limits([]))
    const ids = (list: readonly { userId: string }[]) => list.map(({ userId }) => userId)
    expect(ids(await store.memberships.entitledUsers('GW1'))).toEqual(['anna', 'carla'])
    expect(ids(await store.memberships.admittedUsers('GW1'))).toEqual(['anna', 'beat', 'carla'])
    expect(await store.memberships.entitledGateways('beat')).toEqual([
      { serialNumber: 'GW2', role: 'secondary' },
    ])
    expect(await store.memberships.admittedGateways('beat')).toEqual([
      { serialNumber: 'GW1', role: 'limited' },
      { serialNumber: 'GW2', role: 'secondary' },
    ])
  })

  test('counts for nothing before the link does nor for another owner, and goes with the link', async () => {
    const { store, rights } = await opened(false)
    await store.linkLimits.set('link-beat', 'GW1', limits(['kitchen']))
    await store.linkLimits.set('link-beat', 'GW2', limits(['kitchen']))
    expect([await store.linkLimits.of('beat', 'GW1'), await rights.entryOf('beat', 'GW1')]).toEqual([
      undefined,
      'none',
    ])
    await store.memberships.verify('link-beat')
    expect(await rights.entryOf('beat', 'GW1')).toBe('limited')
    await store.gateways.unassign('GW2')
    await store.gateways.assign('GW2', 'carla')
    expect([await store.linkLimits.of('beat', 'GW2'), await rights.entryOf('beat', 'GW2')]).toEqual([
      undefined,
      'none',
    ])
    await store.memberships.unlink('link-beat')
    expect((await store.linkLimits.ofLink('link-beat')).size).toBe(0)
  })

  test('goes over to the gateway that takes the place of another', async () => {
    const { store } = await opened()
    await store.linkLimits.set('link-beat', 'GW1', limits(['kitchen']))
    await store.linkLimits.set('link-carla', 'GW2', limits(['old']))
    await store.linkLimits.move('GW1', 'GW2')
    expect(await store.linkLimits.of('beat', 'GW2')).toEqual(limits(['kitchen']))
    expect([await store.linkLimits.of('beat', 'GW1'), await store.linkLimits.of('carla', 'GW2')]).toEqual([
      undefined,
      undefined,
    ])
  })
})
