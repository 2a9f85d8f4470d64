import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from '#server/config/values.ts'
import { readConfig } from '#server/config.ts'
import { type Served, serve } from '../support/serve.ts'
import { call, demo, newFolder, stranger } from './kit.ts'

const production = { GATEHOUSE_MODE: 'production' }
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
    expect(answer.status).toBe(200)
    const { sessionId } = answer.json<{ sessionId: string }>()
    const count = await call(server.url, 'GET', '/api/udm/device/adminCount', { headers: { sessionId } })
    expect(count.json()).toEqual({ count: 0, assign: 0, online: 0 })
    // Once there is an administrator no further link is printed.
    await server.stop()
    const again = await startIn(server.data)
    expect(
      (await signIn(again.url, { identity: 'chief@gatehouse.test', secret: 'Chief-of-all-1' })).status,
    ).toBe(200)
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
    const failure = await serve({ ...production, [name]: value }, data).then(
      () => 'it started',
      (error: unknown) => String(error),
    )
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

  test('M-10 without encryption pages are served on this machine only', () => {
    expect(() => readConfig({ HOST: '0.0.0.0', GATEHOUSE_ORIGIN: 'http://home.example' })).toThrow(/https/)
    expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(/GATEHOUSE_ORIGIN/)
    expect(readConfig({}).host).toBe('127.0.0.1')
  })
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
