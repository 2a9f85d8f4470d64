import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo, Site } from '../kit.ts'

let site: Site
let admin: string
let home: string
beforeAll(async () => {
  site = await Site.open()
  admin = await site.sessionOf('demo-admin')
  home = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

/** fetch unpacks what it receives and leaves the headers as they came. */
const ask = (path: string, encoding: string, sessionId = admin) =>
  fetch(site.url + path, { headers: { sessionId, 'accept-encoding': encoding } })
const gateways = '/api/udm/device/adminList'

describe('compressed answers', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
  ])('a long answer to "%s" comes as %s, a fifth as long, and says the same', async (accepted, expected) => {
    const plain = await ask(gateways, 'identity')
    const short = await ask(gateways, accepted)
    expect(short.headers.get('content-encoding')).toBe(expected)
    expect(Number(short.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) / 5,
    )
    expect(await short.json()).toEqual(await plain.json())
  })

  test.each(['identity', 'zstd', 'br;q=0, gzip;q=0', ''])(
    'a long answer to "%s" comes as it is',
    async (accepted) => {
      const answer = await ask(gateways, accepted)
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
    },
  )

  test('compressed or not, it is kept by nobody', async () => {
    expect((await ask(gateways, 'br')).headers.get('cache-control')).toBe('no-store')
  })

  test('a layout is compressed and may be kept for ever', async () => {
    const { data } = (await (await ask('/api/udm/device/list', 'br', home)).json()) as {
      data: { serialNumber: string }[]
    }
    const { layouts } = (await (
      await ask(`/api/home/${data[0]?.serialNumber}/layouts`, 'br', home)
    ).json()) as { layouts: Record<string, string> }
    const answers = await Promise.all(
      Object.values(layouts).map((hash) => ask(`/api/catalogue/layouts/${hash}`, 'br', home)),
    )
    const long = answers.filter(({ headers }) => headers.get('content-encoding') === 'br')
    expect(long.length).toBeGreaterThan(0)
    for (const { headers } of long) expect(headers.get('cache-control')).toContain('immutable')
  })

  test('a short answer is not worth it', async () => {
    const answer = await ask('/api/udm/device/adminCount', 'br')
    expect(answer.headers.get('content-encoding')).toBeNull()
  })

  test('answers of signing in are never compressed, however long', async () => {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' }
    const unknown = Object.fromEntries(Array.from({ length: 60 }, (_none, at) => [`field${at}`, 'x']))
    const body = JSON.stringify({ ...demo.home, ...unknown })
    const answer = await fetch(`${site.url}/api/auth/login`, { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1024)
    expect(answer.headers.get('content-encoding')).toBeNull()
  })
})
