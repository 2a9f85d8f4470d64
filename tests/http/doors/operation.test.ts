import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { drivers } from '#gateway/drivers/drivers.ts'
import { variables } from '#server/config/variables.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { type Served, serve } from '../../support/serve.ts'
import { call, demo, demoFolder, newFolder, type SignedIn, Site, stranger } from '../kit.ts'

const started: Served[] = []
const startServer = async (environment: Record<string, string> = {}, data?: string): Promise<Served> => {
  const server = await serve({ GATEHOUSE_MODE: 'demo', GATEHOUSE_PROXIES: '127.0.0.1', ...environment }, data)
  started.push(server)
  return server
}
afterAll(async () => {
  for (const server of started) await server.remove()
})

const login = (url: string, secret: string, address = stranger()) =>
  call(url, 'POST', '/api/auth/login', {
    body: { identity: demo.home.identity, secret },
    headers: { 'x-forwarded-for': address },
  })

describe('C-05 operation', () => {
  test('A-03 a proxy that nobody named is told in the log, once', async () => {
    const server = await startServer({ GATEHOUSE_PROXIES: '' })
    for (let time = 0; time < 3; time++) await login(server.url, 'wrong')
    const said = 'A proxy that GATEHOUSE_PROXIES does not name passes calls on'
    await expect.poll(() => server.output()).toContain(said)
    expect(server.output().split(said)).toHaveLength(2)
  })

  test('C-05 a fault that nobody caught is logged, ends the server, and leaves what was stored', async () => {
    // The fault comes from outside, as one in a dependency would: half a second after a file appears.
    const fault = `import { existsSync } from 'node:fs'; setInterval(() => { if (existsSync(process.env.FAULT)) throw new Error('canary fault') }, 50).unref()`
    const data = demoFolder()
    const trigger = join(data, 'fault')
    const server = await startServer(
      { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fault)}`, FAULT: trigger },
      data,
    )
    const { sessionId } = (await login(server.url, demo.home.secret)).json<SignedIn>()
    const rename = await call(server.url, 'PUT', '/api/udm/device/DOC4-7F21-90A3/rename', {
      headers: { sessionId },
      body: { name: 'Vor dem Fehler' },
    })
    expect(rename.status).toBe(200)
    const ended = new Promise((resolve) => server.process.once('exit', resolve))
    writeFileSync(trigger, '')
    expect(await ended).toBe(1)
    expect(server.output()).toContain('canary fault')
    rmSync(trigger)
    const again = await startServer({}, data)
    const info = await call(again.url, 'GET', '/api/udm/device/hg/DOC4-7F21-90A3/info', {
      headers: { sessionId },
    })
    expect(info.json()).toMatchObject({ name: 'Vor dem Fehler' })
    expect(await again.stop('SIGTERM')).toBe(0)
  }, 60_000)

  test('A-03 the counts of attempts survive a kill -9', async () => {
    const data = demoFolder()
    const server = await startServer({}, data)
    const address = stranger()
    for (let tries = 1; tries <= 10; tries++)
      expect((await login(server.url, 'wrong', address)).status).toBe(401)
    await server.stop('SIGKILL')
    const again = await startServer({}, data)
    expect((await login(again.url, demo.home.secret, address)).status).toBe(429)
  }, 60_000)

  test('C-05 names from outside write no lines of their own into the log', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => void lines.push(line) })
    const canary = 'x\n{"level":30,"msg":"forged"}\r\n\u001b[31mred\u2028'
    log.info({ name: canary, nested: { agent: canary } }, canary)
    expect(lines.length).toBe(1)
    expect(lines[0]?.trimEnd()).not.toContain('\n')
    expect(lines[0]).not.toContain('\u001b')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: canary, msg: canary })
  })

  test.each([
    'secret',
    'password',
    'sessionId',
    'sessionid',
    'token',
    'authorization',
    'confirmation',
    'hash',
  ])('C-05 the value of %s is never logged, three levels down at most', (name) => {
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => void lines.push(line) })
    log.info({ [name]: 'canary', body: { [name]: 'canary', inner: { [name]: 'canary' } } }, 'a call')
    expect(lines.join('')).not.toContain('canary')
    expect(lines.join('')).toContain('[secret]')
  })

  test('C-05 the health door says whether the store answers, and no version', async () => {
    const site = await Site.open()
    const well = await site.get('/healthz')
    expect([well.status, well.text]).toEqual([200, '{"status":"ok"}'])
    await site.store.close()
    const ill = await site.get('/healthz')
    expect([ill.status, ill.text]).toEqual([503, '{"status":"failing"}'])
    // A failure inside says nothing about the inside.
    const failed = await site.login(demo.home)
    expect(failed.status).toBe(500)
    expect(failed.json()).toEqual([{ errorCode: 'INTERNAL', message: expect.any(String) }])
    expect(failed.text).not.toMatch(/at |sql|store|\.ts/i)
    await site.close()
  })
})

describe('metrics', () => {
  test('count calls by operation, with times, logins and connections', async () => {
    const site = await Site.open()
    await site.signIn(demo.home)
    await site.login({ ...demo.home, secret: 'wrong' })
    const { text } = await site.get('/metrics')
    await site.close()
    expect(text).toContain('gatehouse_http_requests_total{operation="login",status="200"} 1')
    expect(text).toContain('gatehouse_logins_total{result="refused"} 1')
    expect(text).toMatch(/gatehouse_http_duration_seconds_bucket\{operation="login",le="\+Inf"\} 2/)
    expect(text).toMatch(/# TYPE gatehouse_channel_connections gauge\ngatehouse_channel_connections 0/)
  })

  test('are for this machine, or for who has the token', async () => {
    const read = async (environment: Record<string, string>, ...asked: Record<string, string>[]) => {
      const site = await Site.open(environment)
      const statuses: number[] = []
      for (const headers of asked) statuses.push((await site.call('GET', '/metrics', { headers })).status)
      await site.close()
      return statuses
    }
    const between: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.9' },
      // Whatever a proxy says, and whether or not anybody believes it.
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '127.0.0.1' },
      { host: 'evil.example' },
    ]
    const closed = between.map(() => 404)
    for (const proxies of ['127.0.0.1', '192.0.2.1'])
      expect(await read({ GATEHOUSE_PROXIES: proxies }, {}, ...between)).toEqual([200, ...closed])
    const token = { GATEHOUSE_METRICS_TOKEN: 'Kae5ohthoo7chaiv' }
    expect(await read(token, {}, { authorization: 'Bearer Kae5ohthoo7chaiv' })).toEqual([404, 200])
  })
})

describe('settings', () => {
  const withFile = async (
    content: unknown,
    use: (site: Site) => Promise<void>,
    log = createLog('silent'),
  ) => {
    const folder = newFolder()
    const file = join(folder, 'settings.json')
    writeFileSync(file, JSON.stringify(content))
    try {
      const site = await Site.open({ GATEHOUSE_SETTINGS: file }, log)
      await use(site).finally(() => site.close())
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  type Shown = { flags: Record<string, unknown>; modules: Record<string, boolean> }

  test('are the shipped ones, overridden by those of the deployment', () =>
    withFile({ flags: { DASHBOARD: false }, modules: { bulk: true } }, async (site) => {
      const { flags, modules } = (await site.get('/api/settings')).json<Shown>()
      expect([flags.DASHBOARD, flags.ZOTA, modules.bulk, modules.groups]).toEqual([false, true, true, true])
    }))

  test.each([
    [{ flags: { DASHBORD: true } }, /DASHBORD/],
    [{ flags: { DASHBOARD: 'yes' } }, /DASHBOARD.*boolean/],
    [{ flag: {} }, /flag is neither/],
  ])('the deployment cannot set %j', async (content, message) => {
    await expect(withFile(content, async () => {})).rejects.toThrow(message)
  })

  test.each([
    ['^(a+)+$', 'run for very long'],
    ['^([a-z]+)*@', 'run for very long'],
    ['[a-', 'not valid'],
    ['x'.repeat(600), 'longer than'],
  ])(
    'V-05 the pattern %s is refused with a clear message, and the shipped one is used',
    async (pattern, message) => {
      const lines: string[] = []
      const log = createLog('warn', { write: (line: string) => void lines.push(line) })
      await withFile(
        { flags: { PASSWORD_REGEX: pattern } },
        async (site) => {
          const { flags } = (await site.get('/api/settings')).json<Shown>()
          expect(flags.PASSWORD_REGEX).toBe('^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9]).*$')
        },
        log,
      )
      expect(lines.join('')).toMatch(new RegExp(`PASSWORD_REGEX.*${message}`))
    },
  )

  test('Z-05 with HIDE_SENSITIVE_DATA the server itself leaves out names and masks user names', () =>
    withFile({ flags: { HIDE_SENSITIVE_DATA: true } }, async (site) => {
      const admin = await site.sessionOf('demo-admin')
      const guest = await site.sessionOf('demo-guest')
      const answers = [
        await site.get('/api/udm/device/adminList?owners=true', admin),
        await site.get('/api/udm/device/hg/DOC4-7F21-90A3/info', guest),
        await site.get('/api/udm/device/list', guest),
      ]
      for (const { text } of answers) {
        expect(text).toContain('"username":"h***@g***"')
        expect(text).not.toMatch(/Seraina|Bühler|home@gatehouse|firstName|lastName/)
      }
    }))

  // 1.5-010, 1.5-014, 3.5-005
  // 3.5-007
  test('the length of passwords and their special character are configurable', () =>
    withFile(
      { flags: { PASSWORD_SETTINGS: { min_length: 12, max_length: 14 }, REQUIRE_SPECIAL_CHARACTER: true } },
      async (site) => {
        const set = async (secret: string) => {
          await site.store.tokens.replace({
            token: 'x',
            purpose: 'password',
            subject: 'demo-guest',
            expiresAt: site.now + 1000,
          })
          const body = { secret, confirmation: secret }
          return (
            await site.call('POST', '/api/auth/resetPassword/x', {
              body,
              headers: { 'x-forwarded-for': stranger() },
            })
          ).status
        }
        expect(await set('Regen-45678')).toBe(400)
        expect(await set('Regen-4567890ab')).toBe(400)
        expect(await set('Regen4567890')).toBe(400)
        expect(await set('Regen-456789')).toBe(204)
      },
    ))
})

describe('configuration', () => {
  test('every variable is described, and none is read that is not', async () => {
    const { readFileSync } = await import('node:fs')
    const source = [
      'server/config.ts',
      'server/config/backups.ts',
      'server/config/place.ts',
      'server/config/services.ts',
      'server/config/ways.ts',
    ]
      .map((file) => readFileSync(file, 'utf8'))
      .join('')
    const ofDrivers = new Set<string>(drivers.map(({ variable }) => variable.name))
    for (const { name, about } of variables) {
      expect(about).toMatch(/\.$/)
      // Two providers are configured alike: the end of the name follows its beginning.
      const [, way = '', rest = ''] = /^(GATEHOUSE_(?:SMS|CALL))(_\w+)$/.exec(name) ?? []
      const read = way === '' ? [`'${name}'`] : [`'${way}'`, `\${name}${rest}\``]
      if (!ofDrivers.has(name)) for (const part of read) expect(source, name).toContain(part)
    }
    for (const { name, variable } of drivers)
      expect(readConfig({ [variable.name]: 'mqtt://broker.test/topic' }).bridges, variable.name).toEqual({
        [name]: new URL('mqtt://broker.test/topic'),
      })
  })

  test.each([
    [{ PORT: '99999' }, /PORT/],
    [{ PORT: 'http' }, /PORT/],
    [{ GATEHOUSE_MODE: 'debug' }, /GATEHOUSE_MODE/],
    [{ GATEHOUSE_ORIGIN: 'home.example' }, /GATEHOUSE_ORIGIN/],
    [{ GATEHOUSE_ORIGIN: 'ftp://home.example' }, /GATEHOUSE_ORIGIN/],
    [{ GATEHOUSE_TLS_CERT: 'cert.pem' }, /GATEHOUSE_TLS_KEY/],
    [{ GATEHOUSE_TLS_CERT: 'missing.pem', GATEHOUSE_TLS_KEY: 'missing.pem' }, /missing\.pem/],
    [{ GATEHOUSE_LOG: 'loud' }, /GATEHOUSE_LOG/],
    [{ GATEHOUSE_SESSION_IDLE: '0' }, /GATEHOUSE_SESSION_IDLE/],
    [{ GATEHOUSE_GATEWAY_PORT: '-1' }, /GATEHOUSE_GATEWAY_PORT/],
  ])('%j is refused by name', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message)
  })
})
