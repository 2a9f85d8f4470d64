import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { oneStore } from '../../../tests/store/one.ts'
import { account, gateway } from '../../../tests/store/samples.ts'
import { ConflictError, MissingReferenceError } from '../errors.ts'

const open = oneStore()
const person = async (): Promise<string> => {
  const id = randomUUID()
  await open.store.accounts.create(account(id), { passwordHash: null, at: 1 })
  return id
}
const home = async (): Promise<string> => {
  const serialNumber = randomUUID()
  await open.store.gateways.create(gateway(serialNumber))
  return serialNumber
}

describe('authenticator apps', () => {
  test('one an account, the newer in the place of the older', async () => {
    const { factors } = open.store
    const userId = await person()
    expect([await factors.authenticator(userId), await factors.any(userId)]).toEqual([undefined, false])
    await factors.putAuthenticator(userId, { sealed: 'one', step: 5, at: 10 })
    expect(await factors.authenticator(userId)).toEqual({ sealed: 'one', createdAt: 10 })
    expect(await factors.spendStep(userId, 6, 11)).toBe(true)
    expect(await factors.authenticator(userId)).toEqual({ sealed: 'one', createdAt: 10, lastUsedAt: 11 })
    await factors.putAuthenticator(userId, { sealed: 'two', step: 3, at: 20 })
    expect(await factors.authenticator(userId)).toEqual({ sealed: 'two', createdAt: 20 })
    expect(await factors.any(userId)).toBe(true)
    expect([await factors.removeAuthenticator(userId), await factors.removeAuthenticator(userId)]).toEqual([
      true,
      false,
    ])
  })

  test('a step of time is spent once, and none before it', async () => {
    const { factors } = open.store
    const userId = await person()
    await factors.putAuthenticator(userId, { sealed: 's', step: 5, at: 1 })
    const spent = await Promise.all([5, 4, 6, 6].map((step) => factors.spendStep(userId, step, 2)))
    expect(spent).toEqual([false, false, true, false])
    expect(await factors.spendStep(await person(), 9, 2)).toBe(false)
  })
})

describe('recovery codes', () => {
  test('are used once each, and new ones end the old', async () => {
    const { factors } = open.store
    const [userId, other] = [await person(), await person()]
    await factors.putRecoveryCodes(userId, ['a', 'b'])
    expect(await factors.recoveryCodesLeft(userId)).toBe(2)
    expect([await factors.takeRecoveryCode(other, 'a'), await factors.takeRecoveryCode(userId, 'a')]).toEqual(
      [false, true],
    )
    expect(await factors.takeRecoveryCode(userId, 'a')).toBe(false)
    await factors.putRecoveryCodes(userId, ['c'])
    expect([await factors.takeRecoveryCode(userId, 'b'), await factors.recoveryCodesLeft(userId)]).toEqual([
      false,
      1,
    ])
  })

  test('go with all factors, which say whether there were any', async () => {
    const { factors, passkeys } = open.store
    const userId = await person()
    await factors.putRecoveryCodes(userId, ['a'])
    expect([await factors.reset(userId), await factors.recoveryCodesLeft(userId)]).toEqual([false, 0])
    await factors.putAuthenticator(userId, { sealed: 's', step: 1, at: 1 })
    expect([await factors.reset(userId), await factors.any(userId)]).toEqual([true, false])
    await passkeys.add(passkey(userId))
    expect([await factors.any(userId), await factors.reset(userId), await factors.any(userId)]).toEqual([
      true,
      true,
      false,
    ])
  })
})

const passkey = (userId: string, more: object = {}) => ({
  id: randomUUID(),
  userId,
  name: 'Key',
  publicKey: 'public',
  counter: 5,
  transports: ['usb', 'nfc'],
  createdAt: 10,
  ...more,
})

describe('passkeys', () => {
  test('are found by their id, and listed by age', async () => {
    const { passkeys } = open.store
    const userId = await person()
    const [older, newer] = [passkey(userId), passkey(userId, { createdAt: 11 })]
    await passkeys.add(newer)
    await passkeys.add(older)
    expect(await passkeys.find(older.id)).toEqual(older)
    expect((await passkeys.ofUser(userId)).map(({ id }) => id)).toEqual([older.id, newer.id])
    expect([await passkeys.find('x'), await passkeys.ofUser('x')]).toEqual([undefined, []])
    await expect(passkeys.add({ ...older, userId: await person() })).rejects.toBeInstanceOf(ConflictError)
  })

  test('are used when they have counted on, or do not count at all', async () => {
    const { passkeys } = open.store
    const userId = await person()
    const [one, quiet] = [passkey(userId), passkey(userId, { counter: 0 })]
    await passkeys.add(one)
    await passkeys.add(quiet)
    const used = (id: string, counter: number) => passkeys.used(id, counter, 20)
    expect([await used(one.id, 5), await used(one.id, 4), await used('x', 9)]).toEqual([false, false, false])
    expect(await passkeys.find(one.id)).not.toHaveProperty('lastUsedAt')
    expect([await used(one.id, 6), await used(quiet.id, 0), await used(quiet.id, 0)]).toEqual([
      true,
      true,
      true,
    ])
    expect(await passkeys.find(one.id)).toMatchObject({ counter: 6, lastUsedAt: 20 })
  })

  test('are renamed and removed by their owner alone', async () => {
    const { passkeys } = open.store
    const [userId, other] = [await person(), await person()]
    const one = passkey(userId)
    await passkeys.add(one)
    expect([await passkeys.rename(other, one.id, 'B'), await passkeys.rename(userId, one.id, 'A')]).toEqual([
      false,
      true,
    ])
    expect((await passkeys.find(one.id))?.name).toBe('A')
    expect([await passkeys.remove(other, one.id), await passkeys.remove(userId, one.id)]).toEqual([
      false,
      true,
    ])
    expect(await passkeys.remove(userId, one.id)).toBe(false)
  })
})

describe('devices that are known', () => {
  test('by what they keep, what they are and whose account it is', async () => {
    const { knownDevices } = open.store
    const [userId, other] = [await person(), await person()]
    const device = { userId, token: 't', label: 'Firefox' }
    expect(await knownDevices.seen(device, 5)).toBe(false)
    await knownDevices.add(device, 5)
    await knownDevices.add(device, 6)
    expect([await knownDevices.seen(device, 7), await knownDevices.count(userId)]).toEqual([true, 1])
    for (const more of [{ userId: other }, { token: 'u' }, { label: 'Safari' }])
      expect(await knownDevices.seen({ ...device, ...more }, 7)).toBe(false)
  })

  test('that were forgotten are new again, and none of them the first', async () => {
    const { knownDevices } = open.store
    const [userId, other] = [await person(), await person()]
    const device = { userId, token: 't', label: 'Firefox' }
    await knownDevices.add(device, 5)
    await knownDevices.add({ ...device, userId: other }, 5)
    await knownDevices.forget(userId, 6)
    expect([await knownDevices.seen(device, 7), await knownDevices.count(userId)]).toEqual([false, 1])
    expect(await knownDevices.seen({ ...device, userId: other }, 7)).toBe(true)
  })

  test('that were not seen for long are forgotten', async () => {
    const { knownDevices } = open.store
    const userId = await person()
    const [old, young] = ['old', 'young'].map((token) => ({ userId, token, label: '' }))
    for (const one of [old, young]) if (one) await knownDevices.add(one, 100)
    if (young) await knownDevices.seen(young, 200)
    await knownDevices.purge(200)
    expect(await knownDevices.count(userId)).toBe(1)
    expect(young && (await knownDevices.seen(young, 300))).toBe(true)
  })
})

describe('what addresses said to the mails of a gateway', () => {
  test('is found by both and by the secret of its link, which stays when they think again', async () => {
    const { mailConsents } = open.store
    const [serialNumber, owner] = [await home(), await person()]
    const consent = {
      serialNumber,
      address: 'anna@gatehouse.test',
      owner,
      state: 'asked' as const,
      secret: randomUUID(),
      changedAt: 5,
    }
    await mailConsents.put(consent)
    expect(await mailConsents.find(serialNumber, consent.address)).toEqual(consent)
    await mailConsents.put({ ...consent, state: 'agreed', secret: 'another', changedAt: 6 })
    const now = { ...consent, state: 'agreed', changedAt: 6 }
    expect(await mailConsents.bySecret(consent.secret)).toEqual(now)
    expect(await mailConsents.bySecret('another')).toBeUndefined()
    expect(await mailConsents.find(serialNumber, 'beat@gatehouse.test')).toBeUndefined()
    expect(await mailConsents.find(await home(), consent.address)).toBeUndefined()
  })
})

describe('A-10 who somebody is elsewhere', () => {
  test('A-10 is found by issuer and subject, listed in their order, and ended by its key', async () => {
    const { externalIdentities } = open.store
    const [userId, other] = [await person(), await person()]
    const [a, b] = [`https://a-${userId}`, `https://b-${userId}`]
    for (const [issuer, subject] of [
      [b, '1'],
      [a, '2'],
      [a, '1'],
    ] as const)
      await externalIdentities.add({ issuer, subject, userId, at: 5 })
    expect(await externalIdentities.userOf(a, '1')).toBe(userId)
    expect([await externalIdentities.userOf(b, '2'), await externalIdentities.userOf('x', '1')]).toEqual([
      undefined,
      undefined,
    ])
    expect(await externalIdentities.issuersOf(userId)).toEqual([a, a, b])
    const all = await externalIdentities.ofUser(userId)
    expect(all.map(({ issuer, subject, createdAt }) => [issuer, subject, createdAt])).toEqual([
      [a, '1', 5],
      [a, '2', 5],
      [b, '1', 5],
    ])
    const key = all[1]?.key ?? ''
    expect(key).toMatch(/^[\w-]{22}$/)
    expect([
      await externalIdentities.remove(other, key),
      await externalIdentities.remove(userId, 'x'),
    ]).toEqual([false, false])
    expect([
      await externalIdentities.remove(userId, key),
      await externalIdentities.remove(userId, key),
    ]).toEqual([true, false])
    expect((await externalIdentities.ofUser(userId)).map(({ subject }) => subject)).toEqual(['1', '1'])
  })
})

describe('the order of tiles', () => {
  test('is each person’s own, for each home; an empty one is none', async () => {
    const { tileOrders } = open.store
    const [userId, other, gw] = [await person(), await person(), await home()]
    await tileOrders.keep(userId, gw, ['a', 'b'])
    await tileOrders.keep(userId, gw, ['b', 'a'])
    expect(await tileOrders.of(userId, gw)).toEqual(['b', 'a'])
    expect([await tileOrders.of(other, gw), await tileOrders.of(userId, await home())]).toEqual([[], []])
    await tileOrders.keep(other, gw, ['c'])
    await tileOrders.keep(userId, gw, [])
    expect([await tileOrders.of(userId, gw), await tileOrders.of(other, gw)]).toEqual([[], ['c']])
    await expect(tileOrders.keep('nobody', gw, ['a'])).rejects.toBeInstanceOf(MissingReferenceError)
  })

  test('has a successor behind the device that it replaces, wherever it was before', async () => {
    const { tileOrders } = open.store
    const [one, two, three, gw] = [await person(), await person(), await person(), await home()]
    await tileOrders.keep(one, gw, ['a', 'old', 'b'])
    await tileOrders.keep(two, gw, ['new', 'old'])
    await tileOrders.keep(three, gw, ['a'])
    const changed = await tileOrders.succeed(gw, 'old', 'new')
    expect(changed.toSorted((a, b) => a.devices.length - b.devices.length)).toEqual([
      { userId: two, devices: ['old', 'new'] },
      { userId: one, devices: ['a', 'old', 'new', 'b'] },
    ])
    expect(await tileOrders.of(one, gw)).toEqual(['a', 'old', 'new', 'b'])
    expect(await tileOrders.of(three, gw)).toEqual(['a'])
  })
})

test('a mark stands since it was put, until it is taken away', async () => {
  const { marks } = open.store
  expect(await marks.since('demo')).toBeUndefined()
  await marks.put('demo', 5)
  await marks.put('demo', 6)
  expect(await marks.since('demo')).toBe(6)
  await marks.remove('demo')
  expect(await marks.since('demo')).toBeUndefined()
})

test('of a gateway that is not there nothing is known, and nothing can be kept', async () => {
  const { gatewayLife } = open.store
  const known = await Promise.all([
    gatewayLife.secureIdHash('nobody'),
    gatewayLife.replacement('nobody'),
    gatewayLife.address('nobody'),
    gatewayLife.homeOf('nobody'),
  ])
  expect(known).toEqual([undefined, undefined, undefined, undefined])
  expect([
    await gatewayLife.setSecureIdHash('nobody', 'h'),
    await gatewayLife.setHomeOf('nobody', 'h'),
    await gatewayLife.takePrivilege('nobody', 'anna'),
    await gatewayLife.endPrivilege('nobody'),
  ]).toEqual([false, false, false, false])
})
