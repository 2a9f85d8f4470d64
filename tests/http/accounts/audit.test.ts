import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditLine } from '#schemas/generated/entities/audit-line.ts'
import { demo, Site } from '../kit.ts'
import { own } from '../operations.ts'

let site: Site
beforeAll(async () => {
  site = await Site.open()
})
afterAll(() => site.close())

interface Page {
  data: AuditLine[]
  count: number
}
const read = async (userId: string, query = ''): Promise<Page> =>
  (await site.get(`/api/audit?limit=100&${query}`, await site.sessionOf(userId))).json<Page>()
const gateway = own.sn ?? ''
const wrote = (who: string, what: string, more: object = {}) =>
  site.store.audit.append({ who, what, at: site.now, result: 'ok', ...more })

describe('the audit log', () => {
  test('an owner reads what happened to his home and what he did, and nothing of other homes', async () => {
    await wrote('demo-home', 'changePass', { facts: { address: '10.1.1.1' } })
    await wrote('demo-admin', 'rebootGateway', { gateway, facts: { address: '10.2.2.2' } })
    await wrote('demo-admin', 'setSubrole')
    const mine = await read('demo-home')
    expect(mine.data.map(({ what }) => what)).toEqual(expect.arrayContaining(['changePass', 'rebootGateway']))
    expect(mine.data.map(({ what }) => what)).not.toContain('setSubrole')
    const foreign = await read('demo-owner-0')
    expect(JSON.stringify(foreign)).not.toContain(gateway)
    expect(foreign.data.filter(({ what }) => what === 'changePass')).toEqual([])
  })

  test('from where somebody else came is told to administrators alone', async () => {
    const line = ({ data }: Page) => data.find(({ what }) => what === 'rebootGateway')
    expect(line(await read('demo-home'))?.from).toBeUndefined()
    expect(line(await read('demo-admin'))?.from).toBe('10.2.2.2')
    expect((await read('demo-home')).data.find(({ what }) => what === 'changePass')?.from).toBe('10.1.1.1')
  })

  test('to whom it was done is told to administrators, and never of oneself', async () => {
    await wrote('demo-admin', 'disableAccount', { facts: { userId: 'demo-guest' } })
    await wrote('demo-admin', 'removeFactor', { facts: { userId: 'demo-admin' } })
    await wrote('demo-admin', 'withdrawInvitation', { facts: { userId: 'gone-since' } })
    const whom = async (who: string, what: string) =>
      (await read(who)).data.filter((line) => line.what === what).map((line) => line.whom)
    const guest = await site.store.people.find('demo-guest')
    expect(await whom('demo-admin', 'disableAccount')).toEqual([`${guest?.firstName} ${guest?.lastName}`])
    expect(await whom('demo-admin', 'removeFactor')).toEqual([undefined])
    expect(await whom('demo-admin', 'withdrawInvitation')).toEqual([undefined])
    await wrote('demo-home', 'setSubrole', { facts: { userId: 'demo-guest' } })
    expect(await whom('demo-home', 'setSubrole')).toEqual([undefined])
  })

  test('a browser that said nothing of itself leaves no comma behind', async () => {
    await wrote('demo-home', 'newDevice', { facts: { address: '10.3.3.3', client: '' } })
    const line = (await read('demo-home')).data.find(({ what }) => what === 'newDevice')
    expect(line?.from).toBe('10.3.3.3')
  })

  test('who uses a home without owning it reads his own doings alone', async () => {
    const { data } = await read('demo-guest')
    expect(data.filter(({ serialNumber }) => serialNumber === gateway)).toEqual([])
  })

  test('a new owner reads nothing from before the home was his', async () => {
    const { data } = await site.store.gateways.query({ page: 1, limit: 1, unassigned: true })
    const serialNumber = data[0]?.serialNumber ?? ''
    await wrote('demo-owner-1', 'setPin', { gateway: serialNumber })
    await wrote('demo-owner-1', 'unassignGateway', { gateway: serialNumber })
    await site.store.gateways.assign(serialNumber, 'demo-guest')
    await wrote('demo-guest', 'assignGateway', { gateway: serialNumber })
    await wrote('demo-admin', 'restrictGateway', { gateway: serialNumber })
    const seen = (await read('demo-guest')).data.filter((row) => row.serialNumber === serialNumber)
    expect(seen.map(({ what }) => what)).toEqual(['restrictGateway', 'assignGateway'])
  })

  test('is searched by person, by gateway and by what was done, in the words of the reader', async () => {
    const found = async (text: string, language = 'en') =>
      (
        await site.call('GET', `/api/audit?limit=100&searchText=${encodeURIComponent(text)}`, {
          headers: { sessionId: await site.sessionOf('demo-admin'), 'accept-language': language },
        })
      ).json<Page>().data
    expect((await found('Restarted a')).map(({ what }) => what)).toEqual(['rebootGateway'])
    expect((await found('neu gestartet', 'de')).map(({ what }) => what)).toEqual(['rebootGateway'])
    expect((await found(gateway)).map(({ what }) => what)).toContain('rebootGateway')
    expect(
      (await found('home@gatehouse')).every(({ account, who }) => `${account}${who}`.includes('home')),
    ).toBe(true)
    expect(await found('%')).toEqual([])
  })

  test('is filtered by result and period, and comes page by page', async () => {
    await wrote('demo-home', 'login', { result: 'refused' })
    const refused = await read('demo-home', 'result=refused')
    expect(refused.data.map(({ result }) => result)).toEqual(['refused'])
    await site.store.audit.append({
      who: 'demo-home',
      what: 'logout',
      at: site.now - 8 * 86_400_000,
      result: 'ok',
    })
    expect((await read('demo-home', 'period=week')).data.map(({ what }) => what)).not.toContain('logout')
    expect((await read('demo-home', 'period=month')).data.map(({ what }) => what)).toContain('logout')
    const all = await read('demo-home')
    const session = await site.sessionOf('demo-home')
    const pages = await Promise.all(
      [1, 2].map(
        async (page) => (await site.get(`/api/audit?limit=2&page=${page}`, session)).json<Page>().data,
      ),
    )
    expect(pages.flat().map(({ id }) => id)).toEqual(all.data.slice(0, 4).map(({ id }) => id))
  })

  test('what was read stays what it was: later pages and filters are of the same moment, and what is newer is counted', async () => {
    const session = await site.sessionOf('demo-admin')
    const get = async <T>(path: string): Promise<T> =>
      (await site.get(`/api/audit${path}`, session)).json<T>()
    const first = await get<Page & { asOf: string }>('?limit=3')
    expect(Date.parse(first.asOf)).toBe(site.now)
    const until = encodeURIComponent(first.asOf)
    const later = { at: site.now + 1 }
    await wrote('demo-home', 'setPin', later)
    await wrote('demo-home', 'login', { ...later, result: 'refused' })
    const again = await get<Page & { asOf: string }>(`?limit=3&until=${until}`)
    expect(again).toEqual(first)
    const counted = async (query: string) =>
      (await get<{ total: number }>(`/count?after=${until}${query}`)).total
    expect(await counted('')).toBe(2)
    expect(await counted('&result=refused')).toBe(1)
    expect(await counted('&searchText=nothing-has-such-a-name')).toBe(0)
  })

  test('each choice of a filter is counted while the others stay, of what the reader may read', async () => {
    for (const who of ['demo-admin', 'demo-home', 'demo-guest']) {
      const session = await site.sessionOf(who)
      const get = async <T>(path: string): Promise<T> =>
        (await site.get(`/api/audit${path}`, session)).json<T>()
      const { by, total } = await get<{
        by: Record<'result' | 'period', Record<string, number>>
        total: number
      }>('/count?period=week&result=refused')
      expect(total).toBe((await get<Page>('?period=week&result=refused')).count)
      for (const [value, count] of Object.entries(by.result))
        expect((await get<Page>(`?period=week&result=${value}`)).count).toBe(count)
      for (const [value, count] of Object.entries(by.period))
        expect((await get<Page>(`?result=refused&period=${value}`)).count).toBe(count)
    }
  })

  test('what was changed is told to whoever did it and to administrators, and only what has words', async () => {
    const facts = {
      userId: 'demo-guest',
      before: 'none',
      after: 'viewer',
      session: 'a-key',
      address: '10.4.4.4',
    }
    await wrote('demo-home', 'setOperationMode', { gateway, facts: { remoteBridge: 1 } })
    await wrote('demo-admin', 'linkExternalIdentity', { gateway, facts })
    const line = async (who: string, what: string) =>
      (await read(who)).data.find((one) => one.what === what && one.changed !== undefined)
    expect((await line('demo-home', 'setOperationMode'))?.changed).toEqual({ remoteBridge: 1 })
    expect((await line('demo-admin', 'linkExternalIdentity'))?.changed).toEqual({
      before: 'none',
      after: 'viewer',
    })
    expect(await line('demo-home', 'linkExternalIdentity')).toBeUndefined()
  })

  test('from where it was done is written down also of what is no sign-in', async () => {
    const { sessionId } = await site.signIn(demo.admin)
    await site.call('POST', '/api/auth/logoutAll', { headers: { sessionId }, body: {} })
    const { data } = await read('demo-admin')
    const line = data.find(({ what }) => what === 'logoutAll')
    expect(line?.address).toEqual(expect.any(String))
  })

  test('is forgotten when its time is over', async () => {
    const before = site.now - 86_400_000
    expect(await site.store.audit.purge(before)).toBeGreaterThan(0)
    expect((await read('demo-admin')).data.every(({ at }) => Date.parse(at) >= before)).toBe(true)
  })
})
