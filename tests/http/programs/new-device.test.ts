import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, personAt, productionSite, send } from '../factor-kit.ts'
import { type Site, stranger } from '../kit.ts'

let site: Site
beforeAll(async () => {
  site = await productionSite()
})
afterAll(() => site.close())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile Safari/604.1'

async function signIn(person: Person, headers: Record<string, string> = {}) {
  const answer = await site.login(person, { 'user-agent': FIREFOX, ...headers })
  const [cookie = ''] = answer.headers['set-cookie'] ?? []
  return { answer, cookie, kept: cookie.split(';')[0] ?? '' }
}
const notices = async ({ id }: Person): Promise<number> =>
  (await site.store.audit.list({ who: id, what: 'newDevice', limit: 100 })).length

describe('a sign-in from a new device', () => {
  test('is told of, but for the first of an account; a known browser is not', async () => {
    const mia = await personAt(site, 'users')
    const { kept } = await signIn(mia)
    expect(await notices(mia)).toBe(0)
    await signIn(mia, { cookie: kept })
    expect(await notices(mia)).toBe(0)
    await signIn(mia, { 'user-agent': SAFARI })
    expect(await notices(mia)).toBe(1)
  })

  test('a second browser of the same kind is told of on the very day of the first sign-in', async () => {
    const mia = await personAt(site, 'users')
    const from = { 'x-forwarded-for': stranger() }
    await signIn(mia, from)
    await signIn(mia, from)
    expect(await notices(mia)).toBe(1)
  })

  test('what the browser keeps is read by no page, sent to sign-ins alone, and kept hashed', async () => {
    const mia = await personAt(site, 'users')
    const { cookie, kept } = await signIn(mia)
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Secure', 'Path=/api/auth'])
      expect(cookie).toContain(attribute)
    expect(kept).toMatch(/^device=[A-Za-z0-9_-]{22}$/)
    const written = readdirSync(site.data)
      .filter((name) => name.startsWith('gatehouse.db'))
      .map((name) => readFileSync(join(site.data, name), 'latin1'))
      .join('')
    expect(written).toContain(mia.identity)
    expect(written).not.toContain(kept.slice('device='.length))
  })

  test('a token of another account, or of another browser, makes none known', async () => {
    const [mia, kim] = [await personAt(site, 'users'), await personAt(site, 'users')]
    await signIn(mia)
    const { kept } = await signIn(kim)
    await signIn(mia, { cookie: kept })
    expect(await notices(mia)).toBe(1)
    await signIn(kim, { cookie: kept, 'user-agent': SAFARI })
    expect(await notices(kim)).toBe(1)
  })

  test('one that keeps nothing is told of once a day from its network, so that no mailbox is flooded', async () => {
    const mia = await personAt(site, 'users')
    await signIn(mia)
    const from = { 'x-forwarded-for': stranger() }
    for (const _again of [1, 2, 3]) await signIn(mia, from)
    expect(await notices(mia)).toBe(1)
    site.pass(24 * 60 * 60_000)
    await signIn(mia, from)
    expect(await notices(mia)).toBe(2)
  })

  test('«this was not me» ends every session and forgets every device, once', async () => {
    const mia = await personAt(site, 'users')
    const { kept } = await signIn(mia)
    await site.store.tokens.put({
      token: 'mine',
      purpose: 'notMe',
      subject: mia.id,
      expiresAt: site.now + 1000,
    })
    const disown = () => send(site, 'POST', 'notMe', { token: 'mine' })
    expect((await disown()).status).toBe(204)
    expect(await site.store.sessions.ofUser(mia.id)).toEqual([])
    expect(
      await site.store.knownDevices.seen(
        { userId: mia.id, token: kept.slice(7), label: 'Firefox, Windows' },
        0,
      ),
    ).toBe(false)
    expect((await disown()).status).toBe(404)
    // Whoever it was is not taken for the first, should he come again.
    await signIn(mia)
    expect(await notices(mia)).toBe(1)
  })
})
