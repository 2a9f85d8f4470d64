import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnnouncementTemplate } from '#schemas/generated/entities/announcement-template.ts'
import { type Caller, callerOf } from '../gateway-kit.ts'
import { Site } from '../kit.ts'

let site: Site
let admin: Caller
beforeAll(async () => {
  site = await Site.open()
  admin = await callerOf(site, 'demo-admin')
})
afterAll(() => site.close())

const words = { title: 'Works', message: 'On Monday.' }
const keep = (name: string, more: object = {}) =>
  admin('POST', '/asm/template/create', {
    ...{ name, notificationType: 'email', announcement_details: words, topic_type: 'NEWS' },
    ...more,
  })
const kept = async (name: string, more: object = {}) => (await keep(name, more)).json<AnnouncementTemplate>()
const list = async (query: string) =>
  (await admin('GET', `/asm/template/all?${query}`)).json<{
    data: [{ data: AnnouncementTemplate[]; totalCount: { count: number } }]
  }>()
const codeOf = (answer: { json<T>(): T }) => answer.json<{ errorCode: string }[]>()[0]?.errorCode

describe('templates of announcements', () => {
  // 3.7-140 3.7-141 3.7-143 3.3-085 3.3-086 3.3-087 3.3-088
  test('one is kept with name, way, title and text, read, and deleted', async () => {
    const template = await kept('Maintenance', { notificationType: 'push' })
    expect(template).toMatchObject({
      ...{ name: 'Maintenance', notificationType: 'push', topic_type: 'NEWS', announcement_details: words },
    })
    expect((await admin('GET', `/asm/template/get/${template._id}`)).json()).toEqual(template)
    expect((await admin('DELETE', `/asm/template/delete/${template._id}`)).status).toBe(204)
    expect((await admin('GET', `/asm/template/get/${template._id}`)).status).toBe(404)
    expect((await admin('DELETE', `/asm/template/delete/${template._id}`)).status).toBe(404)
  })

  // 3.7-142 3.7-155
  test('one that is there is changed without its name, which stays whatever is said', async () => {
    const { _id } = await kept('Outage')
    site.pass(1000)
    const body = { notificationType: 'whatsapp', announcement_details: { title: 'Other', message: 'Later.' } }
    const changed = (await admin('PUT', `/asm/template/put/${_id}`, body)).json<AnnouncementTemplate>()
    expect(changed).toMatchObject({ ...body, name: 'Outage' })
    expect(Date.parse(changed.changedAt)).toBeGreaterThan(Date.parse(changed.createdAt))
    expect((await admin('PUT', '/asm/template/put/none', body)).status).toBe(404)
  })

  // 3.7-139 3.7-152 3.7-153 3.7-154 3.9-041
  test('they are listed by page, up to 5000 at once, sorted by each column, and found by name and title', async () => {
    const fresh = await Site.open()
    try {
      const ask = await callerOf(fresh, 'demo-admin')
      const post = (name: string, notificationType: string, title: string) =>
        ask('POST', '/asm/template/create', {
          ...{ name, notificationType, announcement_details: { title, message: 'x' } },
        })
      await post('Beta', 'whatsapp', 'Sun')
      await post('alpha', 'push', 'Moon')
      await post('Gamma', 'email', 'Star')
      const read = async (query: string) => {
        const answer = await ask('GET', `/asm/template/all?${query}`)
        const [{ data, totalCount }] = answer.json<Awaited<ReturnType<typeof list>>>().data
        return [data.map(({ name }) => name), totalCount.count]
      }
      expect(await read('limit=5000&pageNumber=1')).toEqual([['alpha', 'Beta', 'Gamma'], 3])
      expect(await read('limit=2&pageNumber=2')).toEqual([['Gamma'], 3])
      expect(await read('orderBy=-name')).toEqual([['Gamma', 'Beta', 'alpha'], 3])
      expect(await read('orderBy=notificationType')).toEqual([['Gamma', 'alpha', 'Beta'], 3])
      expect(await read('searchPhrase=BET')).toEqual([['Beta'], 1])
      expect(await read('searchPhrase=moon')).toEqual([['alpha'], 1])
      expect((await ask('GET', '/asm/template/all?limit=5001')).status).toBe(400)
    } finally {
      await fresh.close()
    }
  })

  // 3.5-064
  test('without way, name, title or text none is kept, and no two have one name', async () => {
    expect((await keep('')).status).toBe(400)
    expect((await keep('   ')).status).toBe(400)
    expect((await keep('No way', { notificationType: null })).status).toBe(400)
    expect((await keep('No title', { announcement_details: { ...words, title: ' ' } })).status).toBe(400)
    expect((await keep('No text', { announcement_details: { title: 'x' } })).status).toBe(400)
    expect((await keep('Twice')).status).toBe(201)
    const again = await keep('TWICE')
    expect([again.status, codeOf(again)]).toEqual([409, 'TEMPLATE_NAME_TAKEN'])
  })

  // 3.5-053 3.5-054 3.5-055 3.5-056 3.5-057 3.5-058
  test.each([
    ['push', 128, 1024],
    ['email', 200, 2000],
    ['whatsapp', 60, 1024],
  ] as const)(
    'of %s has a title of %i characters and a text of %i, and no more',
    async (way, title, text) => {
      const judged = async (name: string, some: object) =>
        (await keep(`${way} ${name}`, { notificationType: way, announcement_details: some })).status
      const full = { title: 'x'.repeat(title), message: 'x'.repeat(text) }
      expect(await judged('full', full)).toBe(201)
      expect(await judged('title', { ...full, title: `${full.title}x` })).toBe(400)
      expect(await judged('text', { ...full, message: `${full.message}x` })).toBe(400)
    },
  )

  test('only administrators see and keep them', async () => {
    const home = await callerOf(site, 'demo-home')
    expect((await home('GET', '/asm/template/all')).status).toBe(403)
    expect((await home('POST', '/asm/template/create', {})).status).toBe(403)
  })
})
