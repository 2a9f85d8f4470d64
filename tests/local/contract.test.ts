import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operations } from '#gateway/node/setup/operations.ts'
import { SimulatedSettings } from '#gateway/node/setup/simulated.ts'
import { readApi } from '#server/http/openapi.ts'
import { ajvWithSchemas } from '../../scripts/gen/validators.ts'
import { SetupSite, told } from './kit.ts'

let site: SetupSite
beforeAll(async () => {
  site = await SetupSite.open()
})
afterAll(() => site.close())
// Nobody has tried to sign in for a while.
beforeEach(() => site.passes(60_000))

const entities = ajvWithSchemas()
const document = JSON.parse(readFileSync('schemas/local/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>
}
interface Described {
  content?: { 'application/json': { schema: { $ref: string } } }
}

/** Bodies that the simulated gateway takes. */
const bodies = (site: SetupSite): Readonly<Record<string, object>> => ({
  login: { secret: site.secret },
  changePassword: { checkSecret: site.secret, secret: site.secret, confirmation: site.secret },
  setWifiNetwork: { ssid: 'Lindenweg 14', encryption: 'wpa2', password: 'open sesame' },
  setTimezone: { timezone: 'Europe/Zurich' },
})

/** The schema of what an operation answers; undefined when it answers nothing. */
function answerOf({ path, method, status }: Operation): string | undefined {
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[status]
  return described?.content?.['application/json'].schema.$ref.replace('../', '')
}

const calls = operations.map(({ method, path }) => `${method} ${path}`)

test.each([
  ['1.7-023', 'POST /login'],
  ['1.7-024', 'POST /logout'],
  ['1.7-025', 'POST /change-password'],
  ['1.7-026', 'POST /set-wifi-network'],
  ['1.7-027', 'POST /set-timezone'],
  ['1.7-028', 'GET /get-board-info'],
  ['1.7-029', 'GET /get-platform-info'],
  ['1.7-030', 'GET /scan-wifi-networks'],
  ['1.7-031', 'GET /get-available-timezones'],
  ['1.7-032', 'GET /get-current-timezone'],
] as const)('%s: the local interface has the call %s, letter for letter', (_id, call) => {
  expect(calls).toContain(call)
})

test('the local interface has these ten calls and no others', () => {
  expect(calls).toHaveLength(10)
})

test('the server has none of them: what sets up a gateway is at the gateway', () => {
  const served = new Set(readApi('schemas/api').operations.map(({ path }) => path))
  expect(operations.filter(({ path }) => served.has(path))).toEqual([])
})

type Operation = (typeof operations)[number]

const named = (some: readonly Operation[]) => some.map((operation) => [operation.id, operation] as const)

describe.each(named(operations))('%s', (id, operation) => {
  const { method, path, status, open } = operation

  test('answers as its schema says', async () => {
    const sessionId = open ? '' : site.signedIn()
    const answer = await site.call(method, path, {
      body: bodies(site)[id],
      headers: { sessionid: sessionId },
    })
    expect(answer).toMatchObject({ status })
    const schema = answerOf(operation)
    if (schema === undefined) expect(answer.body).toBe('')
    else expect(entities.validate(schema, answer.body), entities.errorsText()).toBe(true)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
  })

  // B-08
  test.each([
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:9999' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { host: 'gateway.attacker.example' },
  ])('is refused to pages of other sites: %o', async (headers) => {
    const sessionid = site.signedIn()
    expect(
      await site.call(method, path, { body: bodies(site)[id], headers: { sessionid, ...headers } }),
    ).toMatchObject({ status: 403, body: told({ errorCode: 'CROSS_SITE' }) })
  })
})

test('a zone that the system lives by is one of those that can be chosen, also where the system does not list it', async () => {
  const settings = new SimulatedSettings({ takes: 0 })
  settings.timezone = async () => 'Elsewhere/Unlisted'
  const other = await SetupSite.open(settings)
  try {
    const headers = { sessionid: other.signedIn() }
    const { body } = await other.call('GET', '/get-available-timezones', { headers })
    expect((body as { data: string[] }).data).toContain('Elsewhere/Unlisted')
    for (const [timezone, status] of [
      ['Elsewhere/Unlisted', 204],
      ['Elsewhere/Unheard', 400],
    ] as const)
      expect(await other.call('POST', '/set-timezone', { body: { timezone }, headers })).toMatchObject({
        status,
      })
  } finally {
    await other.close()
  }
})

// Z-01
test.each(named(operations.filter(({ open }) => !open)))(
  '%s without a session, or with a made-up one, says that it has ended',
  async (id, { method, path }) => {
    for (const headers of [{}, { sessionid: 'A'.repeat(43) }])
      expect(await site.call(method, path, { body: bodies(site)[id], headers })).toMatchObject({
        status: 403,
        body: told({ errorCode: 'SESSION_ENDED' }),
      })
  },
)

describe.each(named(operations.filter(({ validator }) => validator)))(
  '%s takes a body',
  (id, { method, path }) => {
    test('takes JSON and nothing else', async () => {
      const sessionid = site.signedIn()
      const payload = JSON.stringify(bodies(site)[id])
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ])
        expect(
          await site.call(method, path, { payload, headers: { sessionid, 'content-type': type } }),
        ).toMatchObject({ status: 415, body: told({ errorCode: 'UNSUPPORTED_MEDIA_TYPE' }) })
      expect(await site.call(method, path, { headers: { sessionid } })).toMatchObject({ status: 415 })
    })

    // V-03 V-04
    test('refuses what is too large, unreadable, or no body of its own', async () => {
      const headers = { sessionid: site.signedIn(), 'content-type': 'application/json' }
      const send = (payload: string) => site.call(method, path, { payload, headers })
      expect(await send(`{"x":"${'x'.repeat(9000)}"}`)).toMatchObject({
        status: 413,
        body: told({ errorCode: 'TOO_LARGE' }),
      })
      for (const wrong of ['{', '', '[]', '"x"', 'null', '{"__proto__":{"secret":"x"}}', '{"constructor":1}'])
        expect(await send(wrong), wrong).toMatchObject({
          status: 400,
          body: told({ errorCode: 'VALIDATION' }),
        })
      const more = { ...bodies(site)[id], more: 1 }
      expect(await send(JSON.stringify(more))).toMatchObject({
        status: 400,
        body: told({ errorCode: 'VALIDATION', field: '/more' }),
      })
      expect(site.faults).toEqual([])
    })
  },
)
