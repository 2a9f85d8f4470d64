import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import words from '#locales/ch_EN/selfcheck.json' with { type: 'json' }
import { ConfigError } from '#server/config/values.ts'
import { readConfig } from '#server/config.ts'
import { openStore } from '#server/store/store.ts'
import { codeOf } from '../../support/authenticator-app.ts'
import { type Served, serve } from '../../support/serve.ts'
import { call, demo, demoFolder, newFolder, stranger } from '../kit.ts'

const production = { GATEHOUSE_MODE: 'production' }
const outcomeOf = (starting: Promise<Served>): Promise<string> =>
  starting.then(
    () => 'it started',
    (error: unknown) => String(error),
  )

const started: Served[] = []
const startIn = async (data: string, environment: Record<string, string> = production): Promise<Served> => {
  const server = await serve({ GATEHOUSE_PROXIES: '127.0.0.1', ...environment }, data)
  started.push(server)
  return server
}
afterAll(async () => {
  for (const server of started) await server.remove()
})

const tokenIn = async (server: Served): Promise<string> => {
  await expect.poll(() => server.output()).toMatch(/\/resetPassword\/\S/)
  return /\/resetPassword\/(\S+)/.exec(server.output())?.[1] ?? ''
}

const signIn = (url: string, who: { identity: string; secret: string }) =>
  call(url, 'POST', '/api/auth/login', { body: who, headers: { 'x-forwarded-for': stranger() } })

async function sessionWithFactor(url: string, token: string): Promise<string> {
  const begun = await call(url, 'POST', '/api/auth/factor/setUp', { body: { token } })
  const { secret } = begun.json<{ authenticator: { secret: string } }>().authenticator
  const body = { token, code: codeOf(secret, Date.now()) }
  const done = await call(url, 'PUT', '/api/auth/factor/setUp', { body })
  return done.json<{ session: { sessionId: string } }>().session.sessionId
}

describe('A-09 no defaults', () => {
  test('A-09 started for production there is no account: the first administrator sets a password by a one-time link', async () => {
    const server = await startIn(newFolder(), { ...production, GATEHOUSE_ADMIN: 'chief@gatehouse.test' })
    for (const who of Object.values(demo)) expect((await signIn(server.url, who)).status).toBe(401)
    expect(server.output()).not.toContain('Gatehouse-Home-1')
    const token = await tokenIn(server)
    const set = (secret: string) =>
      call(server.url, 'POST', `/api/auth/resetPassword/${token}`, { body: { secret, confirmation: secret } })
    expect((await set('Chief-of-all-1')).status).toBe(204)
    expect((await set('Chief-of-all-2')).status).toBe(404)
    const answer = await signIn(server.url, { identity: 'chief@gatehouse.test', secret: 'Chief-of-all-1' })
    // Whoever administers sets up a second factor first.
    expect(answer.status).toBe(300)
    const sessionId = await sessionWithFactor(server.url, answer.json<{ token: string }>().token)
    const count = await call(server.url, 'GET', '/api/udm/device/adminCount', { headers: { sessionId } })
    expect(count.json()).toMatchObject({ count: 0, assign: 0, online: 0 })
    // Once there is an administrator no further link is printed.
    await server.stop()
    const again = await startIn(server.data)
    const next = await signIn(again.url, { identity: 'chief@gatehouse.test', secret: 'Chief-of-all-1' })
    expect(next.json()).toMatchObject({ factor: 'ask' })
    expect(again.output()).not.toContain('/resetPassword/')
  })

  test('A-09 two fresh installs share no secret', async () => {
    const [one, other] = await Promise.all([startIn(newFolder()), startIn(newFolder())])
    expect(await tokenIn(one)).not.toBe(await tokenIn(other))
    await Promise.all([one.stop(), other.stop()])
    const [inOne, inOther] = [hashesIn(one.data), hashesIn(other.data)]
    expect(inOne.length).toBeGreaterThan(0)
    expect(inOne.filter((text) => inOther.includes(text))).toEqual([])
  })

  test.each([
    ['DATABASE_URL', 'postgres://gatehouse:changeme@db/gatehouse'],
    ['DATABASE_URL', 'postgres://gatehouse:password@db/gatehouse'],
    ['GATEHOUSE_METRICS_TOKEN', 'change-me'],
    ['GATEHOUSE_METRICS_TOKEN', '<token>'],
  ])('A-09 with the sample secret %s=%s the server does not start', async (name, value) => {
    const data = newFolder()
    const failure = await outcomeOf(serve({ ...production, [name]: value }, data))
    rmSync(data, { recursive: true, force: true })
    expect(failure).toContain('ended with 1')
    expect(failure).toContain(name)
    expect(failure).not.toContain(value)
  })

  test('A-09 the demo serves this machine only', () => {
    const reachable = { HOST: '0.0.0.0', GATEHOUSE_ORIGIN: 'https://home.example' }
    expect(() => readConfig({ ...reachable, GATEHOUSE_MODE: 'demo' })).toThrow(ConfigError)
    expect(readConfig(reachable).mode).toBe('production')
    expect(readConfig({}).mode).toBe('demo')
  })

  test.each([
    { GATEHOUSE_ORIGIN: 'https://home.example' },
    { GATEHOUSE_ORIGIN: 'http://127.0.0.1:8080,https://home.example' },
    { GATEHOUSE_PROXIES: '127.0.0.1' },
    { GATEHOUSE_PROXIES: '10.0.0.0/8', GATEHOUSE_ORIGIN: 'https://home.example' },
  ])('A-09 behind a proxy (%j) it is production, and a demo only for who says so outright', (environment) => {
    expect(readConfig(environment).mode).toBe('production')
    expect(readConfig({ ...environment, GATEHOUSE_MODE: 'demo' }).mode).toBe('demo')
    expect(readConfig({ GATEHOUSE_ORIGIN: 'http://localhost:8080' }).mode).toBe('demo')
  })

  test('A-09 a demo that others can reach says so in its log at every start', async () => {
    const data = demoFolder()
    for (let start = 0; start < 2; start++) {
      const server = await startIn(data, { GATEHOUSE_MODE: 'demo', GATEHOUSE_ORIGIN: 'https://home.example' })
      await expect.poll(() => server.output()).toContain(words.checks.demoReachable.what)
      await server.stop()
    }
  })

  test('A-09 through a proxy nobody signs in as the administrator of the demo', async () => {
    const server = await startIn(newFolder(), { GATEHOUSE_ORIGIN: 'https://home.example' })
    const answer = await call(server.url, 'POST', '/api/auth/login', {
      body: demo.admin,
      headers: { host: 'home.example', origin: 'https://home.example', 'x-forwarded-for': stranger() },
    })
    expect(answer.status).toBe(401)
    await tokenIn(server)
  })

  test('M-10 without encryption pages are served on this machine only', () => {
    expect(() => readConfig({ HOST: '0.0.0.0', GATEHOUSE_ORIGIN: 'http://home.example' })).toThrow(/https/)
    expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(/GATEHOUSE_ORIGIN/)
    expect(readConfig({}).host).toBe('127.0.0.1')
  })
})

describe('A-09 a demo and production share no data', () => {
  test.each([
    ['GATEHOUSE_LOG', { GATEHOUSE_LOG: 'loud' }],
    ['GATEHOUSE_PROXIES', { GATEHOUSE_PROXIES: 'nginx' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }],
  ])('people 9 %s that is of no use is refused in a sentence', async (name, environment) => {
    const refused = await outcomeOf(startIn(newFolder(), { GATEHOUSE_MODE: 'demo', ...environment }))
    expect(refused).toContain('ended with 1')
    expect(refused).toContain(`${name}: `)
    expect(refused).not.toMatch(/ at .*\.(ts|js)|"level"/)
  })

  test('A-09 data of a demo are refused in one sentence, with the way out', async () => {
    const first = await startIn(demoFolder(), { GATEHOUSE_MODE: 'demo' })
    await first.stop()
    const refused = await outcomeOf(startIn(first.data))
    expect(refused).toContain('ended with 1')
    expect(refused).toContain('GATEHOUSE_DATA')
    expect(refused).toContain('GATEHOUSE_FORGET_DEMO=yes')
    expect(refused).not.toMatch(/ at .*\.ts/)
    // The demo itself goes on, and cannot forget itself.
    await (await startIn(first.data, { GATEHOUSE_MODE: 'demo' })).stop()
    expect(() => readConfig({ GATEHOUSE_FORGET_DEMO: 'yes' })).toThrow(ConfigError)
  })

  test('A-09 data of an older demo, which bear no mark, are known too', async () => {
    const first = await startIn(demoFolder(), { GATEHOUSE_MODE: 'demo' })
    await first.stop()
    const database = new DatabaseSync(`${first.data}/gatehouse.db`)
    database.exec("drop table marks; delete from migrations where name = 'marks'")
    database.close()
    rmSync(`${first.data}/gatehouse.db-sums`, { force: true })
    expect(await outcomeOf(startIn(first.data))).toContain('GATEHOUSE_FORGET_DEMO=yes')
  })

  test('A-09 a demo is refused on data of people, and changes nothing in them', async () => {
    const first = await startIn(newFolder(), { ...production, GATEHOUSE_ADMIN: 'chief@gatehouse.test' })
    const body = { secret: 'Chief-of-all-1', confirmation: 'Chief-of-all-1' }
    await call(first.url, 'POST', `/api/auth/resetPassword/${await tokenIn(first)}`, { body })
    await first.stop()
    const refused = await outcomeOf(startIn(first.data, { GATEHOUSE_MODE: 'demo' }))
    expect(refused).toContain('these data belong to people')
    const again = await startIn(first.data)
    for (const who of Object.values(demo)) expect((await signIn(again.url, who)).status).toBe(401)
    const next = await signIn(again.url, { identity: 'chief@gatehouse.test', secret: 'Chief-of-all-1' })
    // His password is still his; he never came as far as a second factor.
    expect(next.json()).toMatchObject({ factor: 'setUp' })
  })

  test('A-09 GATEHOUSE_FORGET_DEMO removes accounts, homes and gateways of the demo, and keeps what people made', async () => {
    const first = await startIn(demoFolder(), {
      GATEHOUSE_MODE: 'demo',
      GATEHOUSE_ZIGBEE2MQTT: 'mqtt://127.0.0.1:9',
    })
    await signIn(first.url, demo.home)
    await first.stop()
    // Somebody made an administrator meanwhile, who was given a gateway of the demo.
    const store = await openStore(first.data)
    await store.accounts.create(
      {
        id: 'eve',
        username: 'eve@gatehouse.test',
        groups: ['admin'],
        preferredLanguage: 'ch_DE',
        contact: [],
      },
      { passwordHash: null, at: 1 },
    )
    await store.memberships.link({
      ...{ _id: 'l', masterAccountId: 'demo-home', secondaryAccountId: 'eve' },
      ...{ verified: true, isSupport: false, at: 1 },
    })
    await store.close()
    const forget = { ...production, GATEHOUSE_FORGET_DEMO: 'yes' }
    const server = await startIn(first.data, forget)
    for (const who of Object.values(demo)) expect((await signIn(server.url, who)).status).toBe(401)
    expect(server.output()).toContain('eve@gatehouse.test (admin)')
    await server.stop()
    const database = new DatabaseSync(`${first.data}/gatehouse.db`, { readOnly: true })
    const rows = (statement: string) => database.prepare(statement).all()
    expect(rows('select id from accounts')).toEqual([{ id: 'eve' }])
    expect(rows('select serial_number, user_id from gateways')).toEqual([
      { serial_number: 'ZIGBEE2MQTT', user_id: null },
    ])
    const hanging = [
      'links',
      'sessions',
      'tokens',
      'subscriptions',
      'firmware_campaigns',
      'gateway_jobs',
      'jobs',
      'job_tasks',
    ]
    for (const table of hanging) expect(rows(`select * from ${table}`), table).toEqual([])
    expect(rows("select name from marks where name = 'demo'")).toEqual([])
    // Nothing but what has been counted since.
    expect(rows('select distinct day from fleet_days').length).toBeLessThan(3)
    expect(
      rows("select distinct serial_number from home_entries where serial_number <> 'ZIGBEE2MQTT'"),
    ).toEqual([])
    database.close()
    // Said again it does nothing, and is not needed any more.
    await (await startIn(first.data, forget)).stop()
    await (await startIn(first.data)).stop()
  }, 60_000)
})

/** Whatever looks like a hash, salt or token in any table. */
function hashesIn(folder: string): string[] {
  const database = new DatabaseSync(`${folder}/gatehouse.db`, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as {
    name: string
  }[]
  const rows = tables
    .filter(({ name }) => !name.includes('migration'))
    .flatMap(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all())
  database.close()
  return rows
    .flatMap((row) => Object.values(row).map(String))
    .filter((text) => /^[\w+/$=,-]{32,}$/.test(text))
}
