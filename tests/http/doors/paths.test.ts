import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Site } from '../kit.ts'
import { bodyOf, operations, own, pathOf } from '../operations.ts'

let site: Site
beforeAll(async () => {
  site = await Site.open()
})
afterAll(() => site.close())

const closed = operations.filter(({ policy }) => policy !== 'public')

/** Ways to write a path so that a careless guard takes it for another one. */
const disguises: readonly ((path: string) => string)[] = [
  (path) => path.replace('/api', '//api'),
  (path) => path.replaceAll('/', '//'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/auth/../'),
  (path) => path.replace('/api/', '/api/auth/%2e%2e/'),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace('/api/', '/api/settings/..;/'),
  (path) => path.replace('/api/', '/api;x=y/'),
  (path) => `${path}/`,
  (path) => `${path};sessionId=x`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}?policy=public`,
  (path) => `${path}#/api/settings`,
  (path) => `/api/settings/..${path.slice(4)}`,
  (path) => `http://127.0.0.1${path}`,
  (path) => `\\${path.slice(1)}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api', '/API'),
  (path) => path.replace('a', '%61'),
  (path) => path.replace('e', '%2565'),
  (path) => path.replace(/.$/, (char) => `%${char.charCodeAt(0).toString(16)}`),
]

/** Operations that answered with success, by the server's own count of matched routes. */
const succeeded = (): string[] =>
  [...site.running.metrics.text().matchAll(/http_requests_total\{operation="(\w+)",status="2\d\d"\}/g)].map(
    ([, operation = '']) => operation,
  )

describe('Z-06 the matched route decides', () => {
  test('Z-06 no way of writing a path leads somebody who is not signed in to an operation', async () => {
    const paths = fc.tuple(
      fc.constantFrom(...closed),
      fc.array(fc.constantFrom(...disguises), { minLength: 1, maxLength: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(paths, async ([operation, chosen]) => {
        const path = chosen.reduce((written, disguise) => disguise(written), pathOf(operation, own))
        // A path that is no path is refused before it is sent.
        const answer = await site
          .call(operation.method, path, { body: bodyOf(operation) })
          .catch(() => ({ status: 400 }))
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: 400 },
    )
    const open = operations.filter(({ policy }) => policy === 'public').map(({ id }) => id)
    const reached = succeeded().filter(
      (operation) => !['page', 'file', 'health', 'openapi', ...open].includes(operation),
    )
    expect(reached).toEqual([])
  })

  test.each(closed.map(({ id }) => id))(
    'Z-06 %s, written plainly or in any disguise, needs its policy',
    async (id) => {
      const operation = closed.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      const path = pathOf(operation, own)
      for (const write of [(same: string) => same, ...disguises]) {
        const answer = await site
          .call(operation.method, write(path), { body: bodyOf(operation) })
          .catch(() => undefined)
        const isJson = answer?.headers['content-type']?.startsWith('application/json') === true
        if (answer && isJson) expect(answer.status).toBeGreaterThanOrEqual(400)
      }
      // Whatever it answers with, JSON or a file: no way led to it.
      expect(succeeded()).not.toContain(id)
    },
  )
})
