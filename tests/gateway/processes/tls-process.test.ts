import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { gatehouseAddress } from '#gateway/node/gatehouse-address.ts'
import { readConfig } from '#server/config.ts'
import { codeOf } from '../../support/authenticator-app.ts'
import { serverEntry } from '../../support/serve.ts'
import { terminal } from '../../support/surroundings.ts'
import { lamp } from '../kit.ts'

/** The machine of the server in the README; here it is another address of this one. */
const README_HOST = '192.0.2.10'
const HOST = '127.0.0.2'
const SERIAL = 'GW-2026-0001'
const SECURE_ID = 'kX7-pQ2-vN9'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-two-'))
const children: ChildProcess[] = []
const soon = { timeout: 40_000, interval: 20 }

/** The shell commands of a section, without their line breaks. */
function commandsOf(title: string): string[] {
  const readme = readFileSync('README.md', 'utf8')
  const section = readme.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, text = '']) =>
    text.replaceAll('\\\n', ' ').trim(),
  )
}

/** Runs a command of the README as it stands, but for the address, the ports and the folder of the project. */
function follow(
  command: string,
  replaced: Readonly<Record<string, string>>,
  extra: Record<string, string> = {},
) {
  let line = command.replaceAll(README_HOST, HOST)
  for (const [from, to] of Object.entries(replaced)) {
    expect(line, `the README says ${from}`).toContain(from)
    line = line.replaceAll(from, to)
  }
  let said = ''
  const child = spawn('sh', ['-c', `exec env ${line}`], {
    env: { ...terminal, HOME: folder, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)))
  return { child, said: () => said }
}

const end = (child: ChildProcess) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, HOST, () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => resolve(free))
    })
  })

let ca = ''
let port = 0
let gatewayPort = 0

interface Said {
  status: number
  body: unknown
}

/** One call over TLS to the server, by somebody who trusts its certificate. */
const ask = (method: string, path: string, body?: unknown, sessionId?: string): Promise<Said> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
      ...(sessionId !== undefined && { sessionId }),
    }
    const sent = request({ host: HOST, port, method, path, ca, headers, agent: false }, (answer) => {
      let got = ''
      answer.on('data', (part) => (got += String(part)))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: got === '' ? undefined : JSON.parse(got) }),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })

const [certificate = '', server = '', gateway = ''] = commandsOf('Bring in a gateway of its own')
const entry = 'npm start'
const begin = 'npm run gateway --'

function startServer(extra: Record<string, string> = {}) {
  const started = follow(
    server,
    {
      [entry]: `${process.execPath} ${serverEntry()}`,
      ...ports(),
      'chain.pem': join(folder, 'chain.pem'),
      'key.pem': join(folder, 'key.pem'),
      'HOST=0.0.0.0': `HOST=${HOST}`,
    },
    {
      GATEHOUSE_DATA: join(folder, 'data'),
      GATEHOUSE_MODE: 'production',
      GATEHOUSE_ADMIN: 'chief@gatehouse.test',
      ...extra,
    },
  )
  return started
}

/** Free ports instead of those of the README. */
function ports(): Record<string, string> {
  return { '8443': String(port), '8883': String(gatewayPort) }
}

const gatewayArgs = () => ({
  [begin]: `${process.execPath} gateway/main.ts`,
  ...ports(),
  'chain.pem': join(folder, 'chain.pem'),
  '<secure id>': SECURE_ID,
  '<number>': SERIAL,
})

/** Beside what the README says: devices without a radio, and a folder to leave behind. */
const virtually = (command: string): string =>
  `${command} --driver virtual --devices ${join(folder, 'devices.json')} --data ${join(folder, 'gateway')}`

async function ready(started: { said(): string }): Promise<void> {
  await vi.waitFor(() => expect(started.said()).toMatch(/Gateways sign in at port \d+/), soon)
}

beforeAll(async () => {
  ;[port, gatewayPort] = [await freePort(), await freePort()]
  execFileSync('sh', ['-c', certificate.replaceAll(README_HOST, HOST)], { cwd: folder, stdio: 'pipe' })
  ca = readFileSync(join(folder, 'chain.pem'), 'utf8')
  writeFileSync(join(folder, 'devices.json'), JSON.stringify([{ device: lamp() }]))
})

afterEach(() => Promise.all(children.splice(0).map(end)))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('M-10 a gateway on another machine', { timeout: 120_000 }, () => {
  test('M-10 comes in by the steps of the README, over TLS from end to end', async () => {
    const started = startServer()
    await ready(started)
    const link = /\/resetPassword\/(\S+)/.exec(started.said())?.[1]
    const secret = 'Chief-of-all-1'
    expect(
      (await ask('POST', `/api/auth/resetPassword/${link}`, { secret, confirmation: secret })).status,
    ).toBe(204)
    const signedIn = await ask('POST', '/api/auth/login', { identity: 'chief@gatehouse.test', secret })
    // Whoever administers sets up a second factor first.
    const { token } = signedIn.body as { token: string }
    const begun = await ask('POST', '/api/auth/factor/setUp', { token })
    const { authenticator } = begun.body as { authenticator: { secret: string } }
    const code = codeOf(authenticator.secret, Date.now())
    const done = await ask('PUT', '/api/auth/factor/setUp', { token, code })
    const { session } = done.body as { session: { sessionId: string; userId: string } }
    const { sessionId, userId } = session

    const one = follow(virtually(gateway), gatewayArgs())
    await vi.waitFor(() => expect(one.said()).toContain(`Gatehouse does not know ${SERIAL}`), soon)
    expect(one.said()).toContain(`https://${HOST}:${port}/registrations`)

    const registration = { serialNumber: SERIAL, secureId: SECURE_ID, model: 'DOC400' }
    expect((await ask('POST', '/api/udm/device/upload/one', registration, sessionId)).status).toBe(200)
    await vi.waitFor(() => expect(one.said()).toContain('nobody has been assigned this gateway yet'), soon)
    const assignment = { serialNumber: SERIAL, secureId: SECURE_ID, userId, name: 'Lindenweg' }
    expect((await ask('PUT', `/api/udm/device/${SERIAL}/assign`, assignment, sessionId)).status).toBe(200)
    await vi.waitFor(async () => {
      const info = await ask('GET', `/api/home/${SERIAL}/snapshot`, undefined, sessionId)
      expect(info.body, one.said()).toMatchObject({ online: true, total: 1 })
    }, soon)
    expect(one.said()).not.toContain(SECURE_ID)
    await end(one.child)

    // Nobody who does not trust the certificate is told the secure id or the secret.
    const distrusting = follow(virtually(gateway.replace('GATEHOUSE_CA=chain.pem ', '')), {
      ...Object.fromEntries(Object.entries(gatewayArgs()).filter(([name]) => name !== 'chain.pem')),
    })
    await vi.waitFor(
      () => expect(distrusting.said()).toMatch(/cannot be reached.*self-signed certificate/),
      soon,
    )
    await end(distrusting.child)
    // Neither does the port speak without encryption.
    await expect(ask('GET', '/healthz')).resolves.toMatchObject({ status: 200 })
    await expect(fetch(`http://${HOST}:${port}/healthz`)).rejects.toThrow()
    await end(started.child)
  })

  test('M-10 where the deployment asks for a certificate, only gateways that show one get as far as their secret', async () => {
    for (const [name, serial] of [
      ['own', SERIAL],
      ['foreign', SERIAL],
      ['other', 'GW-2026-0002'],
    ] as const)
      execFileSync(
        'openssl',
        [
          ...[
            'req',
            '-x509',
            '-newkey',
            'ec',
            '-pkeyopt',
            'ec_paramgen_curve:prime256v1',
            '-nodes',
            '-days',
            '2',
          ],
          ...[
            '-subj',
            `/CN=${serial}`,
            '-keyout',
            join(folder, `${name}.key`),
            '-out',
            join(folder, `${name}.pem`),
          ],
        ],
        { stdio: 'pipe' },
      )
    const known = ['own', 'other'].map((name) => readFileSync(join(folder, `${name}.pem`), 'utf8')).join('')
    writeFileSync(join(folder, 'known.pem'), known)
    const started = startServer({ GATEHOUSE_GATEWAY_CLIENT_CA: join(folder, 'known.pem') })
    await ready(started)
    const shown = (name?: string) =>
      new Promise<string>((resolve) => {
        const pair =
          name === undefined
            ? {}
            : {
                cert: readFileSync(join(folder, `${name}.pem`)),
                key: readFileSync(join(folder, `${name}.key`)),
              }
        const socket = connectTls({ host: HOST, port: gatewayPort, ca, ...pair })
        socket.on('error', (error) => resolve(String((error as NodeJS.ErrnoException).code)))
        // With TLS 1.3 a refusal comes after the handshake; whoever is let in hears nothing before he speaks.
        socket.on('secureConnect', () => setTimeout(() => resolve('let in'), 1500))
        socket.on('close', () => resolve('closed'))
      })
    expect(await shown('own')).toBe('let in')
    expect(await shown('foreign')).not.toBe('let in')
    expect(await shown()).not.toBe('let in')

    const own = {
      GATEHOUSE_CLIENT_CERT: join(folder, 'own.pem'),
      GATEHOUSE_CLIENT_KEY: join(folder, 'own.key'),
    }
    const one = follow(virtually(gateway), gatewayArgs(), own)
    await vi.waitFor(() => expect(one.said()).toContain('Connected to Gatehouse'), soon)
    await end(one.child)
    // A certificate is one gateway's: with that of another the right secret opens nothing, and is kept.
    const borrowed = {
      GATEHOUSE_CLIENT_CERT: join(folder, 'other.pem'),
      GATEHOUSE_CLIENT_KEY: join(folder, 'other.key'),
    }
    const two = follow(virtually(gateway), gatewayArgs(), borrowed)
    await vi.waitFor(() => expect(started.said()).toContain('certificate of another gateway'), soon)
    expect(two.said()).not.toContain('"Connected to Gatehouse"')
    await end(two.child)
    const again = follow(virtually(gateway), gatewayArgs(), own)
    await vi.waitFor(() => expect(again.said()).toContain('Connected to Gatehouse'), soon)
    await end(again.child)
    const without = follow(virtually(gateway), gatewayArgs())
    await vi.waitFor(() => expect(without.said()).toContain('Gatehouse cannot be reached'), soon)
    expect(without.said()).not.toContain('"Connected to Gatehouse"')
    await end(without.child)
    await end(started.child)
  })
})

describe('M-10 the broker of the devices', { timeout: 120_000 }, () => {
  test.each(['zigbee2mqtt', 'homeassistant', 'tasmota'])(
    'M-10 %s trusts the certificate authority of one’s own as well, whatever thread its driver runs in',
    async (driver) => {
      const pair = { cert: ca, key: readFileSync(join(folder, 'key.pem')) }
      const broker = createTlsServer(pair)
      const trusted = new Promise<void>((resolve) =>
        broker.on('secureConnection', (socket) => {
          // Who reads nothing does not see that the other side has gone, and the broker waits for it.
          socket.on('error', () => socket.destroy()).resume()
          resolve()
        }),
      )
      await new Promise<void>((resolve) => broker.listen(0, HOST, resolve))
      const { port: at } = broker.address() as AddressInfo
      const own = ['--broker', `mqtts://${HOST}:${gatewayPort}`, '--serial', SERIAL]
      const devices = ['--driver', driver, '--mqtt', `mqtts://${HOST}:${at}`]
      const child = spawn(
        process.execPath,
        ['gateway/main.ts', ...own, ...devices, '--data', join(folder, `of-${driver}`)],
        {
          env: {
            ...terminal,
            HOME: folder,
            GATEHOUSE_CA: join(folder, 'chain.pem'),
            GATEHOUSE_GATEWAY_SECRET: 'not-needed-here',
          },
          stdio: 'ignore',
        },
      )
      children.push(child)
      await trusted
      await end(child)
      await new Promise((resolve) => broker.close(resolve))
    },
  )
})

describe('M-10 without encryption', () => {
  test.each([
    ['--server', 'http://192.0.2.10:8080'],
    ['--server', 'http://home.example'],
    ['--server', 'http://[2001:db8::1]:8080'],
    ['--server', 'http://127.0.0.1.evil.example'],
    ['--broker', 'mqtt://192.0.2.10:1884'],
    ['--broker', 'mqtt://localhost.example:1884'],
  ] as const)('M-10 %s %s is refused, with what to write instead', (option, address) => {
    expect(() => gatehouseAddress(option, address)).toThrow(option === '--server' ? 'https://' : 'mqtts://')
  })

  test.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080', 'https://home.example'])(
    '--server %s is taken',
    (address) => expect(gatehouseAddress('--server', address).href).toContain(address),
  )

  test('M-10 gateways on other machines get no port without a certificate', () => {
    const open = { GATEHOUSE_GATEWAY_PORT: '1884', GATEHOUSE_GATEWAY_HOST: '0.0.0.0' }
    expect(() => readConfig(open)).toThrow(/GATEHOUSE_GATEWAY_HOST.*TLS/)
    expect(readConfig({ ...open, GATEHOUSE_GATEWAY_HOST: '127.0.0.2' }).gateways?.tls).toBeUndefined()
    expect(() => readConfig({ GATEHOUSE_GATEWAY_PORT: '0', GATEHOUSE_GATEWAY_CLIENT_CA: 'x.pem' })).toThrow(
      /GATEHOUSE_GATEWAY_CLIENT_CA/,
    )
    expect(() =>
      readConfig({ GATEHOUSE_TLS_CERT: 'package.json', GATEHOUSE_TLS_KEY: 'package.json' }),
    ).toThrow(/GATEHOUSE_TLS_KEY.*no key and certificate that fit/)
  })
})
