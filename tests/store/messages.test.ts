import { describe, expect, test } from 'vitest'
import { enginesUnderTest } from './engines.ts'
import { account } from './samples.ts'

const engines = await enginesUnderTest()

describe.each(engines)('S-10 on $name', ({ fresh }) => {
  describe('accounts', () => {
    test('are activated once, and say whether they are', async () => {
      const { accounts } = await fresh()
      await accounts.create(account('mia'), {
        passwordHash: null,
        at: 1,
        activated: false,
        policyVersion: 'v1',
      })
      const standing = async () => (await accounts.credentials('mia@gatehouse.test'))?.standing
      expect(await standing()).toEqual({ activated: false, policyVersion: 'v1' })
      expect(await accounts.activate('mia', 2)).toBe(true)
      expect(await accounts.activate('mia', 3)).toBe(false)
      expect(await accounts.acceptPolicies('mia', 'v2', 4)).toBe(true)
      expect(await standing()).toEqual({ activated: true, policyVersion: 'v2' })
      expect(await accounts.activate('nobody', 2)).toBe(false)
      expect(await accounts.acceptPolicies('nobody', 'v2', 4)).toBe(false)
    })

    test('keep what is changed in a profile and nothing else', async () => {
      const { accounts } = await fresh()
      const mia = account('mia', { firstName: 'Mia', lastName: 'Frei', gender: 'female', country: 'CH' })
      await accounts.create(mia, { passwordHash: 'hash', at: 1 })
      expect(await accounts.updateProfile('mia', { lastName: 'Ott', preferredLanguage: 'ch_EN' })).toBe(true)
      expect(await accounts.find('mia')).toEqual({ ...mia, lastName: 'Ott', preferredLanguage: 'ch_EN' })
      expect(await accounts.passwordHash('mia')).toBe('hash')
      expect(await accounts.updateProfile('nobody', { lastName: 'Ott' })).toBe(false)
    })

    test('are marked for deletion once, and found when their time is over', async () => {
      const { accounts } = await fresh()
      for (const id of ['mia', 'kim', 'leo'])
        await accounts.create(account(id), { passwordHash: null, at: 1 })
      expect(await accounts.markForDeletion('mia', 10)).toBe(true)
      expect(await accounts.markForDeletion('mia', 99)).toBe(false)
      await accounts.markForDeletion('kim', 20)
      expect(await accounts.find('mia')).toMatchObject({ isProfileMarkedForDeletion: true })
      expect(await accounts.find('leo')).not.toHaveProperty('isProfileMarkedForDeletion')
      expect([await accounts.markedBefore(10), await accounts.markedBefore(11)]).toEqual([[], ['mia']])
      expect(await accounts.markedBefore(21)).toEqual(['kim', 'mia'])
    })
  })

  describe('one-time codes', () => {
    const purpose = { userId: 'mia', action: 'replace', uniqueIdentifier: 'G1' }

    test('A-06 are for one person, action and thing, and the newest alone is worth something', async () => {
      const { accounts, otps } = await fresh()
      await accounts.create(account('mia'), { passwordHash: null, at: 1 })
      await otps.replace({ ...purpose, hash: 'first', expiresAt: 100 })
      await otps.replace({ ...purpose, hash: 'second', expiresAt: 100 })
      expect(await otps.countTry(purpose, 5, 50)).toBe('second')
      for (const other of [{ userId: 'kim' }, { action: 'export' }, { uniqueIdentifier: 'G2' }])
        expect(await otps.countTry({ ...purpose, ...other }, 5, 50)).toBeUndefined()
      // Joined, these would read alike.
      const shifted = { ...purpose, action: 'replaceG', uniqueIdentifier: '1' }
      expect(await otps.countTry(shifted, 5, 50)).toBeUndefined()
    })

    test('A-06 of ten simultaneous tries five are looked at, and of ten uses one counts', async () => {
      const { accounts, otps } = await fresh()
      await accounts.create(account('mia'), { passwordHash: null, at: 1 })
      await otps.replace({ ...purpose, hash: 'code', expiresAt: 100 })
      const tries = await Promise.all(Array.from({ length: 10 }, () => otps.countTry(purpose, 5, 50)))
      expect(tries.filter((hash) => hash !== undefined)).toHaveLength(5)
      const uses = await Promise.all(Array.from({ length: 10 }, () => otps.take(purpose, 'code')))
      expect(uses.filter(Boolean)).toHaveLength(1)
    })

    test('A-06 end with their time, with a newer one, and with the account', async () => {
      const { accounts, otps } = await fresh()
      await accounts.create(account('mia'), { passwordHash: null, at: 1 })
      await otps.replace({ ...purpose, hash: 'first', expiresAt: 100 })
      expect(await otps.countTry(purpose, 5, 100)).toBeUndefined()
      await otps.replace({ ...purpose, hash: 'second', expiresAt: 200 })
      expect(await otps.take(purpose, 'first')).toBe(false)
      expect([await otps.purge(199), await otps.purge(200)]).toEqual([0, 1])
      await otps.replace({ ...purpose, hash: 'third', expiresAt: 300 })
      await accounts.remove('mia')
      expect(await otps.countTry(purpose, 5, 50)).toBeUndefined()
    })
  })

  describe('the outbox', () => {
    const message = (id: string, at: number, more = {}) => ({
      id,
      at,
      channel: 'mail' as const,
      to: 'mia@gatehouse.test',
      subject: 'Hello',
      state: 'waiting' as const,
      sealed: 'sealed',
      ...more,
    })

    test('lists the newest first, page by page, and never the text', async () => {
      const { outbox } = await fresh()
      for (const [at, id] of ['a', 'b', 'c'].entries()) await outbox.put(message(id, at))
      const { data, count } = await outbox.list({ page: 1, limit: 2 })
      expect([data.map(({ id }) => id), count]).toEqual([['c', 'b'], 3])
      expect((await outbox.list({ page: 2, limit: 2 })).data.map(({ id }) => id)).toEqual(['a'])
      expect(data[0]).not.toHaveProperty('sealed')
      expect(await outbox.find('a')).toMatchObject({ sealed: 'sealed', tries: 0 })
    })

    test('V-10 is searched literally: % and _ are what they are', async () => {
      const { outbox } = await fresh()
      await outbox.put(message('a', 1, { subject: '100 % sure' }))
      await outbox.put(message('b', 2, { subject: 'a_b', to: 'ÖTZI@gatehouse.test' }))
      const found = async (searchText: string) =>
        (await outbox.list({ page: 1, limit: 10, searchText })).data.map(({ id }) => id)
      expect([
        await found('%'),
        await found('_'),
        await found('ötzi'),
        await found("'; drop table outbox; --"),
      ]).toEqual([['a'], ['b'], ['b'], []])
      expect(await found('')).toEqual(['b', 'a'])
    })

    test('gives each waiting message to one taker at a time, the one that waited longest first', async () => {
      const { outbox } = await fresh()
      await outbox.put(message('late', 5))
      await outbox.put(message('early', 1))
      await outbox.put(message('kept', 0, { state: 'outbox' }))
      expect(await outbox.claim('mail', 0, 10)).toBeUndefined()
      expect((await outbox.claim('mail', 9, 20))?.id).toBe('early')
      const both = await Promise.all([outbox.claim('mail', 9, 20), outbox.claim('mail', 9, 20)])
      expect(both.flatMap((one) => (one ? [one.id] : []))).toEqual(['late'])
      // Whoever took it died.
      expect(await outbox.claim('mail', 20, 30)).toMatchObject({ tries: 2 })
    })

    test('forgets the text of what was sent, failed for good, or is old', async () => {
      const { outbox } = await fresh()
      for (const id of ['a', 'b', 'c', 'd']) await outbox.put(message(id, 1))
      await outbox.sent('a')
      await outbox.failed('b', 'no such address', undefined)
      await outbox.failed('c', 'busy', 50)
      expect(await outbox.find('a')).not.toHaveProperty('sealed')
      expect(await outbox.find('b')).toMatchObject({ state: 'failed', error: 'no such address' })
      expect(await outbox.find('b')).not.toHaveProperty('sealed')
      expect(await outbox.find('c')).toMatchObject({ state: 'waiting', error: 'busy', sealed: 'sealed' })
      await outbox.purge({ texts: 2, messages: 1 })
      expect(await outbox.find('c')).not.toHaveProperty('sealed')
      await outbox.purge({ texts: 2, messages: 2 })
      expect((await outbox.list({ page: 1, limit: 9 })).count).toBe(0)
    })
  })
})
