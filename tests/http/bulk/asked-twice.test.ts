import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyGateways } from '../jobs-kit.ts'
import { type Site, stranger } from '../kit.ts'
import { bulkSite, opening } from './bulk-kit.ts'

let site: Site
let devices: readonly string[]
beforeAll(async () => {
  site = await bulkSite()
  devices = await readyGateways(site, 4)
})
afterAll(() => site.close())

const KEY = 'one-wish-of-somebody'

/** Both calls by which somebody brings something to many homes. */
const ways = [
  [
    '/bom/campaign/create',
    'bulk',
    (name: string) => ({ operation_name: name, content: opening, userId: 'demo-admin', devices }),
  ],
  ['/te_operation/send', 'operation', () => ({ command: 'ping', payload: {}, devices })],
] as const

const asks = async (path: string, body: object, key: string, userId = 'demo-admin'): Promise<string> => {
  const answer = await site.call('POST', `/api${path}`, {
    headers: {
      ...{ sessionId: await site.sessionOf(userId), 'x-forwarded-for': stranger() },
      'idempotency-key': key,
    },
    body,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ _id: string }>()._id
}

test.each(ways)(
  '%s that is asked again with its key begins once, also at the same time',
  async (path, kind, bodyOf) => {
    const counted = async () => (await site.store.jobs.list({ kinds: [kind], skip: 0, limit: 1 })).count
    const before = await counted()
    const body = bodyOf('Once')
    const both = await Promise.all([asks(path, body, KEY), asks(path, body, KEY)])
    const after = await asks(path, body, KEY)
    expect([...both, after]).toEqual([after, after, after])
    expect(await counted()).toBe(before + 1)
    expect((await site.store.jobs.tasks(after, { page: 1, limit: 100 })).count).toBe(devices.length)

    // Another wish is another one, and so is that of somebody else.
    expect(await asks(path, body, `${KEY}-2`)).not.toBe(after)
    expect(await counted()).toBe(before + 2)
  },
)

test('one key does not mean the same to both', async () => {
  const [bulk, operation] = await Promise.all(
    ways.map(([path, , bodyOf]) => asks(path, bodyOf('Both'), 'the-same-for-both')),
  )
  expect(bulk).not.toBe(operation)
})
