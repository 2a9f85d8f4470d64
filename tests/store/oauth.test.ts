import { describe, expect, test } from 'vitest'
import { ConflictError } from '#server/store/errors.ts'
import type { Store } from '#server/store/store.ts'
import { enginesUnderTest } from './engines.ts'
import { account, gateway } from './samples.ts'

const engines = await enginesUnderTest()

const grant = (id: string, more: Partial<Record<'userId' | 'clientId' | 'serialNumber', string>> = {}) => ({
  id,
  userId: 'mia',
  clientId: 'voice',
  serialNumber: 'G1',
  scope: 'gateway',
  at: 10,
  ...more,
})

async function peopled(fresh: () => Promise<Store>): Promise<Store> {
  const store = await fresh()
  for (const id of ['mia', 'kim']) await store.accounts.create(account(id), { passwordHash: null, at: 1 })
  for (const serial of ['G1', 'G2']) await store.gateways.create(gateway(serial, { userId: 'mia' }))
  return store
}

describe.each(engines)('S-10 what programs were allowed, on $name', ({ fresh }) => {
  test('S-08 a code is given to exactly one of many, and then only tells that it was used', async () => {
    const { oauth } = await peopled(fresh)
    await oauth.grant(grant('g'))
    const bound = { redirectUri: 'https://voice.example/', challenge: 'c' }
    await oauth.put([{ token: 'code', grantId: 'g', kind: 'code', bound, expiresAt: 100 }])
    const got = await Promise.all(Array.from({ length: 10 }, () => oauth.spend('code', 'code', 50)))
    expect(got.filter((one) => one?.state === 'fresh')).toEqual([
      { state: 'fresh', grant: { ...known('g'), lastUsedAt: null }, bound },
    ])
    expect(got.filter((one) => one?.state === 'again')).toHaveLength(9)
    expect(await oauth.spend('code', 'code', 100)).toBeUndefined()
    expect(await oauth.spend('refresh', 'code', 50)).toBeUndefined()
  })

  const known = (id: string) => {
    const { at: _at, ...rest } = grant(id)
    return rest
  }

  test('an access token names its grant until it is over', async () => {
    const { oauth } = await peopled(fresh)
    await oauth.grant(grant('g'))
    await oauth.put([{ token: 'access', grantId: 'g', kind: 'access', expiresAt: 100 }])
    expect(await oauth.grantOf('access', 99)).toEqual({ ...known('g'), lastUsedAt: null })
    await oauth.touch('g', 60)
    expect(await oauth.grantOf('access', 99)).toMatchObject({ lastUsedAt: 60 })
    expect(await oauth.grantOf('access', 100)).toBeUndefined()
    expect(await oauth.grantOf('other', 1)).toBeUndefined()
  })

  test('the list has a row for each program and gateway that can still be used', async () => {
    const { oauth } = await peopled(fresh)
    const allow = async (id: string, more: Parameters<typeof grant>[1], at: number) => {
      await oauth.grant({ ...grant(id, more), at })
      await oauth.put([{ token: `refresh ${id}`, grantId: id, kind: 'refresh', expiresAt: 100 }])
    }
    await allow('a', {}, 10)
    await allow('b', {}, 20)
    await allow('c', { serialNumber: 'G2' }, 30)
    await allow('d', { userId: 'kim' }, 40)
    await oauth.grant(grant('only asked', { clientId: 'pocket' }))
    await oauth.touch('b', 55)
    expect(await oauth.ofUser('mia', 50)).toEqual([
      { clientId: 'voice', serialNumber: 'G2', createdAt: 30, lastUsedAt: null },
      { clientId: 'voice', serialNumber: 'G1', createdAt: 10, lastUsedAt: 55 },
    ])
    expect(await oauth.ofUser('mia', 100)).toEqual([])
    const ended = await oauth.endAll({ userId: 'mia', clientId: 'voice', serialNumber: 'G1' })
    expect(ended.toSorted()).toEqual(['a', 'b'])
    expect(await oauth.ofUser('mia', 50)).toHaveLength(1)
    expect(await oauth.ofUser('kim', 50)).toHaveLength(1)
    expect(await oauth.spend('refresh', 'refresh a', 50)).toBeUndefined()
  })

  test('Z-07 goes with the account and with the gateway', async () => {
    const store = await peopled(fresh)
    const { oauth } = store
    await oauth.grant(grant('a'))
    await oauth.grant(grant('b', { userId: 'kim', serialNumber: 'G2' }))
    for (const id of ['a', 'b']) await oauth.put([{ token: id, grantId: id, kind: 'access', expiresAt: 100 }])
    await store.accounts.remove('kim')
    expect(await oauth.grantOf('b', 50)).toBeUndefined()
    expect(await oauth.grantOf('a', 50)).toBeDefined()
  })

  test('S-08 what is over is forgotten', async () => {
    const { oauth } = await peopled(fresh)
    for (const [id, expiresAt] of [
      ['old', 50],
      ['new', 200],
    ] as const) {
      await oauth.grant(grant(id))
      await oauth.put([{ token: id, grantId: id, kind: 'refresh', expiresAt }])
    }
    await oauth.purge(100)
    expect(await oauth.endAll({ userId: 'mia', clientId: 'voice' })).toEqual(['new'])
  })

  test('A-10 a person elsewhere is issuer and subject together, once', async () => {
    const { externalIdentities, accounts } = await peopled(fresh)
    const ada = { issuer: 'https://id.example', subject: 'ada', userId: 'mia', at: 1 }
    await externalIdentities.add(ada)
    await expect(externalIdentities.add({ ...ada, userId: 'kim' })).rejects.toBeInstanceOf(ConflictError)
    await externalIdentities.add({ ...ada, issuer: 'https://other.example', userId: 'kim' })
    expect(await externalIdentities.userOf('https://id.example', 'ada')).toBe('mia')
    expect(await externalIdentities.userOf('https://other.example', 'ada')).toBe('kim')
    expect(await externalIdentities.userOf('https://id.example', 'Ada')).toBeUndefined()
    expect(await externalIdentities.issuersOf('mia')).toEqual(['https://id.example'])
    await accounts.remove('mia')
    expect(await externalIdentities.userOf('https://id.example', 'ada')).toBeUndefined()
  })
})
