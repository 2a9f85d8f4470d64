import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '../../store/samples.ts'
import { callerOf } from '../gateway-kit.ts'
import { readyGateways } from '../jobs-kit.ts'
import { type Site, stranger } from '../kit.ts'
import { begin, bulkSite, opening, over, read, rooms, tasksOf, until } from './bulk-kit.ts'

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

test('what an operation did is taken back once, also when two ask at once, and when the server was killed before it noted that', async () => {
  const admin = await callerOf(site, 'demo-admin')
  const id = await begin(admin, rooms, devices)
  await until(admin, id, over)
  const { facts } = (await site.store.jobs.find(id)) ?? {}
  const counted = async () => (await site.store.jobs.list({ kinds: ['bulk'], skip: 0, limit: 1 })).count
  const before = await counted()
  const asksBack = () => admin('POST', `/bom/campaign/takeBack/${id}`)

  const both = await Promise.all([asksBack(), asksBack()])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  const [back, same] = both.map((answer) => answer.json<{ _id: string }>()._id)
  expect(same).toBe(back)
  expect(await counted()).toBe(before + 1)

  // A server that is killed leaves it begun, and the operation without a word of that.
  await site.store.jobs.learn(id, facts ?? {})
  expect(await read(admin, id)).toMatchObject({ canTakeBack: true })
  const after = await asksBack()
  expect([after.status, after.json()]).toEqual([201, { _id: back }])
  expect(await counted()).toBe(before + 1)
  expect(await read(admin, id)).toMatchObject({ canTakeBack: false, takenBackBy: back })

  await until(admin, back ?? '', over)
  const tasks = await tasksOf(admin, back ?? '')
  expect(tasks.map(({ device }) => device).toSorted()).toEqual([...devices].toSorted())
  expect((await asksBack()).status).toBe(409)
})

test('of two administrators who take the same back at once only the one who did it is written down', async () => {
  await site.store.accounts.create(account('second', { groups: ['admin'] }), {
    ...{ passwordHash: null, at: site.now, activated: true },
  })
  const [one, other] = [await callerOf(site, 'demo-admin'), await callerOf(site, 'second')]
  const id = await begin(one, rooms, devices)
  await until(one, id, over)
  const noted = () => site.store.audit.list({ what: 'takeCampaignBack', limit: 100 })
  const before = (await noted()).length
  await Promise.all([one, other].map((asks) => asks('POST', `/bom/campaign/takeBack/${id}`)))
  const { takenBackBy = '' } = await read(one, id)
  const { begunBy } = (await site.store.jobs.find(takenBackBy)) ?? {}
  const rows = await noted()
  expect(rows.slice(0, rows.length - before).map(({ who }) => who)).toEqual([begunBy])
})
