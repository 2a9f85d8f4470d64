import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import limits from '#catalogue/limits.json' with { type: 'json' }
import type { Group } from '#schemas/generated/entities/group.ts'
import type { GroupLine } from '#schemas/generated/entities/group-line.ts'
import type { GroupMember } from '#schemas/generated/entities/group-member.ts'
import { account } from '../../store/samples.ts'
import { type Sent, Site } from '../kit.ts'

let site: Site
let admin: string
beforeAll(async () => {
  site = await Site.open()
  admin = await site.sessionOf('demo-admin')
  for (const one of [
    account('mia', { firstName: 'Mia', lastName: 'Zürcher' }),
    account('noah', { firstName: 'Noah', lastName: 'Amrein' }),
  ])
    await site.store.accounts.create(one, { passwordHash: null, at: site.now, activated: true })
})
afterAll(() => site.close())

const call = (method: string, path: string, body?: unknown, sessionId = admin) => {
  const sent: Sent = { headers: { sessionId }, ...(body === undefined ? {} : { body }) }
  return site.call(method, `/api/crm${path}`, sent)
}
const named = async (groupName: string, more: object = {}): Promise<string> => {
  const made = await call('POST', '/group/create', { groupName, description: 'Let flats', ...more })
  expect(made.status).toBe(201)
  return made.json<{ _id: string }>()._id
}
const add = async (groupId: string, lists: object) =>
  (await call('POST', '/group/addUsersToGroup', { groupId, ...lists })).json<{
    added: number
    lines: GroupLine[]
  }>()
const members = async (groupId: string, query = '') =>
  (await call('GET', `/group/getUsersForGroup?groupId=${groupId}${query}`)).json<{
    data: GroupMember[]
    count: number
  }>()
const search = async (text = '') =>
  (await call('GET', `/groups/search?searchText=${encodeURIComponent(text)}`)).json<{
    data: Group[]
    count: number
  }>()
const lastNote = async () => (await site.store.audit.list({ who: 'demo-admin', limit: 1 }))[0]

let gateways: readonly string[]
beforeEach(async () => {
  for (const { _id } of (await site.store.groups.list({ page: 1, limit: 1000 })).data)
    await site.store.groups.remove(_id)
  const { data } = await site.store.gateways.query({ page: 1, limit: 30 })
  gateways = data.map(({ serialNumber }) => serialNumber)
})

describe('groups', () => {
  // 3.3-044 3.7-095 3.7-100
  test('3.7-095 are made with name, description and tag, and found by any of them', async () => {
    const _id = await named('Helvetia Wohnen', { tag: 'Winterthur' })
    await named('Alters­heime', { description: 'Zürich' })
    for (const text of ['helvetia', 'LET FL', 'winterth'])
      expect((await search(text)).data).toEqual([
        {
          ...{ _id, groupName: 'Helvetia Wohnen', description: 'Let flats', tag: 'Winterthur' },
          ...{ users: 0, gateways: 0, createdAt: new Date(site.now).toISOString(), revision: 1 },
        },
      ])
    expect((await search('zurich')).count).toBe(1)
    expect((await search('%')).count).toBe(0)
    expect((await lastNote())?.what).toBe('createGroup')
  })

  // 3.5-028
  test.each([
    ['groupName', '   '],
    ['groupName', '\u2003\u00a0'],
    ['groupName', '\u200b'],
    ['groupName', ''],
    ['description', ' \t '],
    ['description', '\u200b'],
    ['groupName', 'x'.repeat(129)],
  ])('3.5-028 none is made whose %s is %j', async (field, value) => {
    const body = { groupName: 'A', description: 'B', [field]: value }
    const answer = await call('POST', '/group/create', body)
    expect([answer.status, answer.json<{ field: string }[]>()[0]?.field]).toEqual([400, `/${field}`])
    expect((await search()).count).toBe(0)
  })

  // 3.7-096 3.8-058
  test('3.7-096 are called otherwise, but not like another one, whatever its letters', async () => {
    const id = await named('Basel')
    await named('Bern')
    const change = (groupName: string) =>
      call('POST', '/group/update', { _id: id, groupName, description: 'Canton' })
    const taken = await change(' ＢＥＲＮ ')
    expect([taken.status, taken.json<{ errorCode: string }[]>()[0]?.errorCode]).toEqual([
      409,
      'GROUP_NAME_TAKEN',
    ])
    expect((await change('Basel-Stadt')).status).toBe(204)
    expect((await search('canton')).data.map(({ groupName }) => groupName)).toEqual(['Basel-Stadt'])
    expect((await lastNote())?.facts).toMatchObject({ group: 'Basel-Stadt', before: 'Basel' })
    const none = await call('POST', '/group/update', { _id: 'none', groupName: 'C', description: 'D' })
    expect(none.status).toBe(404)
  })

  // 3.9-016
  test('3.9-016 are listed ten a page, by name', async () => {
    for (let n = 11; n > 0; n--) await named(`Group ${String(n).padStart(2, '0')}`)
    const { data, count } = await search()
    expect(count).toBe(11)
    expect(data.map(({ groupName }) => groupName.slice(-2))).toEqual(
      Array.from({ length: 10 }, (_none, n) => String(n + 1).padStart(2, '0')),
    )
  })

  test('are no more than a server keeps', async () => {
    for (let n = 0; n < limits.limits.groupsKept.value; n++)
      await site.store.groups.create({ _id: `g${n}`, groupName: `G ${n}`, description: '-', at: 1 })
    const answer = await call('POST', '/group/create', { groupName: 'One more', description: '-' })
    expect([answer.status, answer.json<{ errorCode: string }[]>()[0]?.errorCode]).toEqual([
      409,
      'GROUPS_FULL',
    ])
  })

  // 3.7-102
  test('3.7-102 are deleted; who and what was in one stays', async () => {
    const id = await named('Short')
    await add(id, { usernames: ['mia@gatehouse.test'], deviceSN: [gateways[0]] })
    expect((await call('DELETE', `/group/${id}`)).status).toBe(204)
    expect((await call('GET', `/group/${id}`)).status).toBe(404)
    expect((await call('DELETE', `/group/${id}`)).status).toBe(404)
    expect(await site.store.people.find('mia')).toBeDefined()
    expect(await site.store.gateways.find(gateways[0] ?? '')).toBeDefined()
  })

  // 1.1-007 3.6-015
  test('3.6-015 are the business of administrators alone, and whose sub-role only looks changes none', async () => {
    const id = await named('Mine')
    const guest = await site.sessionOf('demo-home')
    for (const [method, path, body] of [
      ['GET', '/groups/search', undefined],
      ['GET', `/group/${id}`, undefined],
      ['GET', `/group/getUsersForGroup?groupId=${id}`, undefined],
      ['POST', '/group/create', { groupName: 'Yours', description: '-' }],
      ['DELETE', `/group/${id}`, undefined],
    ] as const)
      expect([path, (await call(method, path, body, guest)).status]).toEqual([path, 403])
    await site.store.accounts.create(account('looker', { groups: ['admin', 'viewer'] }), {
      passwordHash: null,
      at: site.now,
      activated: true,
    })
    const looker = await site.sessionOf('looker')
    expect((await call('POST', '/group/create', { groupName: 'No', description: '-' }, looker)).status).toBe(
      403,
    )
    expect((await call('DELETE', `/group/${id}`, undefined, looker)).status).toBe(403)
    // Who is in it is known to those alone who may look at accounts.
    for (const path of [`/group/getUsersForGroup?groupId=${id}`, '/group/getGroupsForOwner?userId=demo-home'])
      expect((await call('GET', path, undefined, looker)).status).toBe(403)
  })
})

describe('who and what is in a group', () => {
  // 3.1-008 3.5-029 3.7-097 1.3-009
  test('3.7-097 comes by a list: each name has its verdict, and those that fit are in, whatever is wrong with others', async () => {
    const id = await named('Mixed')
    await add(id, { usernames: ['noah@gatehouse.test'] })
    const [first = '', second = ''] = gateways
    const slip = `${second.slice(0, -1)}${second.endsWith('X') ? 'Y' : 'X'}`
    const { added, lines } = await add(id, {
      members: [
        ` ${first.toLowerCase()} `,
        'MIA@gatehouse.test',
        'noah@gatehouse.test',
        first,
        slip,
        '% or 1=1',
      ],
    })
    expect(added).toBe(2)
    expect(lines.map(({ outcome }) => outcome)).toEqual([
      ...['added', 'added', 'already', 'twice', 'unknown', 'unknown'],
    ])
    expect(lines[0]?.kind).toBe('gateway')
    // What is meant differs in a letter or two.
    expect(lines[4]?.meant).toMatch(new RegExp(`^${second.slice(0, 3)}`))
    expect(lines[5]).toEqual({ given: '% or 1=1', outcome: 'unknown' })
    expect((await members(id)).count).toBe(3)
    expect((await lastNote())?.facts).toMatchObject({ group: 'Mixed', count: 2 })
  })

  test('comes in by user names and by serial numbers alone, where it is said which they are', async () => {
    const id = await named('Strict')
    const [sn = ''] = gateways
    const { lines } = await add(id, { usernames: [sn], deviceSN: ['mia@gatehouse.test'] })
    expect(lines.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
    expect((await call('POST', '/group/addUsersToGroup', { groupId: id })).status).toBe(400)
  })

  test('comes in by accounts where it is known by them: no name is learned, and none guessed', async () => {
    const id = await named('By account')
    const { added, lines } = await add(id, { userIds: ['mia', 'mia@gatehouse.test', 'mia'] })
    expect(added).toBe(1)
    expect(lines).toEqual([
      { given: 'mia', outcome: 'added', kind: 'user' },
      { given: 'mia@gatehouse.test', outcome: 'unknown' },
      { given: 'mia', outcome: 'twice', kind: 'user' },
    ])
    expect((await members(id)).data.map((one) => one.id)).toEqual(['mia'])
  })

  test('is only told while one tries', async () => {
    const id = await named('Trial')
    expect((await add(id, { members: ['mia@gatehouse.test'], dryRun: true })).added).toBe(1)
    expect((await members(id)).count).toBe(0)
  })

  test('is in it once, also when several add the same at the same time', async () => {
    const id = await named('Together')
    await Promise.all(Array.from({ length: 5 }, () => add(id, { members: [...gateways] })))
    expect((await members(id)).count).toBe(gateways.length)
  })

  // 3.3-045 3.7-101 3.9-014 3.9-015
  test('3.7-101 is listed ten a page with its count, by name backwards unless another order is asked for', async () => {
    const id = await named('Many')
    await add(id, { members: [...gateways, 'mia@gatehouse.test', 'noah@gatehouse.test'] })
    const { data, count } = await members(id)
    expect([data.length, count]).toEqual([10, gateways.length + 2])
    const all = (await members(id, '&limit=100')).data.map((one) => `${one.kind} ${one.id}`)
    const forwards = (await members(id, '&limit=100&order=name')).data.map((one) => `${one.kind} ${one.id}`)
    expect(all).toEqual(forwards.toReversed())
    const pages = []
    for (const page of [1, 2, 3, 4])
      pages.push(...(await members(id, `&page=${page}`)).data.map((one) => `${one.kind} ${one.id}`))
    expect(pages).toEqual(all)
    const people = await members(id, '&kind=user&searchText=z%C3%BCrch')
    expect(people.data).toEqual([
      { id: 'mia', kind: 'user', name: 'Mia Zürcher', named: 'mia@gatehouse.test', state: 'active' },
    ])
    expect((await members(id, '&kind=gateway')).count).toBe(gateways.length)
  })

  // 3.7-103
  test('3.7-103 is taken out again, a person or a gateway', async () => {
    const id = await named('Out')
    const [sn = ''] = gateways
    await add(id, { members: ['mia@gatehouse.test', sn] })
    expect((await call('DELETE', `/group/${id}/user/mia`)).status).toBe(204)
    expect((await call('DELETE', `/group/${id}/user/mia`)).status).toBe(404)
    expect((await call('DELETE', `/group/${id}/gateway/${sn}`)).status).toBe(204)
    expect((await members(id)).count).toBe(0)
  })

  // 3.7-098 3.7-157
  test('3.7-098 is found by the names of groups, each person once', async () => {
    const [one, two] = [await named('One'), await named('Two')]
    await add(one, { usernames: ['mia@gatehouse.test', 'noah@gatehouse.test'] })
    await add(two, { usernames: ['mia@gatehouse.test'], deviceSN: [gateways[0]] })
    const answer = await call('POST', '/group/getUsersByGroupNames', {
      groupNames: ['ONE', ' two ', 'three'],
    })
    const { data, count } = answer.json<{ data: GroupMember[]; count: number }>()
    expect([data.map(({ id }) => id), count]).toEqual([['mia', 'noah'], 2])
  })

  // 3.7-099
  test('3.7-099 an owner has the groups that he or a gateway of his is in', async () => {
    const own = (await site.store.gateways.query({ page: 1, limit: 100 })).data.find(
      ({ userId }) => userId === 'demo-home',
    )
    await add(await named('By person'), { usernames: ['home@gatehouse.test'] })
    await add(await named('By gateway'), { deviceSN: [own?.serialNumber] })
    await named('Of others')
    const { data } = (await call('GET', '/group/getGroupsForOwner?userId=demo-home')).json<{
      data: Group[]
    }>()
    expect(data.map(({ groupName }) => groupName)).toEqual(['By gateway', 'By person'])
  })

  test('leaves it with its account', async () => {
    const id = await named('Leaving')
    await site.store.accounts.create(account('leo'), { passwordHash: null, at: site.now })
    await add(id, { usernames: ['leo@gatehouse.test'] })
    await site.store.accounts.remove('leo')
    expect((await members(id)).count).toBe(0)
  })
})

describe('what is shown of a group elsewhere', () => {
  test('3.6-063 lists of gateways and accounts are narrowed to a group, with their counts', async () => {
    const id = await named('Narrowed')
    const [sn = ''] = gateways
    await add(id, { members: [sn, 'mia@gatehouse.test'] })
    const get = async (path: string) =>
      (await site.get(`/api${path}`, admin)).json<{ data: Record<string, unknown>[]; count: number }>()
    const list = await get(`/udm/device/adminList?group=${id}`)
    expect([list.data.map(({ serialNumber }) => serialNumber), list.count]).toEqual([[sn], 1])
    expect((await get(`/udm/device/adminCount?group=${id}`)).count).toBe(1)
    expect((await get(`/udm/device/adminList?group=${id}&searchText=zzz`)).count).toBe(0)
    const people = await get(`/crm/users?group=${id}`)
    expect([people.data.map((one) => one.id), people.count]).toEqual([['mia'], 1])
    expect((await get('/crm/users?group=no-such-group')).count).toBe(0)
    expect((await site.get('/api/crm/users?group=%27%20or%201', admin)).status).toBe(400)
  })
})
