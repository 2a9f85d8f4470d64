import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { conditionOf, GATEWAY_CONDITIONS } from '#gateway/lib/gateways/gateway-condition.ts'
import { ConflictError, MissingReferenceError } from '#server/store/errors.ts'
import type { GatewayOrder } from '#server/store/gateways/gateway-choice.ts'
import { shownRank } from '#server/store/gateways/gateway-state.ts'
import { sessionKeyOf } from '#server/store/people/sessions.ts'
import { openStore } from '#server/store/store.ts'
import { enginesUnderTest, folderInMemory, open } from './engines.ts'
import { account, gateway } from './samples.ts'

const engines = await enginesUnderTest()

test('what gateways are shown as is read in order from an index, not reckoned for each of a million', async () => {
  const folder = folderInMemory()
  await (await openStore(folder)).close()
  const database = new DatabaseSync(join(folder, 'gatehouse.db'))
  onTestFinished(() => database.close())
  const rank = shownRank.toOperationNode().sqlFragments.join('')
  const plan = (rest: string) =>
    database
      .prepare(`explain query plan select serial_number from gateways ${rest}`)
      .all()
      .map(({ detail }) => String(detail))
      .join('; ')
  expect(plan(`order by ${rank} desc, serial_number`)).toMatch(
    /^SCAN gateways USING (COVERING )?INDEX gateways_by_state$/,
  )
  expect(plan(`where ${rank} = 3`)).toMatch(/^SEARCH gateways USING (COVERING )?INDEX gateways_by_state /)
})

describe.each(engines)('S-10 on $name', ({ place, fresh }) => {
  describe('accounts', () => {
    test('are found by user name whatever its case, width and surrounding space', async () => {
      const { accounts } = await fresh()
      const mia = account('mia', {
        username: 'Mía.Ö@Gatehouse.test',
        firstName: 'Mía',
        groups: ['admin', 'sub'],
      })
      await accounts.create(mia, { passwordHash: 'hash', at: 1 })
      expect(await accounts.findByIdentity('  mía.ö@GATEHOUSE.TEST ')).toEqual(mia)
      expect(await accounts.findByIdentity('ｍía.ö@gatehouse.test')).toEqual(mia)
      expect(await accounts.findByIdentity('mia.ö@gatehouse.test')).toBeUndefined()
    })

    test('never show the password hash, except for signing in', async () => {
      const { accounts } = await fresh()
      await accounts.create(account('mia'), { passwordHash: 'a-hash', at: 1 })
      expect(JSON.stringify(await accounts.find('mia'))).not.toContain('a-hash')
      expect((await accounts.credentials('mia@gatehouse.test'))?.passwordHash).toBe('a-hash')
      expect(await accounts.passwordHash('mia')).toBe('a-hash')
      expect(await accounts.passwordHash('nobody')).toBeUndefined()
    })

    test('refuse an identity that is taken, also in other letters', async () => {
      const { accounts } = await fresh()
      await accounts.create(account('a', { username: 'mia' }), { passwordHash: null, at: 1 })
      const twin = accounts.create(account('b', { username: 'MIA' }), { passwordHash: null, at: 1 })
      await expect(twin).rejects.toBeInstanceOf(ConflictError)
      expect(await accounts.count()).toBe(1)
    })

    test('of 20 simultaneous sign-ups with one name exactly one wins', async () => {
      const { accounts } = await fresh()
      const tries = Array.from({ length: 20 }, (_, n) =>
        accounts.create(account(`u${n}`, { username: 'mia' }), { passwordHash: null, at: 1 }),
      )
      const outcomes = await Promise.allSettled(tries)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('keep a new password hash and language, and say when there is no such account', async () => {
      const { accounts } = await fresh()
      await accounts.create(account('mia'), { passwordHash: null, at: 1 })
      expect(await accounts.setPasswordHash('mia', 'new')).toBe(true)
      expect(await accounts.setLanguage('mia', 'ch_EN')).toBe(true)
      expect(await accounts.credentials('mia@gatehouse.test')).toEqual({
        account: account('mia', { preferredLanguage: 'ch_EN' }),
        passwordHash: 'new',
        standing: { activated: true },
      })
      expect(await accounts.setPasswordHash('nobody', 'new')).toBe(false)
      expect(await accounts.setLanguage('nobody', 'ch_EN')).toBe(false)
    })

    test('are counted by their first group', async () => {
      const { accounts } = await fresh()
      await accounts.create(account('a', { groups: ['admin', 'users'] }), { passwordHash: null, at: 1 })
      await accounts.create(account('b'), { passwordHash: null, at: 1 })
      await accounts.create(account('c'), { passwordHash: null, at: 1 })
      expect([await accounts.count(), await accounts.count('users'), await accounts.count('admin')]).toEqual([
        3, 2, 1,
      ])
    })

    test('take their links and sessions along when they go, and leave their gateways without owner', async () => {
      const store = await fresh()
      await store.accounts.create(account('mia'), { passwordHash: null, at: 1 })
      await store.accounts.create(account('kim'), { passwordHash: null, at: 1 })
      await store.gateways.create(gateway('G1', { userId: 'mia' }))
      await store.sessions.create({ id: 's', userId: 'mia', at: 1 })
      const link = {
        _id: 'l',
        masterAccountId: 'mia',
        secondaryAccountId: 'kim',
        isSupport: false,
        verified: true,
      }
      await store.memberships.link({ ...link, at: 1 })
      expect(await store.accounts.remove('mia')).toBe(true)
      expect(await store.sessions.find('s')).toBeUndefined()
      expect(await store.memberships.linksOf('kim')).toEqual([])
      expect((await store.gateways.find('G1'))?.userId).toBeNull()
    })
  })

  describe('memberships', () => {
    const linked = async (verified: boolean, isSupport = false) => {
      const store = await fresh()
      for (const id of ['mia', 'kim', 'eve'])
        await store.accounts.create(account(id), { passwordHash: null, at: 1 })
      await store.gateways.create(gateway('G1', { userId: 'mia' }))
      await store.gateways.create(gateway('G2', { userId: 'eve' }))
      await store.gateways.create(gateway('G3'))
      const link = { _id: 'l', masterAccountId: 'mia', secondaryAccountId: 'kim', isSupport, verified }
      await store.memberships.link({ ...link, at: 1 })
      return { ...store, link }
    }

    test('the owner may use the gateway, another user is nothing to it', async () => {
      const { memberships } = await linked(true)
      expect(await memberships.roleFor('mia', 'G1')).toBe('owner')
      expect(await memberships.roleFor('eve', 'G1')).toBeUndefined()
      expect(await memberships.roleFor('nobody', 'G1')).toBeUndefined()
      expect(await memberships.roleFor('mia', 'G3')).toBeUndefined()
    })

    test('Z-04 an unverified link counts for nothing until it is verified', async () => {
      const { memberships } = await linked(false)
      expect(await memberships.roleFor('kim', 'G1')).toBeUndefined()
      expect(await memberships.entitledGateways('kim')).toEqual([])
      expect(await memberships.parentsOf('kim')).toEqual([])
      expect(await memberships.verify('l')).toBe(true)
      expect(await memberships.roleFor('kim', 'G1')).toBe('secondary')
      expect(await memberships.parentsOf('kim')).toEqual(['mia'])
    })

    test('a link works in one direction only', async () => {
      const store = await linked(true)
      await store.gateways.create(gateway('G4', { userId: 'kim' }))
      expect(await store.memberships.roleFor('mia', 'G4')).toBeUndefined()
    })

    // 3.3-049 1.6-006
    test.each([
      ['secondary', false],
      ['support', true],
    ] as const)('a linked account is %s, beside the one it is linked to', async (role, isSupport) => {
      const { memberships } = await linked(true, isSupport)
      expect(await memberships.roleFor('kim', 'G1')).toBe(role)
      expect(await memberships.entitledUsers('G1')).toEqual([
        { userId: 'kim', role },
        { userId: 'mia', role: 'owner' },
      ])
    })

    test('a user’s gateways are the own ones and those of verified masters', async () => {
      const store = await linked(true)
      await store.gateways.create(gateway('G0', { userId: 'kim' }))
      expect(await store.memberships.entitledGateways('kim')).toEqual([
        { serialNumber: 'G0', role: 'owner' },
        { serialNumber: 'G1', role: 'secondary' },
      ])
    })

    test('cutting the link ends the right at once and says what was cut', async () => {
      const { memberships, link } = await linked(true)
      expect(await memberships.find('l')).toEqual(link)
      expect(await memberships.linksOf('mia')).toEqual([{ ...link, at: 1, endsAt: null }])
      expect(await memberships.unlink('l')).toEqual(link)
      expect(await memberships.roleFor('kim', 'G1')).toBeUndefined()
      expect(await memberships.unlink('l')).toBeUndefined()
    })

    test('two accounts are linked once, and only if both exist', async () => {
      const { memberships, link } = await linked(true)
      await expect(memberships.link({ ...link, _id: 'm', at: 1 })).rejects.toBeInstanceOf(ConflictError)
      const lost = memberships.link({ ...link, _id: 'n', secondaryAccountId: 'nobody', at: 1 })
      await expect(lost).rejects.toBeInstanceOf(MissingReferenceError)
    })
  })

  describe('sessions', () => {
    const signedIn = async () => {
      const store = await fresh()
      for (const id of ['mia', 'kim']) await store.accounts.create(account(id), { passwordHash: null, at: 1 })
      return store.sessions
    }

    test('are found by their id and by their key, which do not tell each other', async () => {
      const sessions = await signedIn()
      const made = await sessions.create({
        id: 'secret-id',
        userId: 'mia',
        at: 10,
        userAgent: 'Firefox',
        address: '::1',
      })
      expect(made).toEqual({
        key: sessionKeyOf('secret-id'),
        userId: 'mia',
        createdAt: 10,
        lastSeenAt: 10,
        userAgent: 'Firefox',
        address: '::1',
      })
      expect(made.key).toMatch(/^[A-Za-z0-9_-]{22}$/)
      expect(await sessions.find('secret-id')).toEqual(made)
      expect(await sessions.findByKey(made.key)).toEqual(made)
      expect(await sessions.find(made.key)).toBeUndefined()
      expect(await sessions.findByKey('secret-id')).toBeUndefined()
    })

    test('are seen later, never earlier', async () => {
      const sessions = await signedIn()
      const { key } = await sessions.create({ id: 's', userId: 'mia', at: 10 })
      expect(await sessions.touch(key, 30)).toBe(true)
      expect(await sessions.touch(key, 20)).toBe(false)
      expect((await sessions.find('s'))?.lastSeenAt).toBe(30)
    })

    test('end one by one', async () => {
      const sessions = await signedIn()
      const made = await sessions.create({ id: 's', userId: 'mia', at: 10 })
      expect(await sessions.end(made.key)).toEqual(made)
      expect(await sessions.find('s')).toBeUndefined()
      expect(await sessions.end(made.key)).toBeUndefined()
    })

    test('A-11 end all of one user except one, and nobody else’s', async () => {
      const sessions = await signedIn()
      const made = await Promise.all(
        ['a', 'b', 'c'].map((id, n) => sessions.create({ id, userId: 'mia', at: 10 + n })),
      )
      await sessions.create({ id: 'kim', userId: 'kim', at: 10 })
      const ended = await sessions.endAll('mia', made[1]?.key)
      expect(ended.map(({ key }) => key).sort()).toEqual([made[0]?.key, made[2]?.key].sort())
      expect(await sessions.ofUser('mia')).toEqual([made[1]])
      expect(await sessions.endAll('mia')).toHaveLength(1)
      expect(await sessions.find('kim')).toBeDefined()
    })

    test('are listed newest first', async () => {
      const sessions = await signedIn()
      for (const [n, id] of ['a', 'b', 'c'].entries()) await sessions.create({ id, userId: 'mia', at: n })
      expect((await sessions.ofUser('mia')).map(({ createdAt }) => createdAt)).toEqual([2, 1, 0])
    })

    test('are purged when too old or unseen for too long', async () => {
      const sessions = await signedIn()
      await sessions.create({ id: 'old', userId: 'mia', at: 5 })
      const idle = await sessions.create({ id: 'idle', userId: 'mia', at: 20 })
      const alive = await sessions.create({ id: 'alive', userId: 'mia', at: 20 })
      await sessions.touch(alive.key, 90)
      await sessions.touch(sessionKeyOf('old'), 90)
      const ended = await sessions.purge({ created: 10, seen: 50 })
      expect(ended.map(({ key }) => key).sort()).toEqual([idle.key, sessionKeyOf('old')].sort())
      expect(await sessions.ofUser('mia')).toHaveLength(1)
    })

    test('belong to an account that exists', async () => {
      const sessions = await signedIn()
      await expect(sessions.create({ id: 's', userId: 'nobody', at: 1 })).rejects.toBeInstanceOf(
        MissingReferenceError,
      )
    })
  })

  describe('gateways', () => {
    test('come back as they went in, with their owner', async () => {
      const { accounts, gateways } = await fresh()
      await accounts.create(account('mia', { firstName: 'Mia', lastName: 'Muster' }), {
        passwordHash: null,
        at: 1,
      })
      const full = gateway('G1', {
        userId: 'mia',
        secureId: '••••1234',
        type: 'vg',
        connectionStatus: 'online',
        connectionStatusSince: '2026-01-02T03:04:05.678Z',
        connectionType: 'lan',
        currentFWVersion: '4.19.0',
        operationMode: 4_294_967_295,
        lockStatus: 2_147_483_648,
        privileged: true,
        subscriptionLockMode: 2,
        backupRestoreInProgress: false,
        replacementInProgress: true,
        replacementFinsihed: false,
        firmwareUpgradeInProgress: true,
        isAutomaticallyBackup: false,
        installationSoftwareId: 'sw',
        installations: [{ softwareId: 'sw', history: [{ status: 'ready', campaignId: 'c', version: '1' }] }],
        swVersions: { ohmVersion: '2.1' },
      })
      await gateways.create(full)
      const owner = { id: 'mia', username: 'mia@gatehouse.test', firstName: 'Mia', lastName: 'Muster' }
      expect(await gateways.find('G1')).toEqual({ ...full, owner })
      await gateways.create(gateway('G2'))
      expect(await gateways.find('G2')).toEqual(gateway('G2'))
    })

    test.each([0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 3, 2 ** 32 - 2, 2 ** 32 - 1])(
      'V-06 lock status %d is kept exactly',
      async (lockStatus) => {
        const { gateways } = await fresh()
        await gateways.create(gateway('G1', { lockStatus }))
        expect((await gateways.find('G1'))?.lockStatus).toBe(lockStatus)
      },
    )

    test.each([-1, -(2 ** 31), 2 ** 32])('V-06 lock status %d is refused', async (lockStatus) => {
      const { gateways } = await fresh()
      await expect(gateways.create(gateway('G1', { lockStatus }))).rejects.toMatchObject({
        code: 'CONSTRAINT',
      })
      expect(await gateways.find('G1')).toBeUndefined()
    })

    const fleet = async () => {
      const store = await fresh()
      await store.accounts.create(account('mia', { lastName: 'Öztürk' }), { passwordHash: null, at: 1 })
      await store.gateways.createMany([
        gateway('A1', {
          name: 'zebra',
          model: 'M2',
          currentFWVersion: '4.9.0',
          userId: 'mia',
          connectionStatus: 'online',
        }),
        gateway('A2', { name: 'Ärger 100%', model: 'M1', currentFWVersion: '4.19.0', type: 'vg' }),
        gateway('A3', { name: 'Apple', model: 'M1', currentFWVersion: '4.19.0', connectionStatus: 'online' }),
        gateway('A4', { name: 'under_score Strasse', model: 'M1', currentFWVersion: '10.0' }),
      ])
      const serials = async (query: Partial<Parameters<typeof store.gateways.query>[0]>) => {
        const { data, count } = await store.gateways.query({ page: 1, limit: 10, ...query })
        return { serials: data.map(({ serialNumber }) => serialNumber).join(' '), count }
      }
      return { ...store, serials }
    }

    test.each<[string, Parameters<Awaited<ReturnType<typeof fleet>>['serials']>[0], string]>([
      ['text in any case', { searchText: 'ZEB' }, 'A1'],
      ['text beyond ASCII in any case', { searchText: 'äRGER' }, 'A2'],
      ['text without its accents', { searchText: 'ARGER' }, 'A2'],
      ['V-10 a percent sign literally', { searchText: '%' }, 'A2'],
      ['V-10 an underscore literally', { searchText: '_' }, 'A4'],
      ['V-10 a backslash literally', { searchText: '\\' }, ''],
      ['V-10 a quotation mark literally', { searchText: "' or 1=1 --" }, ''],
      ['words in any order', { searchText: '  100%   ärger ' }, 'A2'],
      ['words of which one is not there', { searchText: 'ärger haus' }, ''],
      ['words of the owner in any order', { searchText: 'öztürk MIA', owners: true }, 'A1'],
      ['ß as others write it', { searchText: 'straße' }, 'A4'],
      ['the serial number', { searchText: 'a3' }, 'A3'],
      ['the owner only when owners are asked for', { searchText: 'öztürk' }, ''],
      ['the owner', { searchText: 'ÖZTÜRK', owners: true }, 'A1'],
      ['the owner without accents', { searchText: 'ozturk', owners: true }, 'A1'],
      ['what has no owner, with owners', { searchText: 'apple', owners: true }, 'A3'],
      ['type', { type: 'vg' }, 'A2'],
      ['model', { model: 'M1' }, 'A2 A3 A4'],
      ['status', { connectionStatus: 'online' }, 'A1 A3'],
      ['unassigned', { unassigned: true }, 'A2 A3 A4'],
      ['assigned', { unassigned: false }, 'A1'],
      ['several at once', { model: 'M1', connectionStatus: 'online' }, 'A3'],
      ['all when the text is blank', { searchText: '  ' }, 'A1 A2 A3 A4'],
    ])('are searched by %s', async (_what, query, expected) => {
      const { gateways, serials } = await fleet()
      const found = await serials(query)
      expect(found.serials).toBe(expected)
      expect(found.count).toBe(expected ? expected.split(' ').length : 0)
      expect((await gateways.counts(query)).count).toBe(found.count)
    })

    test.each<[GatewayOrder, string]>([
      ['serialNumber', 'A1 A2 A3 A4'],
      ['-serialNumber', 'A4 A3 A2 A1'],
      ['name', 'A3 A4 A1 A2'],
      ['-name', 'A2 A1 A4 A3'],
      ['model', 'A2 A3 A4 A1'],
      ['connectionStatus', 'A4 A2 A3 A1'],
      ['-connectionStatus', 'A1 A3 A2 A4'],
      ['currentFWVersion', 'A1 A2 A3 A4'],
      ['-currentFWVersion', 'A4 A3 A2 A1'],
    ])(
      'are ordered by %s, versions number by number, ties by serial number in the direction of the index',
      async (orderBy, expected) => {
        const { serials } = await fleet()
        expect((await serials({ orderBy })).serials).toBe(expected)
      },
    )

    const states = [
      ['online', { connectionStatus: 'online' }],
      ['offline', {}],
      ['privileged', { connectionStatus: 'online', privileged: true }],
      ['pinLocked', { connectionStatus: 'online', lockStatus: 2 ** 31 + 7 }],
      ['subscriptionLocked', { connectionStatus: 'online', subscriptionLockMode: 1 }],
      ['restoring', { connectionStatus: 'online', backupRestoreInProgress: true, privileged: true }],
      ['upgrading', { connectionStatus: 'online', firmwareUpgradeInProgress: true }],
      ['replacing', { connectionStatus: 'online', replacementInProgress: true, subscriptionLockMode: 1 }],
    ] as const

    test('are ordered and found by what they are shown as, all eight states', async () => {
      const { gateways } = await fresh()
      for (const [name, state] of states) {
        // Numbers against the order, so that these do not make it.
        await gateways.create(gateway(`${states.length - states.findIndex(([one]) => one === name)}`, state))
      }
      const order = async (query: Partial<Parameters<typeof gateways.query>[0]>) =>
        (await gateways.query({ page: 1, limit: 20, ...query })).data.map(
          (one) => conditionOf(one) ?? 'online',
        )
      const gravest = [...GATEWAY_CONDITIONS, 'online']
      expect(await order({ orderBy: 'connectionStatus' })).toEqual(gravest)
      expect(await order({ orderBy: '-connectionStatus' })).toEqual(gravest.toReversed())
      for (const [condition] of states) expect(await order({ condition })).toEqual([condition])
    })

    test('are paged without gaps or repeats, and every page knows the count', async () => {
      const { serials } = await fleet()
      const pages = [1, 2, 3].map((page) => serials({ orderBy: 'model', page, limit: 2 }))
      expect(await Promise.all(pages)).toEqual([
        { serials: 'A2 A3', count: 4 },
        { serials: 'A4 A1', count: 4 },
        { serials: '', count: 4 },
      ])
    })

    test('are counted: all, assigned, online', async () => {
      const { gateways } = await fleet()
      expect(await gateways.counts()).toMatchObject({ count: 4, assign: 1, online: 2 })
      expect(await gateways.counts({ searchText: 'apple' })).toMatchObject({ count: 1, assign: 0, online: 1 })
    })

    test('S-08 are created all or none', async () => {
      const { gateways } = await fleet()
      const many = Array.from({ length: 450 }, (_, n) => gateway(`N${n}`))
      await expect(gateways.createMany([...many, gateway('A1')])).rejects.toBeInstanceOf(ConflictError)
      expect((await gateways.counts()).count).toBe(4)
      await gateways.createMany(many)
      expect((await gateways.counts()).count).toBe(454)
    })

    test('of a user are the own ones first, then those of verified masters, by name', async () => {
      const { accounts, gateways, memberships } = await fleet()
      await accounts.create(account('kim'), { passwordHash: null, at: 1 })
      await gateways.create(gateway('K1', { userId: 'kim', name: 'z' }))
      await gateways.create(gateway('K2', { userId: 'kim', name: 'B' }))
      expect((await gateways.ofUser('kim')).map((each) => each.serialNumber)).toEqual(['K2', 'K1'])
      const link = {
        _id: 'l',
        masterAccountId: 'mia',
        secondaryAccountId: 'kim',
        isSupport: false,
        verified: false,
      }
      await memberships.link({ ...link, at: 1 })
      expect(await gateways.ofUser('kim')).toHaveLength(2)
      await memberships.verify('l')
      expect((await gateways.ofUser('kim')).map((each) => [each.serialNumber, each.owner?.id])).toEqual([
        ['K2', 'kim'],
        ['K1', 'kim'],
        ['A1', 'mia'],
      ])
    })

    test('are renamed and then found by the new name only', async () => {
      const { gateways, serials } = await fleet()
      expect(await gateways.rename('A1', 'Ferienhaus')).toBe(true)
      expect((await serials({ searchText: 'ferien' })).serials).toBe('A1')
      expect((await serials({ searchText: 'zebra' })).serials).toBe('')
      expect(await gateways.rename('nothing', 'x')).toBe(false)
    })

    test('take over a changed state and keep the rest', async () => {
      const { gateways, serials } = await fleet()
      const before = await gateways.find('A2')
      expect(await gateways.setState('A2', { privileged: true, currentFWVersion: '4.2.0' })).toBe(true)
      expect(await gateways.find('A2')).toEqual({ ...before, privileged: true, currentFWVersion: '4.2.0' })
      expect((await serials({ orderBy: 'currentFWVersion' })).serials).toBe('A2 A1 A3 A4')
      expect(await gateways.setState('A2', {})).toBe(true)
      expect(await gateways.setState('nothing', {})).toBe(false)
    })

    test('go online and offline with the time of the change, once', async () => {
      const { gateways } = await fleet()
      expect(await gateways.setConnectionStatus('A2', 'online', 1000)).toBe(true)
      expect(await gateways.setConnectionStatus('A2', 'online', 2000)).toBe(false)
      expect(await gateways.find('A2')).toMatchObject({
        connectionStatus: 'online',
        connectionStatusSince: '1970-01-01T00:00:01.000Z',
      })
    })

    test('Z-09 are assigned to exactly one of many who ask at once', async () => {
      const { accounts, gateways } = await fleet()
      const ids = Array.from({ length: 50 }, (_, n) => `user-${n}`)
      for (const id of ids) await accounts.create(account(id), { passwordHash: null, at: 1 })
      const won = await Promise.all(ids.map((id) => gateways.assign('A2', id)))
      expect(won.filter(Boolean)).toHaveLength(1)
      expect((await gateways.find('A2'))?.userId).toBe(ids[won.indexOf(true)])
    })

    test('lose owner and secret when unassigned, and keep what is in the home', async () => {
      const { gateways, homes } = await fleet()
      await homes.of('A1').put(new Map([['room', 'kitchen']]))
      await gateways.setSecretHash('A1', 'hashed')
      expect(await gateways.secretHash('A1')).toBe('hashed')
      const tries = await Promise.all([gateways.unassign('A1'), gateways.unassign('A1')])
      expect(tries.filter(Boolean)).toEqual(['mia'])
      expect((await gateways.find('A1'))?.userId).toBeNull()
      expect(await gateways.secretHash('A1')).toBeUndefined()
      expect(await homes.of('A1').load()).toEqual(new Map([['room', 'kitchen']]))
    })
  })

  describe('homes', () => {
    const home = async () => {
      const store = await fresh()
      await store.gateways.create(gateway('G1'))
      await store.gateways.create(gateway('G2'))
      return { ...store, home: store.homes.of('G1') }
    }

    test('give back every JSON value as it was put', async () => {
      const { home: one } = await home()
      const values = new Map<string, unknown>([
        ['text', 'Küche 🏠 \u0001'],
        ['number', 1.5e-7],
        ['yes', true],
        ['nothing', null],
        ['list', [1, [2, { three: 3 }]]],
        ['rooms/1', { name: 'Küche', '%': "it's" }],
      ])
      await one.put(values)
      expect(await one.load()).toEqual(values)
    })

    test('overwrite, and remove what is put as undefined', async () => {
      const { home: one } = await home()
      await one.put(
        new Map<string, unknown>([
          ['a', 1],
          ['b', 2],
          ['c', 3],
        ]),
      )
      await one.put(
        new Map<string, unknown>([
          ['a', 10],
          ['b', undefined],
          ['d', 4],
        ]),
      )
      expect(await one.load()).toEqual(
        new Map([
          ['a', 10],
          ['c', 3],
          ['d', 4],
        ]),
      )
    })

    test('do not see each other', async () => {
      const { homes, home: one } = await home()
      await one.put(new Map([['a', 1]]))
      expect(await homes.of('G2').load()).toEqual(new Map())
      expect(await homes.clear('G2')).toBe(0)
      expect(await homes.clear('G1')).toBe(1)
      expect(await one.load()).toEqual(new Map())
    })

    test('are found by what they have', async () => {
      const { homes, home: one } = await home()
      await one.put(
        new Map<string, unknown>([
          ['rules/clock', {}],
          ['rules', true],
        ]),
      )
      expect(await homes.having('rules/clock')).toEqual(['G1'])
      expect(await homes.having('rules/cloc')).toEqual([])
      await one.put(new Map([['rules/clock', undefined]]))
      expect(await homes.having('rules/clock')).toEqual([])
    })

    test('S-08 keep a batch whole: one value that cannot be stored stores none', async () => {
      const { homes } = await home()
      const many = new Map<string, unknown>(Array.from({ length: 1200 }, (_, n) => [`k${n}`, n]))
      await expect(homes.of('unknown').put(many)).rejects.toBeInstanceOf(MissingReferenceError)
      const circular: Record<string, unknown> = {}
      circular.self = circular
      await expect(homes.of('G1').put(new Map<string, unknown>([...many, ['x', circular]]))).rejects.toThrow(
        TypeError,
      )
      expect(await homes.of('G1').load()).toEqual(new Map())
      await homes.of('G1').put(many)
      expect(await homes.of('G1').load()).toEqual(many)
    })
  })

  describe('tokens', () => {
    const token = {
      token: 'secret',
      purpose: 'activation',
      subject: 'mia',
      payload: { step: 1 },
      expiresAt: 100,
    }

    test('are given to exactly one of many who ask at once', async () => {
      const { tokens } = await fresh()
      await tokens.put(token)
      const taken = await Promise.all(
        Array.from({ length: 20 }, () => tokens.take('activation', 'secret', 50)),
      )
      expect(taken.filter(Boolean)).toEqual([{ subject: 'mia', payload: { step: 1 }, expiresAt: 100 }])
      expect(await tokens.take('activation', 'secret', 50)).toBeUndefined()
    })

    test('are worth nothing for another purpose, nor once expired', async () => {
      const { tokens } = await fresh()
      await tokens.put(token)
      expect(await tokens.take('reset', 'secret', 50)).toBeUndefined()
      expect(await tokens.take('activation', 'secret', 100)).toBeUndefined()
      expect(await tokens.peek('activation', 'secret', 100)).toBeUndefined()
      expect(await tokens.take('activation', 'secret', 99)).toBeDefined()
    })

    test('can be looked at without being taken', async () => {
      const { tokens } = await fresh()
      await tokens.put({ ...token, payload: undefined })
      const seen = { subject: 'mia', payload: undefined, expiresAt: 100 }
      expect(await tokens.peek('activation', 'secret', 50)).toEqual(seen)
      expect(await tokens.take('activation', 'secret', 50)).toEqual(seen)
    })

    test('a new one makes older ones of the same purpose and subject worthless, no others', async () => {
      const { tokens } = await fresh()
      await tokens.put(token)
      await tokens.put({ ...token, token: 'other-subject', subject: 'kim' })
      await tokens.put({ ...token, token: 'other-purpose', purpose: 'reset' })
      await tokens.replace({ ...token, token: 'newer' })
      expect(await tokens.peek('activation', 'secret', 50)).toBeUndefined()
      expect(await tokens.peek('activation', 'newer', 50)).toBeDefined()
      expect(await tokens.peek('activation', 'other-subject', 50)).toBeDefined()
      expect(await tokens.peek('reset', 'other-purpose', 50)).toBeDefined()
      expect(await tokens.invalidate('activation', 'mia')).toBe(1)
    })

    test('that expired are purged', async () => {
      const { tokens } = await fresh()
      await tokens.put(token)
      await tokens.put({ ...token, token: 'later', expiresAt: 300 })
      expect(await tokens.purge(100)).toBe(1)
      expect(await tokens.peek('activation', 'later', 200)).toBeDefined()
    })
  })

  describe('limits', () => {
    test('refuse what is too much until the window ends', async () => {
      const { limits } = await fresh()
      const at = [0, 10, 20, 999, 1000]
      const answers = []
      for (const now of at) answers.push(await limits.hit('login:mia', 1000, 2, now))
      expect(answers).toEqual([
        { allowed: true, count: 1, retryAt: 1000 },
        { allowed: true, count: 2, retryAt: 1000 },
        { allowed: false, count: 3, retryAt: 1000 },
        { allowed: false, count: 3, retryAt: 1000 },
        { allowed: true, count: 1, retryAt: 2000 },
      ])
    })

    test('count every one of many hits at once', async () => {
      const { limits } = await fresh()
      const answers = await Promise.all(Array.from({ length: 40 }, () => limits.hit('k', 1000, 10, 5)))
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10)
    })

    test('A-12 are not lifted by a clock that goes back', async () => {
      const { limits } = await fresh()
      await limits.hit('k', 1000, 1, 5_000_000)
      expect(await limits.hit('k', 1000, 1, 1_400_000)).toMatchObject({ allowed: false, retryAt: 5_001_000 })
    })

    test('keep keys apart, also very long ones, and forget a key when told', async () => {
      const { limits } = await fresh()
      const long = 'x'.repeat(10_000)
      await limits.hit(`${long}a`, 1000, 1, 0)
      expect((await limits.hit(`${long}b`, 1000, 1, 0)).count).toBe(1)
      expect((await limits.hit(`${long}a`, 1000, 1, 0)).allowed).toBe(false)
      await limits.clear(`${long}a`)
      expect((await limits.hit(`${long}a`, 1000, 1, 0)).allowed).toBe(true)
    })

    test('survive a restart', async () => {
      const location = await place()
      const before = await open(location)
      await before.limits.hit('k', 1000, 1, 0)
      await before.close()
      const after = await open(location)
      expect(await after.limits.hit('k', 1000, 1, 10)).toMatchObject({ allowed: false, retryAt: 1000 })
    })

    test('whose window is over are purged', async () => {
      const { limits } = await fresh()
      await limits.hit('a', 1000, 1, 0)
      await limits.hit('b', 5000, 1, 0)
      expect(await limits.purge(1000)).toBe(1)
    })
  })

  describe('audit', () => {
    test('lists newest first, page by page, without gaps', async () => {
      const { audit } = await fresh()
      for (let n = 0; n < 7; n++)
        await audit.append({ who: 'mia', what: `step ${n}`, at: 100 + (n >> 1), result: 'ok' })
      const first = await audit.list({ limit: 4 })
      const second = await audit.list({ limit: 4, before: first.at(-1)?.id })
      expect([...first, ...second].map(({ what }) => what)).toEqual(
        [6, 5, 4, 3, 2, 1, 0].map((n) => `step ${n}`),
      )
    })

    test('filters by who, what, gateway and time', async () => {
      const { audit } = await fresh()
      const row = {
        who: 'mia',
        what: 'unlock',
        at: 100,
        gateway: 'G1',
        result: 'refused',
        facts: { door: 1 },
      } as const
      await audit.append(row)
      await audit.append({ who: 'kim', what: 'login', at: 200, result: 'ok' })
      expect(await audit.list({ who: 'mia', limit: 9 })).toEqual([{ ...row, id: expect.any(String) }])
      expect(await audit.list({ what: 'login', limit: 9 })).toHaveLength(1)
      expect(await audit.list({ gateway: 'G1', limit: 9 })).toHaveLength(1)
      expect(await audit.list({ from: 100, to: 200, limit: 9 })).toHaveLength(1)
      expect(await audit.list({ from: 101, to: 200, limit: 9 })).toHaveLength(0)
    })

    test('C-05 offers no way to change or remove a row but forgetting all that is too old', async () => {
      const { audit } = await fresh()
      expect(Object.keys(audit).sort()).toEqual(['append', 'counts', 'list', 'newest', 'page', 'purge'])
      for (const at of [1, 2, 3]) await audit.append({ who: 'mia', what: 'login', at, result: 'ok' })
      expect(await audit.purge(2)).toBe(1)
      expect((await audit.list({ limit: 9 })).map(({ at }) => at)).toEqual([3, 2])
    })
  })

  describe('second factors', () => {
    test('are lacked by the accounts of a group that have neither app nor passkey', async () => {
      const { accounts, factors, passkeys } = await fresh()
      const groups: [string, ...string[]] = ['admin']
      for (const name of ['ada', 'ben', 'cem', 'dan'])
        await accounts.create({ ...account(name), groups }, { passwordHash: null, at: 1 })
      await accounts.create(account('mia'), { passwordHash: null, at: 1 })
      expect(await factors.lackedBy('admin')).toBe(4)
      await factors.putAuthenticator('ada', { sealed: 's', step: 1, at: 1 })
      await passkeys.add({
        ...{ id: 'key', userId: 'ben', name: 'Key', createdAt: 1 },
        ...{ publicKey: 'k', counter: 0, transports: [] },
      })
      await factors.putAuthenticator('mia', { sealed: 's', step: 1, at: 1 })
      // Codes for the day a factor is lost are none.
      await factors.putRecoveryCodes('cem', ['hash'])
      expect(await factors.lackedBy('admin')).toBe(2)
    })
  })

  describe('S-08 several writes as one', () => {
    test('leave nothing when one of them fails', async () => {
      const store = await fresh()
      await store.accounts.create(account('mia'), { passwordHash: null, at: 1 })
      const failing = store.atomically(async ({ accounts, gateways, tokens }) => {
        await accounts.setLanguage('mia', 'ch_EN')
        await gateways.createMany([gateway('G1', { userId: 'mia' }), gateway('G2')])
        await tokens.replace({ token: 't', purpose: 'p', subject: 's', expiresAt: 9 })
        await accounts.create(account('mia'), { passwordHash: null, at: 1 })
      })
      await expect(failing).rejects.toBeInstanceOf(ConflictError)
      expect((await store.accounts.find('mia'))?.preferredLanguage).toBe('ch_DE')
      expect((await store.gateways.counts()).count).toBe(0)
      expect(await store.tokens.peek('p', 't', 0)).toBeUndefined()
    })

    test('are seen by others only when done, and see themselves before', async () => {
      const store = await fresh()
      await store.atomically(async ({ accounts }) => {
        await accounts.create(account('mia'), { passwordHash: null, at: 1 })
        expect(await accounts.find('mia')).toBeDefined()
        expect(await store.accounts.find('mia')).toBeUndefined()
      })
      expect(await store.accounts.find('mia')).toBeDefined()
    })

    test('from several at once do not mix', async () => {
      const store = await fresh()
      const pair = (n: number) =>
        store.atomically(async ({ gateways }) => {
          await gateways.create(gateway(`A${n}`))
          await gateways.create(gateway(n === 3 ? 'A3' : `B${n}`))
        })
      const outcomes = await Promise.allSettled([1, 2, 3, 4].map(pair))
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect((await store.gateways.counts()).count).toBe(6)
    })
  })

  test('opening again finds everything and migrates nothing twice', async () => {
    const location = await place()
    const before = await open(location)
    await before.accounts.create(account('mia'), { passwordHash: null, at: 1 })
    await before.close()
    const after = await open(location)
    expect(await after.accounts.count()).toBe(1)
    await after.ping()
  })
})
