import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarmsTold } from '../alarm-successes.ts'
import { Site, stranger } from '../kit.ts'
import { operations, own, pathOf } from '../operations.ts'

let site: Site
const sessions: string[] = []
beforeAll(async () => {
  site = await Site.open()
  for (const who of ['demo-home', 'demo-admin']) sessions.push(await site.sessionOf(who))
  await alarmsTold(site)
})
afterAll(() => site.close())

/** Those that act, as their document says. */
const ACTING: readonly string[] = ['generateSerialNumber', 'logout']

describe('spec 3 §7 a call that reads', () => {
  // 3.7-007
  test.each(
    operations.filter(({ method, id }) => method === 'GET' && !ACTING.includes(id)).map(({ id }) => id),
  )('%s changes nothing, whoever makes it', async (id) => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(id)
    const before = site.changes()
    for (const sessionId of sessions)
      await site.call('GET', pathOf(operation, { ...own, sessionId }, 'all'), {
        headers: { sessionId, 'x-forwarded-for': stranger() },
      })
    expect(site.changes()).toBe(before)
  })
})
