import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import permissions from '#catalogue/permissions.json' with { type: 'json' }
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import type { Operation } from '#server/http/openapi.ts'
import { assertMayRead } from '#server/http/outbox/handlers.ts'
import { createRights, outranks } from '#server/rights.ts'
import { type Answer, Site, stranger } from '../kit.ts'
import { bodyOf, namesIn, operations, own, pathOf } from '../operations.ts'

const SECRET = 'Gatehouse-Staff-1'
const STAFF = ['viewer', 'operator', 'keeper', 'support', 'manager', 'unheard-of'] as const
const granted: Readonly<Record<string, readonly string[]>> = permissions.subroles

let site: Site
beforeAll(async () => {
  site = await Site.open()
  const passwordHash = await hashPassword(SECRET)
  const person = (id: string, ...groups: [string, ...string[]]) =>
    site.store.accounts.create(
      { id, username: `${id}@gatehouse.test`, groups, preferredLanguage: 'ch_DE', contact: [] },
      { passwordHash, at: site.now },
    )
  for (const subrole of STAFF) await person(`staff-${subrole}`, 'admin', subrole)
  await person('chief', 'admin')
  await person('plain', 'users')
})
afterAll(() => site.close())

/** Names under which accounts and sessions stand in paths, queries and bodies; identities of who signs in are public. */
const NAMES = /^(?:\w*user\w*id|creatorid|ownerid|\w*accountid|sessionid|identity)$/i
const namesAccount = (operation: Operation): boolean =>
  operation.policy !== 'public' &&
  (namesIn(operation).some((name) => NAMES.test(name)) || /^\/crm\/(?:\w+\/)+\{id\}/.test(operation.path))

/**
 * One says whose it is in a parameter `a`, another is about the session of the header and nobody else's, and whoever is invited has no account yet.
 * Figures of a gateway are asked for with its owner, who must be the one that it has.
 * Whom somebody links he names by what the other one has told him, which is no id of an account (decision 0154); the tests
 * of linked accounts try administrators, closed accounts and ids of nobody.
 */
const BY_WORD = new Set([
  'getSerialNumber',
  'gatewayKpi',
  'readSession',
  'inviteAccount',
  'createLinkedAccount',
  'linkSupportAccount',
])

const about = operations.filter(({ account }) => account !== undefined)
const onOthers = about.filter(({ account }) => account?.ownOnly === false)

/** The call of `caller`, about the account `target`. */
async function tried(operation: Operation, caller: string, target: string): Promise<Answer> {
  await site.store.limits.purge(Number.MAX_SAFE_INTEGER)
  const ofTarget = await site.sessionOf(target)
  const key = (await site.store.sessions.find(ofTarget))?.key ?? ''
  const named = {
    ...own,
    id: target,
    userId: target,
    creatorId: target,
    sessionId: key,
    a: `${target}@gatehouse.test`,
    checkSecret: SECRET,
  }
  const sessionId = await site.sessionOf(caller)
  before = site.changes()
  return site.call(operation.method, pathOf(operation, named), {
    headers: { sessionId, 'x-forwarded-for': stranger() },
    body: bodyOf(operation, named),
  })
}
let before = ''

describe('Z-03 calls on accounts, walked from schemas/api', () => {
  test('every call that names an account or a session says so, and no other', () => {
    const wrong = operations
      .filter((one) => namesAccount(one) !== (one.account !== undefined) && !BY_WORD.has(one.id))
      .map(({ id }) => id)
    expect(wrong).toEqual([])
    expect(about.length).toBeGreaterThan(15)
  })

  test('what may be done to somebody else needs a permission of its own, or stands on a gateway', () => {
    const listed = new Set(
      Object.values(permissions.permissions).flatMap((one) => [
        ...('others' in one ? one.others : []),
        // A page of accounts: nobody calls these about himself.
        ...one.operations.filter((id) => operations.find((it) => it.id === id)?.policy === 'admin'),
      ]),
    )
    const open = onOthers.filter(({ id, account }) => account?.gateway === undefined && !listed.has(id))
    expect(open.map(({ id }) => id)).toEqual([])
  })

  test.each(about.map(({ id }) => id))(
    '%s: nobody reaches an account that stands above his own, and nothing changes',
    async (id) => {
      const operation = operations.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      for (const subrole of STAFF) {
        const groups = ['admin', subrole]
        // One with all permissions stands beside administrators without a sub-role.
        if (!outranks(['admin'], groups)) continue
        const answer = await tried(operation, `staff-${subrole}`, 'chief')
        expect([403, 404], `${subrole}: ${answer.status} ${answer.text}`).toContain(answer.status)
        expect(site.changes()).toBe(before)
      }
      const answer = await tried(operation, 'plain', 'staff-viewer')
      expect([403, 404], answer.text).toContain(answer.status)
      expect(site.changes()).toBe(before)
    },
  )

  test.each(onOthers.filter(({ account }) => account?.gateway === undefined).map(({ id }) => id))(
    '%s: only whose permissions say so acts on other people, even on those who stand below him',
    async (id) => {
      const operation = operations.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      for (const subrole of STAFF) {
        if (granted[subrole]?.includes('people')) continue
        const answer = await tried(operation, `staff-${subrole}`, 'plain')
        expect(answer.status, `${subrole}: ${answer.text}`).toBe(403)
        expect(site.changes()).toBe(before)
      }
    },
  )

  test('a refusal is written down, with who tried', async () => {
    const operation = operations.find(({ id }) => id === 'deleteAccount')
    if (!operation) throw new Error('deleteAccount')
    await tried(operation, 'staff-support', 'chief')
    const [row] = await site.store.audit.list({ who: 'staff-support', limit: 1 })
    expect(row).toMatchObject({ what: 'deleteAccount', result: 'refused' })
    expect((await site.store.accounts.find('chief'))?.isProfileMarkedForDeletion).toBeUndefined()
  })

  test('Z-03 nobody reads a mail to somebody above him, whatever his role lists: its link opens that account', async () => {
    const read = (caller: string, to: string) =>
      assertMayRead(
        { store: site.store, now: () => site.now },
        { to: `${to}@gatehouse.test` },
        { userId: caller },
      )
    await expect(read('staff-support', 'chief')).rejects.toMatchObject({ kind: 'forbidden' })
    const [row] = await site.store.audit.list({ who: 'staff-support', limit: 1 })
    expect(row).toMatchObject({ what: 'readOutbox', result: 'refused' })
    await expect(read('gone', 'plain')).rejects.toMatchObject({ kind: 'forbidden' })
    for (const [caller, to] of [
      ['staff-support', 'plain'],
      ['staff-support', 'staff-viewer'],
      ['staff-support', 'nobody'],
      ['staff-manager', 'chief'],
      ['chief', 'chief'],
    ] as const)
      await expect(read(caller, to)).resolves.toBeUndefined()
  })

  test('an administrator without a sub-role ends the sessions of one with a sub-role', async () => {
    const operation = operations.find(({ id }) => id === 'logoutAll')
    if (!operation) throw new Error('logoutAll')
    expect((await tried(operation, 'chief', 'staff-keeper')).status).toBe(204)
    expect(await site.store.sessions.ofUser('staff-keeper')).toEqual([])
  })
})

describe('spec 1 §6 what changes something is closed to sub-roles unless a permission lists it', () => {
  const everybody = new Set(permissions.everybody.operations)
  const listed = new Set(Object.values(permissions.permissions).flatMap((one) => one.operations))

  test('every changing call stands in a permission or is open to everybody, not in both', () => {
    const changing = operations.filter(({ method, policy }) => method !== 'GET' && policy !== 'public')
    expect(changing.filter(({ id }) => listed.has(id) === everybody.has(id)).map(({ id }) => id)).toEqual([])
  })

  test('the same holds for every command that people may send', () => {
    const commands = Object.values(asyncapi.components.messages).flatMap((message) =>
      message['x-kind'] === 'command' &&
      'x-changes' in message &&
      message['x-changes'] &&
      message['x-policy'] === 'gateway'
        ? [message.name]
        : [],
    )
    const known = new Set([
      ...permissions.everybody.commands,
      ...Object.values(permissions.permissions).flatMap((one): string[] => one.commands),
    ])
    expect(commands.length).toBeGreaterThan(40)
    expect(commands.filter((name) => !known.has(name))).toEqual([])
  })

  test('Z-01 what nobody listed is refused to a sub-role when it changes something', async () => {
    const rights = createRights(site.store)
    const may = (userId: string, changes: boolean) =>
      rights.permits(userId, 'operations', 'launchRocket', changes)
    expect(await may('staff-viewer', true)).toBe(false)
    expect(await may('staff-manager', true)).toBe(false)
    expect(await may('staff-viewer', false)).toBe(true)
    expect(await may('chief', true)).toBe(true)
  })

  test('what is open to everybody is about the caller alone: no such call names a gateway it changes', () => {
    const changesGateways = operations.filter(
      ({ id, policy }) => everybody.has(id) && ['admin', 'owner', 'ownerOrAdmin'].includes(policy),
    )
    expect(changesGateways.map(({ id }) => id)).toEqual([])
  })
})
