import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { oneStore } from '../../tests/store/one.ts'
import { account, gateway } from '../../tests/store/samples.ts'
import type { AuditQuery } from './audit.ts'

const open = oneStore()
const NOW = Date.UTC(2026, 10, 14)

beforeAll(async () => {
  const { accounts, gateways, audit } = open.store
  for (const [id, firstName] of [
    ['anna', 'Änna'],
    ['beat', 'Beat'],
  ] as const)
    await accounts.create(account(id, { firstName, lastName: 'Muster' }), { passwordHash: null, at: NOW })
  for (const [serial, name] of [
    ['GW1', 'Seehaus'],
    ['GW2', 'Berghaus'],
  ] as const)
    await gateways.create(gateway(serial, { name }))
  const rows = [
    ['anna', 'login', undefined, 'ok'],
    ['anna', 'setName', 'GW1', 'ok'],
    ['beat', 'setName', 'GW2', 'refused'],
    ['beat', 'addRoom', 'GW1', 'ok'],
    ['system', 'backup', undefined, 'failed'],
  ] as const
  for (const [at, [who, what, home, result]] of rows.entries())
    await audit.append({
      who,
      what,
      at: NOW + at,
      result,
      ...(home && { gateway: home }),
      ...(at === 0 && { facts: { from: 'here' } }),
    })
})

const query = (more: Partial<AuditQuery>) => open.store.audit.page({ page: 1, limit: 10, ...more })
const found = async (more: Partial<AuditQuery> = {}) => (await query(more)).data.map(({ at }) => at - NOW)

describe('the audit log', () => {
  test('shows a row with the names of whom and what it is about, as far as they are known', async () => {
    const { data } = await query({})
    expect(data.at(-1)).toEqual({
      id: expect.any(String),
      at: NOW,
      who: 'anna',
      what: 'login',
      result: 'ok',
      facts: { from: 'here' },
      username: 'anna@gatehouse.test',
      firstName: 'Änna',
      lastName: 'Muster',
    })
    expect(data[1]).toMatchObject({ gateway: 'GW1', gatewayName: 'Seehaus', firstName: 'Beat' })
    expect(data[1]).not.toHaveProperty('facts')
    expect(data[0]).toEqual({
      id: expect.any(String),
      at: NOW + 4,
      who: 'system',
      what: 'backup',
      result: 'failed',
    })
  })

  test('comes newest first, in pages that know how many there are', async () => {
    expect(await found()).toEqual([4, 3, 2, 1, 0])
    const pages = await Promise.all([1, 2, 3, 4].map((page) => query({ page, limit: 2 })))
    expect(pages.map(({ data }) => data.map(({ at }) => at - NOW))).toEqual([[4, 3], [2, 1], [0], []])
    expect(pages.map(({ count }) => count)).toEqual([5, 5, 5, 5])
  })

  test('is narrowed to a result and to a time', async () => {
    expect(await found({ result: 'refused' })).toEqual([2])
    expect(await found({ from: NOW + 3 })).toEqual([4, 3])
    expect((await query({ result: 'ok', from: NOW + 1 })).count).toBe(2)
  })

  test('stands still at a moment, and tells what is newer than one', async () => {
    expect(await found({ until: NOW + 2 })).toEqual([2, 1, 0])
    expect(await found({ after: NOW + 2 })).toEqual([4, 3])
    expect(await found({ after: NOW, until: NOW + 3 })).toEqual([3, 2, 1])
  })

  test('is counted by results, and since some moments, as far as it is read', async () => {
    const counts = async (more: object = {}) => {
      const rows = await open.store.audit.counts(more, [NOW + 1, NOW + 3])
      return Object.fromEntries(rows.map(({ result, all, since }) => [result, [all, ...since]]))
    }
    expect(await counts()).toEqual({ ok: [3, 2, 1], refused: [1, 1, 0], failed: [1, 1, 1] })
    expect(await counts({ until: NOW + 2 })).toEqual({ ok: [2, 1, 0], refused: [1, 1, 0] })
    expect(await counts({ scope: { userId: 'anna', gateways: [] } })).toEqual({ ok: [2, 1, 0] })
    expect(await open.store.audit.counts({ result: 'failed' }, [])).toEqual([
      { result: 'failed', all: 1, since: [] },
    ])
  })

  test('is searched by people, homes and what was done', async () => {
    const search = (text: string, ...whats: string[]) => found({ search: { text, whats } })
    expect(await search('BEAT')).toEqual([3, 2])
    expect(await search('anna')).toEqual([1, 0])
    expect(await search('seehaus')).toEqual([3, 1])
    expect(await search('nothing')).toEqual([])
    expect(await search('nothing', 'login', 'backup')).toEqual([4, 0])
    expect(await search('%')).toEqual([])
  })

  test('shows a person what he did, and what happened to his homes since they are his', async () => {
    const [, , , first] = (await query({})).data
    const since = first?.id ?? ''
    const scope = (...gateways: { serialNumber: string; since: string }[]) => ({ userId: 'anna', gateways })
    expect(await found({ scope: scope() })).toEqual([1, 0])
    expect(await found({ scope: scope({ serialNumber: 'GW1', since }) })).toEqual([3, 1, 0])
    expect(await found({ scope: scope({ serialNumber: 'GW1', since: `${since}x` }) })).toEqual([3, 1, 0])
    expect(
      await found({ scope: { userId: 'nobody', gateways: [{ serialNumber: 'GW1', since: `${since}x` }] } }),
    ).toEqual([3])
    expect((await query({ scope: scope({ serialNumber: 'GW1', since }) })).count).toBe(3)
  })

  test('tells nobody by a search what the home of somebody else is called', async () => {
    const scope = { userId: 'beat', gateways: [{ serialNumber: 'GW1', since: '' }] }
    const search = (text: string) => ({ text, whats: [] })
    expect(await found({ scope, search: search('berghaus') })).toEqual([])
    expect(await found({ scope, search: search('seehaus') })).toEqual([3, 1])
    expect(await found({ scope: { ...scope, gateways: [] }, search: search('seehaus') })).toEqual([])
    expect(await found({ scope: { ...scope, gateways: [] }, search: search('beat') })).toEqual([3, 2])
  })

  test('knows the newest that went well of a home', async () => {
    const { audit } = open.store
    const rows = (await query({})).data
    const idOf = (at: number) => rows.find((row) => row.at === NOW + at)?.id
    expect(await audit.newest('GW1', ['setName', 'addRoom'])).toBe(idOf(3))
    expect(await audit.newest('GW1', ['setName'])).toBe(idOf(1))
    expect(await audit.newest('GW2', ['setName'])).toBeUndefined()
    expect(await audit.newest('GW1', ['login'])).toBeUndefined()
  })

  test('forgets what is older, and not what is of that moment', async () => {
    const who = randomUUID()
    for (const at of [1, 2, 3]) await open.store.audit.append({ who, what: 'x', at, result: 'ok' })
    expect(await open.store.audit.purge(2)).toBe(1)
    expect((await open.store.audit.list({ who, limit: 9 })).map(({ at }) => at)).toEqual([3, 2])
  })
})
