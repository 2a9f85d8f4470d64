import { describe, expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import { enginesUnderTest } from './engines.ts'
import { account } from './samples.ts'

const engines = await enginesUnderTest()

describe.each(engines)('S-10 on $name accounts that are shut', ({ fresh }) => {
  const withAccounts = async (...ids: string[]): Promise<Store> => {
    const store = await fresh()
    for (const id of ids)
      await store.accounts.create(account(id, { groups: [id.startsWith('chief') ? 'admin' : 'users'] }), {
        passwordHash: 'hash',
        at: 1,
        activated: id !== 'new',
      })
    return store
  }

  test('are disabled and enabled once, and say so', async () => {
    const { accounts } = await withAccounts('mia', 'new')
    expect([await accounts.disable('mia', 5), await accounts.disable('mia', 6)]).toEqual([true, false])
    expect(await accounts.find('mia')).toMatchObject({ disabled: true })
    expect([await accounts.enable('mia'), await accounts.enable('mia')]).toEqual([true, false])
    expect(await accounts.find('mia')).not.toHaveProperty('disabled')
    expect([await accounts.disable('new', 5), await accounts.disable('nobody', 5)]).toEqual([false, false])
    await accounts.markForDeletion('mia', 7)
    expect(await accounts.disable('mia', 8)).toBe(false)
  })

  test('are found several at once, each as by itself; who is nobody is left out', async () => {
    const { accounts, people } = await withAccounts('mia', 'kim', 'new')
    await accounts.disable('mia', 5)
    const found = await people.some(['kim', 'nobody', 'mia'])
    expect(found.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
      await people.find('kim'),
      await people.find('mia'),
    ])
    expect(await people.some([])).toEqual([])
  })

  test('have no sessions, not even one that begins afterwards', async () => {
    const { accounts, sessions } = await withAccounts('mia', 'kim')
    const keys = []
    for (const userId of ['mia', 'kim'])
      keys.push((await sessions.create({ id: `id-${userId}`, userId, at: 2 })).key)
    await accounts.disable('mia', 5)
    await accounts.markForDeletion('kim', 5)
    for (const [n, id] of ['id-mia', 'id-kim'].entries()) {
      expect(await sessions.find(id)).toBeUndefined()
      expect(await sessions.findByKey(keys[n] ?? '')).toBeUndefined()
    }
    await accounts.enable('mia')
    expect(await sessions.find('id-mia')).toMatchObject({ userId: 'mia' })
  })

  test('are listed by their state, of which each has one', async () => {
    const { accounts, people } = await withAccounts('mia', 'kim', 'leo', 'new')
    await accounts.disable('kim', 5)
    await accounts.disable('leo', 5)
    await accounts.markForDeletion('leo', 5)
    const listed = async (state?: 'active' | 'inactive' | 'disabled' | 'deleted') =>
      (await people.list({ page: 1, limit: 9, state })).data.map((one) => `${one.id} ${one.state}`)
    expect(await listed('active')).toEqual(['mia active'])
    expect(await listed('inactive')).toEqual(['new inactive'])
    expect(await listed('disabled')).toEqual(['kim disabled'])
    expect(await listed('deleted')).toEqual(['leo deleted'])
    expect(await listed()).toEqual(['kim disabled', 'leo deleted', 'mia active', 'new inactive'])
  })

  test('of two administrators who shut out one another at once, one is told that nobody else is left', async () => {
    const store = await withAccounts('chief-a', 'chief-b', 'mia')
    const shut = (id: string) =>
      store.atomically(async ({ accounts }) => {
        if ((await accounts.administratorsBut(id)).length === 0) return 'last'
        await accounts.disable(id, 5)
        return 'done'
      })
    const told = await Promise.all([shut('chief-a'), shut('chief-b')])
    expect(told.toSorted()).toEqual(['done', 'last'])
  })

  test('nobody administers who was never activated, goes or is disabled', async () => {
    const { accounts } = await withAccounts('chief-a', 'chief-b', 'chief-c', 'mia')
    await accounts.disable('chief-b', 5)
    await accounts.markForDeletion('chief-c', 5)
    expect(await accounts.administratorsBut('chief-a')).toEqual([])
    await accounts.enable('chief-b')
    expect(await accounts.administratorsBut('chief-a')).toEqual([['admin']])
  })
})
