import { describe, expect, test } from 'vitest'
import { oneStore } from '../../../tests/store/one.ts'
import { account, gateway } from '../../../tests/store/samples.ts'
import { INVITATION } from './accounts.ts'
import type { AccountState } from './people.ts'

const open = oneStore()

describe('accounts as administrators look at them', () => {
  const make = async (id: string, state: AccountState, more: object = {}) => {
    const { accounts } = open.store
    const waits = state === 'invited' || state === 'inactive'
    await accounts.create(account(id, more), {
      passwordHash: null,
      at: 5,
      activated: !waits,
      ...(state === 'invited' && { onBoardingSource: INVITATION }),
    })
    if (state === 'disabled') await accounts.disable(id, 6)
    if (state === 'deleted') await accounts.markForDeletion(id, 6)
  }
  const states = ['active', 'deleted', 'disabled', 'inactive', 'invited'] as const
  const list = async (more: object = {}) =>
    (await open.store.people.list({ page: 1, limit: 20, ...more })).data.map(({ id }) => id)

  test('are listed by user name, by pages, and by their state, of which each has one', async () => {
    for (const state of states) await make(state, state)
    expect(await list()).toEqual(states)
    for (const state of states) {
      expect(await list({ state })).toEqual([state])
      expect((await open.store.people.find(state))?.state).toBe(state)
    }
    const second = await open.store.people.list({ page: 2, limit: 2 })
    expect([second.count, second.data.map(({ id }) => id)]).toEqual([5, ['disabled', 'inactive']])
  })

  test('are found by names and role, literally', async () => {
    await make('zoe', 'active', { firstName: 'Zoë', lastName: '50%', groups: ['installer'] })
    expect(await list({ searchText: 'ZOË' })).toEqual(['zoe'])
    expect(await list({ searchText: 'zoe@' })).toEqual(['zoe'])
    expect(await list({ searchText: '%' })).toEqual(['zoe'])
    expect(await list({ searchText: '_' })).toEqual([])
    expect(await list({ role: 'installer' })).toEqual(['zoe'])
    expect(await list({ role: 'installer', searchText: 'active' })).toEqual([])
    expect(await open.store.people.find('zoe')).toMatchObject({
      username: 'zoe@gatehouse.test',
      firstName: 'Zoë',
      groups: ['installer'],
      createdAt: 5,
    })
  })

  test('several at once are as each by itself, and whoever is not there is left out', async () => {
    const { people } = open.store
    expect(await people.some([])).toEqual([])
    const some = await people.some(['active', 'nobody', 'deleted'])
    expect(some.map(({ id, state }) => [id, state]).toSorted()).toEqual([
      ['active', 'active'],
      ['deleted', 'deleted'],
    ])
    expect(await people.find('nobody')).toBeUndefined()
  })

  test('get another sub-role, and keep their role', async () => {
    const { people } = open.store
    expect(await people.setSubrole('active', 'keeper')).toBe(true)
    expect((await people.find('active'))?.groups).toEqual(['users', 'keeper'])
    expect(await people.setSubrole('active', undefined)).toBe(true)
    expect((await people.find('active'))?.groups).toEqual(['users'])
    expect(await people.setSubrole('nobody', 'keeper')).toBe(false)
  })
})

describe('what is removed by the beginning of its id', () => {
  test('accounts, with their tokens and mails; their gateways become free and lose what opened them', async () => {
    const { accounts, gateways, tokens, gatewayPins, outbox, purge } = open.store
    for (const id of ['demo-1', 'demo-2', 'demo', 'demo.', 'other'])
      await accounts.create(account(id), { passwordHash: null, at: 1 })
    await gateways.create(gateway('OWN', { userId: 'demo-1' }))
    await gateways.create(gateway('FOREIGN', { userId: 'other' }))
    for (const serial of ['OWN', 'FOREIGN']) {
      await gateways.setSecretHash(serial, 'secret')
      await gatewayPins.setHash(serial, 'pin')
    }
    for (const subject of ['demo-1', 'other'])
      await tokens.put({ token: subject, purpose: 'p', subject, expiresAt: 100 })
    for (const id of ['demo-1', 'other'])
      await outbox.put({
        id,
        at: 1,
        channel: 'mail',
        to: `${id}@gatehouse.test`,
        subject: 's',
        state: 'waiting',
        sealed: 'x',
      })
    expect(await purge.accounts('demo-')).toBe(2)
    expect(await purge.accounts('demo-')).toBe(0)
    for (const left of ['demo', 'demo.', 'other']) expect(await accounts.find(left)).toBeDefined()
    expect([await gateways.secretHash('OWN'), await gatewayPins.hash('OWN')]).toEqual([undefined, undefined])
    expect((await gateways.find('OWN'))?.userId ?? null).toBeNull()
    expect([await gateways.secretHash('FOREIGN'), await gatewayPins.hash('FOREIGN')]).toEqual([
      'secret',
      'pin',
    ])
    expect([await tokens.peek('p', 'demo-1', 1), (await tokens.peek('p', 'other', 1))?.subject]).toEqual([
      undefined,
      'other',
    ])
    expect([await outbox.find('demo-1'), (await outbox.find('other'))?.id]).toEqual([undefined, 'other'])
  })

  test('gateways, with their tokens, and firmware', async () => {
    const { gateways, tokens, firmware, purge } = open.store
    for (const serial of ['D1', 'D2', 'E1']) await gateways.create(gateway(serial, { _id: `gw-${serial}` }))
    await tokens.put({ token: 'd', purpose: 'p', subject: 'D1', expiresAt: 100 })
    await tokens.put({ token: 'e', purpose: 'p', subject: 'E1', expiresAt: 100 })
    expect(await purge.gateways('gw-D')).toBe(2)
    expect([await gateways.find('D1'), (await gateways.find('E1'))?.serialNumber]).toEqual([undefined, 'E1'])
    expect([await tokens.peek('p', 'd', 1), (await tokens.peek('p', 'e', 1))?.subject]).toEqual([
      undefined,
      'E1',
    ])
    for (const id of ['fw-1', 'fx-1'])
      await firmware.create({ id, model: 'M', version: '1', description: { ch_EN: 'new' }, at: 1 })
    expect(await purge.firmware('fw-')).toBe(1)
    expect((await firmware.ofModel('M')).map(({ id }) => id)).toEqual(['fx-1'])
  })
})

describe('what is new in a firmware', () => {
  test.each([
    ['one text', 'Faster.'],
    ['one for each language', { ch_DE: 'Schneller.', ch_EN: 'Faster.' }],
    ['a text that begins like several', '{not several'],
    ['a text that is JSON of something else', '{"a":1}'],
    ['an empty text', ''],
  ])('comes back as it was: %s', async (what, description) => {
    const { firmware } = open.store
    const campaign = { id: what, model: what, version: '1.2', description, at: 7 }
    await firmware.create(campaign)
    expect(await firmware.find(what)).toEqual(campaign)
    expect(await firmware.ofModel(what)).toEqual([campaign])
  })
})
