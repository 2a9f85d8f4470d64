import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { awayReason } from '#gateway/lib/gateways/away-reason.ts'
import { issueGatewaySecret } from '#server/auth/gateway-secret.ts'
import { Street } from '../../channel/homes-kit.ts'
import { serve } from '../../support/serve.ts'
import { terminal } from '../../support/surroundings.ts'

const soon = { timeout: 40_000, interval: 50 }
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-begin-'))
const children: ChildProcess[] = []
const end = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGKILL')
  })
afterEach(() => Promise.all(children.splice(0).map(end)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The gateway as whoever installs it starts it. */
function gateway(options: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const said = { out: '', err: '' }
  const child = spawn(process.execPath, ['gateway/main.ts', ...options], {
    env: { ...terminal, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  child.stdout.on('data', (part) => (said.out += String(part)))
  child.stderr.on('data', (part) => (said.err += String(part)))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return { said, ended, stop: () => end(child) }
}

/** A port that somebody else has. */
const taken = (): Promise<Server & { port: number }> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () =>
      done(Object.assign(server, { port: (server.address() as AddressInfo).port })),
    )
  })
/** A port that nobody has. */
async function vacant(): Promise<number> {
  const server = await taken()
  await new Promise((done) => server.close(done))
  return server.port
}

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const GATEHOUSE = ['--broker', 'mqtt://127.0.0.1:9', '--serial', 'GW1', '--secret', 's']
const VIRTUAL = [...GATEHOUSE, '--driver', 'virtual']

describe('people 9 what is wrong with a start is said in a sentence, and nothing has begun', () => {
  test.each([
    ['virtual devices without their file', VIRTUAL, '--driver virtual needs --devices <file>.'],
    [
      'a file that is not there',
      [...VIRTUAL, '--devices', join(folder, 'missing.json')],
      `--devices: ${join(folder, 'missing.json')} cannot be read (ENOENT).`,
    ],
    [
      'a file that is no JSON',
      [...VIRTUAL, '--devices', file('curly.json', '[{“device”: 1}]')],
      'is no JSON',
    ],
    [
      'a file that is no list',
      [...VIRTUAL, '--devices', file('object.json', '{"device":{}}')],
      'is no list of',
    ],
    ['an empty list', [...VIRTUAL, '--devices', file('empty.json', '[]')], 'or an empty one'],
    [
      'an entry without a device',
      [...VIRTUAL, '--devices', file('entry.json', '[{"id":"lamp"}]')],
      'entry 1 has no "device"',
    ],
    [
      'a device without services',
      [...VIRTUAL, '--devices', file('bare.json', '[{"device":{"id":"lamp","device_name":"Lamp"}}]')],
      'the device of entry 1 is not described as the channel describes devices',
    ],
    [
      'a driver that there is not',
      [...GATEHOUSE, '--driver', 'zwave'],
      'there is no driver zwave: zigbee2mqtt',
    ],
    [
      'a broker that is no address',
      [...GATEHOUSE, '--mqtt', '127.0.0.1:1883'],
      '--mqtt: 127.0.0.1:1883 is no address',
    ],
    ['an option that there is not', ['--serail', 'GW1'], "Unknown option '--serail'"],
    [
      'nothing to sign in with',
      ['--broker', 'mqtt://127.0.0.1:9', '--serial', 'GW1'],
      '--broker needs a secret',
    ],
  ])('%s', async (_what, options, sentence) => {
    const data = join(folder, `data-${children.length}-${Math.random()}`)
    const { said, ended } = gateway([...options, ...(options.includes('--serial') ? ['--data', data] : [])])
    expect(await ended).toBe(2)
    expect(said.err).toContain(sentence)
    expect(said.err).not.toMatch(/^\s+at /m)
    expect(existsSync(data)).toBe(false)
  })
})

describe('people 1 the password of the setup page', () => {
  const setup = (data: string, port: number, ...more: string[]) =>
    gateway(['--serial', 'GW1', '--data', join(folder, data), '--setup-port', String(port), ...more])
  const printed = async (one: ReturnType<typeof gateway>): Promise<string> =>
    vi.waitFor(() => {
      const [, secret] = /shown this once: (\S+)\n/.exec(one.said.out) ?? []
      if (secret === undefined) throw new Error(`no password yet: ${one.said.out}${one.said.err}`)
      return secret
    }, soon)
  const login = async (port: number, secret: string): Promise<number> =>
    (
      await fetch(`http://127.0.0.1:${port}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret }),
      })
    ).status

  test.each(['', '{', 'null', '[]'])(
    'a file that holds %j is told of; who resets does without it',
    async (text) => {
      const data = `damaged-${text.length}-${text}`.replaceAll(/[^\w-]/g, 'x')
      mkdirSync(join(folder, data), { recursive: true })
      writeFileSync(join(folder, data, 'setup.json'), text)
      const damaged = setup(data, await vacant())
      expect(await damaged.ended).toBe(2)
      expect(damaged.said.err).toMatch(/setup\.json is damaged\./)
      expect(damaged.said.err).not.toMatch(/^\s+at /m)
      const port = await vacant()
      const again = setup(data, port, '--setup-reset')
      expect(await login(port, await printed(again))).toBe(200)
    },
  )

  test('a first start on a port that is taken says so and keeps no password; the next one prints it', async () => {
    const other = await taken()
    const busy = setup('busy', other.port)
    expect(await busy.ended).toBe(2)
    expect(busy.said.err).toBe(`Port ${other.port} is taken; choose another with --setup-port.\n`)
    expect(busy.said.out).not.toContain('shown this once')
    expect(existsSync(join(folder, 'busy', 'setup.json'))).toBe(false)
    await new Promise((done) => other.close(done))
    const second = setup('busy', other.port)
    expect(await login(other.port, await printed(second))).toBe(200)
  })

  test('whoever has lost it starts once with --setup-reset: another one is printed, the one before is worth nothing', async () => {
    const port = await vacant()
    const first = setup('lost', port)
    const lost = await printed(first)
    await vi.waitFor(() => expect(existsSync(join(folder, 'lost', 'setup.json'))).toBe(true), soon)
    await first.stop()
    const reset = setup('lost', port, '--setup-reset')
    const found = await printed(reset)
    expect([await login(port, lost), await login(port, found)]).toEqual([401, 200])
  })
})

describe('radios 9 a broker of devices that is not there', () => {
  let street: Street
  beforeAll(async () => {
    street = await Street.open()
  })
  afterAll(() => street.close())

  test('is said by the process with its address, and the home tells it although it has no device yet', async () => {
    const { world, homes } = street
    const serialNumber = await world.gateway(await world.user(), { connectionStatus: 'offline' })
    const secret = await issueGatewaySecret(world.store.gateways, serialNumber)
    const port = await vacant()
    const one = gateway(
      [
        ...['--broker', `mqtt://127.0.0.1:${world.broker.tcp?.port}`, '--serial', serialNumber],
        ...['--mqtt', `mqtt://127.0.0.1:${port}`, '--data', join(folder, 'unreached')],
      ],
      { GATEHOUSE_GATEWAY_SECRET: secret },
    )
    await vi.waitFor(
      () => expect(one.said.out).toContain('The broker of zigbee2mqtt cannot be reached'),
      soon,
    )
    expect(one.said.out).toContain(`"broker":"127.0.0.1:${port}"`)
    await vi.waitFor(
      async () =>
        expect(await homes.snapshot(serialNumber), one.said.out).toMatchObject({
          online: true,
          total: 0,
          bridges: [{ bridge: 'zigbee2mqtt', reason: awayReason.broker }],
        }),
      soon,
    )
  })
})

test('the port of the server is taken: it says so, and how to take another', async () => {
  const other = await taken()
  await expect(serve({ PORT: String(other.port) })).rejects.toThrow(
    `Port ${other.port} is taken; PORT=9000 npm start`,
  )
  await new Promise((done) => other.close(done))
})
