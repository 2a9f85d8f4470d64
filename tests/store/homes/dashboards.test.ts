import { describe, expect, test } from 'vitest'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { MissingReferenceError } from '#server/store/errors.ts'
import { enginesUnderTest } from '../engines.ts'
import { account, gateway } from '../samples.ts'

const engines = await enginesUnderTest()
const NOBODY = { passwordHash: null, at: 1 }
const card = (id: string, ...of: string[]) => ({ id, kind: 'device', width: 2, height: 2, of })
const page = (...cards: ReturnType<typeof card>[]): Dashboard['pages'] => [{ id: 'first', cards }]

describe.each(engines)('S-10 Z-02 on $name: dashboards', ({ fresh }) => {
  const filled = async () => {
    const store = await fresh()
    for (const id of ['anna', 'beat']) await store.accounts.create(account(id), NOBODY)
    for (const sn of ['G1', 'G2']) await store.gateways.create(gateway(sn))
    return store
  }

  test('are each person’s own, for each home; at first there is none', async () => {
    const { dashboards } = await filled()
    expect(await dashboards.of('anna', 'G1')).toEqual({ revision: 0, pages: [] })
    const pages = page(card('a', 'lamp'))
    const kept = await dashboards.keep('anna', 'G1', { revision: 0, pages })
    expect(kept).toEqual({ revision: expect.any(Number), pages })
    expect(await dashboards.of('anna', 'G1')).toEqual(kept)
    for (const [who, where] of [
      ['beat', 'G1'],
      ['anna', 'G2'],
    ] as const)
      expect(await dashboards.of(who, where)).toEqual({ revision: 0, pages: [] })
    await expect(dashboards.keep('nobody', 'G1', { revision: 0, pages })).rejects.toBeInstanceOf(
      MissingReferenceError,
    )
  })

  test('L-09 of two who change the same one, the second is told; nothing is overwritten', async () => {
    const { dashboards } = await filled()
    const [first, second] = await Promise.all([
      dashboards.keep('anna', 'G1', { revision: 0, pages: page(card('a')) }),
      dashboards.keep('anna', 'G1', { revision: 0, pages: page(card('b')) }),
    ])
    expect([first, second].filter((kept) => kept === undefined)).toHaveLength(1)
    const kept = await dashboards.of('anna', 'G1')
    expect(kept).toEqual(first ?? second)
    expect(await dashboards.keep('anna', 'G1', { ...kept, revision: kept.revision + 7 })).toBeUndefined()
    expect((await dashboards.keep('anna', 'G1', kept))?.revision).toBe(kept.revision + 1)
  })

  test('cards of a device show the one that replaces it, its values too', async () => {
    const { dashboards } = await filled()
    const pages = page(card('a', 'old'), card('b', 'old/temp/value', 'older/temp/value'))
    const kept = await dashboards.keep('anna', 'G1', { revision: 0, pages })
    const revision = (kept?.revision ?? 0) + 1
    await dashboards.keep('beat', 'G1', { revision: 0, pages: page(card('c', 'other')) })
    await dashboards.keep('anna', 'G2', { revision: 0, pages })
    expect(await dashboards.succeed('G1', 'old', 'new')).toEqual([{ userId: 'anna', revision }])
    expect(await dashboards.of('anna', 'G1')).toEqual({
      revision,
      pages: page(card('a', 'new'), card('b', 'new/temp/value', 'older/temp/value')),
    })
    expect((await dashboards.of('anna', 'G2')).pages).toEqual(pages)
  })

  test('M-05 go with the account and with the gateway', async () => {
    const { dashboards, accounts } = await filled()
    await dashboards.keep('anna', 'G1', { revision: 0, pages: page(card('a')) })
    await accounts.remove('anna')
    await accounts.create(account('anna'), NOBODY)
    expect((await dashboards.of('anna', 'G1')).revision).toBe(0)
  })

  test('the first page of an account is kept with it', async () => {
    const { accounts } = await filled()
    expect((await accounts.find('anna'))?.startScreen).toBeUndefined()
    expect(await accounts.setStartScreen('anna', 'scenes')).toBe(true)
    expect((await accounts.find('anna'))?.startScreen).toBe('scenes')
    expect(await accounts.setStartScreen('nobody', 'scenes')).toBe(false)
  })
})
