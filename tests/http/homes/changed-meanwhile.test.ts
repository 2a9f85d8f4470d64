import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '#server/http/openapi.ts'
import { accountSuccess } from '../account-successes.ts'
import { root, Site } from '../kit.ts'
import { api, operations, own, pathOf } from '../operations.ts'

let site: Site
beforeAll(async () => {
  site = await Site.open()
})
afterAll(() => site.close())

const guarded = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'revision'))

describe('of two who save what both have read the second is told', () => {
  test('there are such calls', () => expect(guarded.length).toBeGreaterThan(7))

  // 409 and its sentence, and what the first has saved stays.
  test.each(guarded.map(({ id }) => id))('%s', async (id) => {
    const operation = guarded.find((one) => one.id === id)
    if (!operation) throw new Error(id)
    const sessionId = await site.sessionOf(operation.policy === 'admin' ? 'demo-admin' : 'demo-home')
    const { ids, query, body } = (await accountSuccess(site, id)) ?? {}
    const path = `${pathOf(operation, { ...own, sessionId, ...ids }).replace(/\?.*/, '')}?${query}`
    const both = await Promise.all(
      ['en', 'de'].map((language) =>
        site.call(operation.method, path, { headers: { sessionId, 'accept-language': language }, body }),
      ),
    )
    const [saved, refused] = both.toSorted((one, other) => one.status - other.status)
    expect(saved?.status).toBe(operation.status)
    expect(refused?.status).toBe(409)
    expect(refused?.json()).toEqual([
      {
        errorCode: 'CHANGED_MEANWHILE',
        message: expect.stringMatching(/^(Somebody else has|Jemand anderes hat)/),
      },
    ])
    const again = await site.call(operation.method, path, { headers: { sessionId }, body })
    expect(again.status).toBe(409)
  })
})

describe('screens', () => {
  const files = globSync('src/screens/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('.test.'),
  })
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8'))
  test.each(guarded.map(({ id }) => id))('say which revision they change by %s', (id) => {
    const using = sources.filter((source) => new RegExp(`call\\(\\s*'${id}'`).test(source))
    expect(using).not.toEqual([])
    for (const source of using)
      expect(source).toMatch(new RegExp(`'${id}',\\s*\\{[^}]*(revision|seen\\(\\))`))
  })
})

describe('whatever several people can save', () => {
  const properties = (schema: Json | undefined): readonly string[] =>
    Object.keys((schema?.properties as Json | undefined) ?? {})
  const VERSIONS = ['revision', 'version']
  // A call that puts something in the place of what was there.
  const saving = operations.filter(
    ({ id, method }) =>
      method === 'PUT' || /^(update|change|keep|put|set|rename|renew|replace|save|licenceKey)[A-Z]/.test(id),
  )

  test.each(saving.map(({ id }) => id))(
    '%s says which revision it changes, or why the last one may win',
    (id) => {
      const operation = saving.find((one) => one.id === id)
      const said = [
        ...(operation?.parameters ?? []).map(({ name }) => name),
        ...properties(operation?.body as Json | undefined),
      ]
      const paths = api.combined.paths as Readonly<Record<string, Readonly<Record<string, Json>>>>
      const why = operation && paths[operation.path]?.[operation.method.toLowerCase()]?.['x-last-wins']
      expect([said.some((name) => VERSIONS.includes(name)), why !== undefined]).toContain(true)
      if (why !== undefined) expect(why).toMatch(/\w{3,}.*\.$/)
    },
  )
})
