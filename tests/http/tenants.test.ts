import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Site, stranger } from './kit.ts'
import { bodyOf, inPath, invented, operations, pathOf } from './operations.ts'

/** Ids in a path that belong to nobody, and why they are not tried. */
const ofNobody: Readonly<Record<string, string>> = {
  getLayout: 'a layout is named by its content and the same for everybody',
  resetPassword: 'the id is the secret itself: whoever has it may use it',
}

let site: Site
let mine: Record<string, string> = {}
beforeAll(async () => {
  site = await Site.open()
  mine = { sn: 'DOC4-7F21-90A3', id: 'demo-home', sessionId: await site.sessionOf('demo-home') }
})
afterAll(() => site.close())

const withIds = operations.filter((operation) => inPath(operation).length > 0)

describe('Z-02 ids of another home', () => {
  test('Z-02 every exception is an operation that there is', () => {
    expect(Object.keys(ofNobody).filter((id) => !withIds.some((operation) => operation.id === id))).toEqual(
      [],
    )
  })

  test.each(withIds.filter(({ id }) => !(id in ofNobody)).map(({ id }) => id))(
    'Z-02 %s answers for an id of another home as for one that does not exist, and changes nothing',
    async (id) => {
      const operation = operations.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      const call = async (ids: Readonly<Record<string, string>>) => {
        const sessionId = await site.sessionOf('demo-owner-0')
        const before = site.contents()
        const answer = await site.call(operation.method, pathOf(operation, ids), {
          headers: { sessionId, 'x-forwarded-for': stranger() },
          body: bodyOf(operation),
        })
        expect(site.contents()).toBe(before)
        const { date: _date, ...headers } = answer.headers
        return { status: answer.status, text: answer.text, headers }
      }
      const [foreign, unknown] = [await call(mine), await call(invented)]
      // Who is no administrator is refused before any id is looked at.
      expect(foreign.status).toBe(operation.policy === 'admin' ? 403 : 404)
      expect(foreign).toEqual(unknown)
    },
  )

  // 1.6-031
  test('Z-02 lists hold nothing of another home', async () => {
    const sessionId = await site.sessionOf('demo-owner-0')
    for (const operation of operations.filter(
      ({ method, policy }) => method === 'GET' && policy === 'session',
    )) {
      const path = pathOf(operation, { sessionId })
      if (operation.id !== 'logout') expect((await site.get(path, sessionId)).text).not.toContain(mine.sn)
    }
  })
})
