import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerApi } from '#server/http/api.ts'
import type { Handlers } from '#server/http/call.ts'
import { type Json, readApi } from '#server/http/openapi.ts'
import type { Parts } from '#server/http/parts.ts'
import { accountSuccess } from './account-successes.ts'
import { quick } from './gateway-kit.ts'
import { gatewaySuccess } from './gateway-successes.ts'
import { demo, root, Site, silent, stranger } from './kit.ts'
import { type Outside, oauthSuccess, outside } from './oauth-successes.ts'
import { api, bodyOf, operations, own, pathOf } from './operations.ts'

let site: Site
let foreign: Outside
// A model is saved, too: into a catalogue of its own, and not into the one that all others read.
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-catalogue-'))
beforeAll(async () => {
  cpSync(join(root, 'catalogue'), folder, { recursive: true })
  foreign = await outside()
  const environment = { ...foreign.environment, GATEHOUSE_CATALOGUE: folder }
  site = await Site.open(environment, silent, undefined, { pace: quick })
})
afterAll(async () => {
  await site.close()
  await foreign.provider.close()
  rmSync(folder, { recursive: true })
})

// Each judge is asked once or twice: what would make it faster takes longer than it saves.
const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true, code: { optimize: false } })
addFormats.default(ajv)
// All operations refer to one document, whose parts are translated once.
ajv.addSchema({ $id: 'api', components: api.combined.components })
const judges = new Map<string, ValidateFunction>()
const fits = (schema: Json, value: unknown): string => {
  const said = JSON.stringify(schema).replaceAll('"#/', '"api#/')
  const check = judges.get(said) ?? ajv.compile(JSON.parse(said) as Json)
  judges.set(said, check)
  return check(value) ? '' : ajv.errorsText(check.errors)
}

/** Who gets a success, with what. */
async function success(id: string): Promise<{
  ids: Record<string, string>
  sessionId: string
  body?: unknown
  raw?: Buffer
  query?: string
  headers?: Readonly<Record<string, string>>
}> {
  const userId = operations.find((one) => one.id === id)?.policy === 'admin' ? 'demo-admin' : 'demo-home'
  const sessionId = await site.sessionOf(userId)
  const ids = { ...own, sessionId }
  if (id === 'login') return { ids, sessionId, body: demo.home }
  if (id === 'getLayout') {
    const { layouts } = (await site.get(`/api/home/${own.sn}/layouts`, sessionId)).json<{
      layouts: Record<string, string>
    }>()
    return { ids: { ...ids, hash: Object.values(layouts)[0] ?? '' }, sessionId }
  }
  if (id === 'resetPassword') {
    // Whoever comes from an identity provider has no password to set.
    for (const identity of await site.store.externalIdentities.ofUser('demo-guest'))
      await site.store.externalIdentities.remove('demo-guest', identity.key)
    await site.store.tokens.put({
      token: 'fits',
      purpose: 'password',
      subject: 'demo-guest',
      expiresAt: site.now + 1000,
    })
    return {
      ids: { hash: 'fits' },
      sessionId,
      body: { secret: 'Gatehouse-Test-1', confirmation: 'Gatehouse-Test-1' },
    }
  }
  const account = await accountSuccess(site, id)
  if (account) return { sessionId, ...account, ids: { ...ids, ...account.ids } }
  const gateway = await gatewaySuccess(site, id)
  if (gateway) return { sessionId, ...gateway, ids: { ...ids, ...gateway.ids } }
  return { ids, sessionId, ...(await oauthSuccess(site, id, own.sn ?? '')) }
}

describe('every operation of the API documents', () => {
  // 2.7-001 3.7-003
  test.each(operations.map(({ id }) => id))(
    '%s succeeds with its status and a body of its schema',
    async (id) => {
      const operation = operations.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      const {
        ids,
        sessionId,
        raw,
        body = raw ? undefined : bodyOf(operation),
        query,
        headers,
      } = await success(id)
      const path = pathOf(operation, ids).replace(/\?.*/, '')
      const answer = await site.call(operation.method, query ? `${path}?${query}` : path, {
        headers: { sessionId, 'x-forwarded-for': stranger(), ...headers },
        body,
        ...(raw && { raw }),
      })
      await site.store.gateways.assign(own.sn ?? '', 'demo-home')
      expect(answer.status).toBe(operation.status)
      if (operation.answer) expect(fits(operation.answer, answer.json())).toBe('')
      else expect(answer.text === '').toBe(!operation.file)
    },
  )

  test.each(operations.filter(({ policy }) => policy !== 'public').map(({ id }) => id))(
    '%s fails in the shape that its document says',
    async (id) => {
      const operation = operations.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      const answer = await site.call(operation.method, pathOf(operation, own))
      expect(answer.status).toBe(403)
      expect(fits(operation.failure, answer.json())).toBe('')
    },
  )

  // 1.3-058 3.7-005
  test('a failure is a list whose first entry carries errorCode and a message', async () => {
    const answer = await site.call('GET', '/api/unknown')
    expect(answer.json()).toEqual([{ errorCode: 'NOT_FOUND', message: expect.stringMatching(/./) }])
  })

  // 1.3-059
  test('failures are told in the language of the caller, whose code may be ours or any German or English', async () => {
    const told = async (language: string) =>
      (await site.call('GET', '/api/unknown', { headers: { 'accept-language': language } })).json<
        { message: string }[]
      >()[0]?.message
    const [german, english] = [await told('ch_DE'), await told('ch_EN')]
    expect(german).not.toBe(english)
    expect(await told('de-CH,en;q=0.5')).toBe(german)
    expect(await told('fr, en-GB;q=0.8')).toBe(english)
    // 1.9-002
    expect(await told('')).toBe(german)
  })

  test('the combined document is served, without a reference to the outside', async () => {
    const answer = await site.get('/api/openapi.json')
    expect(answer.json<{ openapi: string }>().openapi).toBe('3.1.0')
    expect([...answer.text.matchAll(/"\$ref":"([^#"][^"]*)"/g)]).toEqual([])
    const { paths } = answer.json<{ paths: Json }>()
    expect(operations.filter(({ path }) => !Object.hasOwn(paths, path))).toEqual([])
  })
})

describe('Z-01 what is incomplete does not start', () => {
  const nothing = {} as Parts
  const complete = Object.fromEntries(operations.map(({ id }) => [id, () => undefined]))

  test('Z-01 an operation without a handler', () => {
    const { logout: _left, ...rest } = complete
    expect(() => registerApi(fastify(), api, rest as unknown as Handlers, nothing)).toThrow(
      /no handler: logout/,
    )
  })

  test('Z-01 a handler without an operation', () => {
    const more = { ...complete, backdoor: () => undefined }
    expect(() => registerApi(fastify(), api, more as unknown as Handlers, nothing)).toThrow(/backdoor/)
  })

  const changed = (from: string, to: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-api-'))
    cpSync(join(root, 'schemas'), folder, { recursive: true })
    const file = join(folder, 'api', 'auth.json')
    const before = readFileSync(file, 'utf8')
    expect(before).toContain(from)
    writeFileSync(file, before.replace(from, to))
    return folder
  }

  test.each([
    ['without a policy', '"x-policy": "session",', '', /logout.*x-policy/],
    [
      'with a policy that there is not',
      '"x-policy": "session",',
      '"x-policy": "everybody",',
      /logout.*x-policy/,
    ],
    ['without a name', '"operationId": "logout",', '', /no operationId/],
    ['with a name that is taken', '"operationId": "logout"', '"operationId": "login"', /exists twice/],
    ['with a reference to nothing', 'entities/session.json', 'entities/nothing.json', /nothing\.json/],
  ])('Z-01 an operation %s', (_what, from, to, message) => {
    const folder = changed(from, to)
    expect(() => readApi(join(folder, 'api'))).toThrow(message)
    rmSync(folder, { recursive: true, force: true })
  })
})
