import { describe, expect, test } from 'vitest'
import { MissingReferenceError } from '#server/store/errors.ts'
import { enginesUnderTest } from './engines.ts'
import { account, gateway } from './samples.ts'

const engines = await enginesUnderTest()

describe.each(engines)('S-10 on $name: notifications', ({ fresh }) => {
  const filled = async () => {
    const store = await fresh()
    for (const id of ['mia', 'kim']) await store.accounts.create(account(id), { passwordHash: null, at: 1 })
    await store.gateways.create(gateway('G1', { userId: 'mia' }))
    const tell = (userId: string, title: string, at: number) =>
      store.notifications.add({ userId, gateway: 'G1', at, title, body: `${title}.`, kind: 'rule' })
    return { store, tell, notifications: store.notifications }
  }

  test('are counted until they are seen, each person for himself', async () => {
    const { notifications, tell } = await filled()
    const first = await tell('mia', 'Smoke', 10)
    const second = await tell('mia', 'Water', 10)
    await tell('kim', 'Smoke', 10)
    expect(await notifications.missed('mia')).toBe(2)
    expect(await notifications.seen('mia', first.id)).toBe(1)
    expect(await notifications.seen('mia', second.id)).toBe(0)
    expect(await notifications.seen('mia', second.id)).toBe(0)
    expect([await notifications.missed('mia'), await notifications.missed('kim')]).toEqual([0, 1])
  })

  test('come page by page, the newest first, also those of one millisecond', async () => {
    const { notifications, tell } = await filled()
    for (let n = 0; n < 25; n++) await tell('mia', `N${n}`, 10)
    const page = (page: number) => notifications.list('mia', { page, limit: 10 })
    const pages = await Promise.all([page(1), page(2), page(3)])
    expect(pages.flatMap(({ data }) => data.map(({ title }) => title))).toEqual(
      Array.from({ length: 25 }, (_, n) => `N${24 - n}`),
    )
    expect(pages.map(({ count }) => count)).toEqual([25, 25, 25])
    expect(pages[0]?.data[0]).toEqual({
      id: expect.stringMatching(/^[a-z0-9]+$/),
      gateway: 'G1',
      at: '1970-01-01T00:00:00.010Z',
      title: 'N24',
      body: 'N24.',
      kind: 'rule',
      seen: false,
    })
  })

  test('one that arrives after the list was shown stays missed', async () => {
    const { notifications, tell } = await filled()
    const shown = await tell('mia', 'Smoke', 10)
    await tell('mia', 'Water', 10)
    await notifications.seen('mia', shown.id)
    const { data } = await notifications.list('mia', { page: 1, limit: 10 })
    expect(data.map(({ title, seen }) => [title, seen])).toEqual([
      ['Water', false],
      ['Smoke', true],
    ])
  })

  test('are about a gateway and for an account that exist, and go with the account', async () => {
    const { store, notifications, tell } = await filled()
    await expect(tell('nobody', 'Smoke', 1)).rejects.toBeInstanceOf(MissingReferenceError)
    const elsewhere = { userId: 'mia', gateway: 'G2', at: 1, title: 'Smoke', body: '', kind: 'rule' } as const
    await expect(notifications.add(elsewhere)).rejects.toBeInstanceOf(MissingReferenceError)
    await tell('kim', 'Smoke', 1)
    await store.accounts.remove('kim')
    expect((await notifications.list('kim', { page: 1, limit: 10 })).count).toBe(0)
  })

  test('are forgotten after their time', async () => {
    const { notifications, tell } = await filled()
    await tell('mia', 'Old', 10)
    await tell('mia', 'New', 20)
    expect([await notifications.purge(10), await notifications.purge(20)]).toEqual([0, 1])
    expect(await notifications.missed('mia')).toBe(1)
  })
})
