import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import permissions from '#catalogue/permissions.json' with { type: 'json' }
import choice from '#schemas/entities/subrole-choice.json' with { type: 'json' }
import type { AccountRow } from '#schemas/generated/entities/account-row.ts'
import type { ExternalIdentity } from '#schemas/generated/entities/external-identity.ts'
import { account } from '../../store/samples.ts'
import { newFolder, type Sent, Site } from '../kit.ts'

let site: Site
let admin: string
beforeAll(async () => {
  site = await Site.open()
  admin = await site.sessionOf('demo-admin')
  for (const one of [
    account('mia', { firstName: 'Mia', lastName: 'Zürcher' }),
    account('chief', { groups: ['admin'] }),
    account('manager', { groups: ['admin', 'manager'] }),
    account('keeper', { groups: ['admin', 'keeper'] }),
  ])
    await site.store.accounts.create(one, { passwordHash: null, at: site.now, activated: one.id !== 'mia' })
})
afterAll(() => site.close())

const call = async (method: string, path: string, body?: unknown, sessionId = admin) => {
  const sent: Sent = { headers: { sessionId }, ...(body === undefined ? {} : { body }) }
  return await site.call(method, `/api/crm/users${path}`, sent)
}
const list = async (query = '') => (await call('GET', query)).json<{ data: AccountRow[]; count: number }>()
const lastNote = async (who: string) => (await site.store.audit.list({ who, limit: 1 }))[0]

describe('accounts as administrators see them', () => {
  // 1.9-009
  test('1.9-009 are listed fifteen a page, by user name', async () => {
    const many = Array.from({ length: 20 }, (_, number) => account(`many-${number}`))
    for (const one of many) await site.store.accounts.create(one, { passwordHash: null, at: site.now })
    const { data, count } = await list()
    expect(count).toBeGreaterThan(20)
    expect(data).toHaveLength(15)
    const names = data.map(({ username }) => username)
    expect(names).toEqual(names.toSorted())
    const second = await list('?page=2')
    expect(second.data[0]?.username).not.toBe(data[0]?.username)
  })

  test('are found by a part of their names, whatever its case, and of their address', async () => {
    for (const text of ['zürch', 'MIA@', 'Mia'])
      expect((await list(`?searchText=${encodeURIComponent(text)}`)).data).toEqual([
        {
          id: 'mia',
          username: 'mia@gatehouse.test',
          name: 'Mia Zürcher',
          role: 'users',
          subrole: 'none',
          state: 'inactive',
          createdAt: new Date(site.now).toISOString(),
        },
      ])
    // Taken literally.
    expect((await list('?searchText=%25')).count).toBe(0)
  })

  test('can be narrowed to a role', async () => {
    const { data } = await list('?role=admin')
    expect(data.map(({ id }) => id).toSorted()).toEqual(['chief', 'demo-admin', 'keeper', 'manager'])
  })

  // 1.6-015 1.6-016
  test('are shown to nobody else', async () => {
    const home = await site.sessionOf('demo-home')
    for (const path of ['', '/demo-home', '/demo-home/identities'])
      expect((await call('GET', path, undefined, home)).status).toBe(403)
  })

  test('one alone says which gateways it may use', async () => {
    expect((await call('GET', '/demo-guest')).json()).toMatchObject({
      id: 'demo-guest',
      gateways: ['DOC4-7F21-90A3'],
    })
    expect((await call('GET', '/nobody')).status).toBe(404)
  })
})

describe("what else is administrators' alone", () => {
  test.each([
    ['1.6-016', 'adminList'],
    ['1.6-017', 'adminCount'],
    ['1.6-018', 'fetchGtwWithoutUser'],
  ])('%s GET /udm/device/%s', async (_atom, path) => {
    const ask = async (userId: string) =>
      (await site.get(`/api/udm/device/${path}`, await site.sessionOf(userId))).status
    expect([await ask('demo-admin'), await ask('demo-home'), await ask('demo-support')]).toEqual([
      200, 403, 403,
    ])
  })
})

// 1.6-003
describe('sub-roles', () => {
  test('can be chosen from those that permissions name, but for those of gateways and of whoever looks on as somebody else', () => {
    const named = Object.keys(permissions.subroles).filter((name) => !['gateway', 'onlooker'].includes(name))
    expect(choice.properties.subrole.enum.toSorted()).toEqual(['none', ...named].toSorted())
  })

  test('1.6-003 hold from the next call on, and are taken back as quickly', async () => {
    const home = await site.sessionOf('demo-home')
    const rename = () =>
      site.call('PUT', '/api/udm/device/DOC4-7F21-90A3/rename', {
        headers: { sessionId: home },
        body: { name: 'Lindenweg 14' },
      })
    expect((await rename()).status).toBe(200)
    expect((await call('PUT', '/demo-home/subrole', { subrole: 'viewer' })).status).toBe(204)
    expect((await rename()).status).toBe(403)
    expect((await site.store.accounts.find('demo-home'))?.groups).toEqual(['users', 'viewer'])
    expect((await call('PUT', '/demo-home/subrole', { subrole: 'none' })).status).toBe(204)
    expect((await rename()).status).toBe(200)
    expect((await site.store.accounts.find('demo-home'))?.groups).toEqual(['users'])
  })

  test('who gave which one to whom is written down', async () => {
    await call('PUT', '/demo-guest/subrole', { subrole: 'operator' })
    expect(await lastNote('demo-admin')).toMatchObject({
      what: 'setSubrole',
      result: 'ok',
      facts: { userId: 'demo-guest', before: 'none', after: 'operator' },
    })
  })

  test('Z-01 nobody changes his own', async () => {
    const answer = await call('PUT', '/demo-admin/subrole', { subrole: 'viewer' })
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject([{ errorCode: 'OWN_SUBROLE' }])
  })

  test('Z-01 without the permission an administrator neither sees accounts nor changes them', async () => {
    const keeper = await site.sessionOf('keeper')
    expect((await call('GET', '', undefined, keeper)).status).toBe(403)
    expect((await call('PUT', '/demo-guest/subrole', { subrole: 'none' }, keeper)).status).toBe(403)
    expect(await lastNote('keeper')).toMatchObject({ what: 'setSubrole', result: 'refused' })
  })

  test('Z-01 with the permission he does', async () => {
    const manager = await site.sessionOf('manager')
    expect((await call('PUT', '/demo-guest/subrole', { subrole: 'none' }, manager)).status).toBe(204)
    expect((await call('PUT', '/keeper/subrole', { subrole: 'viewer' }, manager)).status).toBe(204)
    expect((await call('PUT', '/keeper/subrole', { subrole: 'keeper' })).status).toBe(204)
  })

  test.each(['gateway', 'unheard-of', '', 7])('%j is none', async (subrole) => {
    expect((await call('PUT', '/demo-guest/subrole', { subrole })).status).toBe(400)
  })
})

describe('identities at a provider', () => {
  const issuer = 'https://id.example'
  const identities = async (id: string) =>
    (await call('GET', `/${id}/identities`)).json<{ data: ExternalIdentity[]; count: number }>()

  test('A-10 are linked to an account and open it; unlinked, they open it no longer and its sessions end', async () => {
    const before = await site.sessionOf('mia')
    const linked = await call('POST', '/mia/identities', { issuer, subject: 'mia-1' })
    expect(linked.status).toBe(201)
    // Whoever came in otherwise is out.
    expect((await site.get('/api/udm/device/list', before)).status).toBe(403)
    expect(await site.store.externalIdentities.userOf(issuer, 'mia-1')).toBe('mia')
    expect(await lastNote('demo-admin')).toMatchObject({
      what: 'linkExternalIdentity',
      facts: { userId: 'mia' },
    })
    const { data, count } = await identities('mia')
    expect(count).toBe(1)
    expect(data[0]).toEqual(linked.json())

    const session = await site.sessionOf('mia')
    const gone = await call('DELETE', `/mia/identities/${data[0]?._id}`)
    expect(gone.status).toBe(204)
    expect(await site.store.externalIdentities.userOf(issuer, 'mia-1')).toBeUndefined()
    expect((await site.get('/api/udm/device/list', session)).status).toBe(403)
    expect(await lastNote('demo-admin')).toMatchObject({ what: 'unlinkExternalIdentity' })
  })

  test('one person is one account', async () => {
    await call('POST', '/mia/identities', { issuer, subject: 'two' })
    const again = await call('POST', '/demo-guest/identities', { issuer, subject: 'two' })
    expect(again.status).toBe(409)
    expect(again.json()).toMatchObject([{ errorCode: 'IDENTITY_LINKED', field: '/subject' }])
    expect(await site.store.externalIdentities.userOf(issuer, 'two')).toBe('mia')
  })

  test('Z-02 the identity of one account is not unlinked by way of another', async () => {
    const { _id } = (
      await call('POST', '/mia/identities', { issuer, subject: 'three' })
    ).json<ExternalIdentity>()
    expect((await call('DELETE', `/demo-guest/identities/${_id}`)).status).toBe(404)
    expect(await site.store.externalIdentities.userOf(issuer, 'three')).toBe('mia')
  })

  test('without an address it is the provider of the deployment, and a fault where there is none', async () => {
    const answer = await call('POST', '/mia/identities', { subject: 'four' })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject([{ errorCode: 'VALIDATION', field: '/issuer' }])
  })

  test.each([
    [{ issuer: 'javascript:alert(1)', subject: 'x' }],
    [{ issuer: 'https://id.example/?x', subject: 'x' }],
    [{ issuer, subject: 'with space' }],
    [{ issuer, subject: '' }],
    [{ issuer, subject: 'x'.repeat(256) }],
  ])('%j is refused', async (body) => {
    expect((await call('POST', '/mia/identities', body)).status).toBe(400)
  })
})

describe('HIDE_SENSITIVE_DATA', () => {
  test('Z-05 the list says no names and masks addresses; one alone says its address', async () => {
    const file = join(newFolder(), 'settings.json')
    writeFileSync(file, JSON.stringify({ flags: { HIDE_SENSITIVE_DATA: true } }))
    const hiding = await Site.open({ GATEHOUSE_SETTINGS: file })
    try {
      const sessionId = await hiding.sessionOf('demo-admin')
      const { text } = await hiding.get('/api/crm/users?searchText=home', sessionId)
      expect(text).toContain('h***@g***')
      expect(text).not.toMatch(/home@|"name"/)
      const one = (await hiding.get('/api/crm/users/demo-home', sessionId)).json<AccountRow>()
      expect(one.username).toBe('home@gatehouse.test')
      expect(one).not.toHaveProperty('name')
    } finally {
      await hiding.close()
    }
  })
})
