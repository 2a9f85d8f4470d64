import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SetupGateway } from '../../e2e/support/gateway.ts'

let gateway: SetupGateway
beforeAll(async () => {
  gateway = await SetupGateway.start()
}, 30_000)
afterAll(() => gateway.remove())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function signIn(): Promise<string> {
  const answer = await post('/login', { secret: gateway.secret })
  return ((await answer.json()) as { sessionId: string }).sessionId
}

/** A request as it stands on the wire. */
const raw = (...lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(gateway.url)
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.on('data', (part) => (answer += part.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

const start = (...options: readonly string[]) =>
  spawnSync(process.execPath, ['gateway/main.ts', ...options], { encoding: 'utf8', timeout: 20_000 })

describe('the setup page of a gateway that is a process of its own', () => {
  // 1.1-010 1.1-011
  test('runs without any network, on this machine only, and without the server', async () => {
    expect(new URL(gateway.url).hostname).toBe('127.0.0.1')
    const sessionId = await signIn()
    const answer = await fetch(`${gateway.url}/get-board-info`, { headers: { sessionId } })
    expect(await answer.json()).toMatchObject({ serialNumber: 'GW-2026-0001' })
    // Accounts of the server are unknown here.
    const account = { identity: 'home@gatehouse.test', secret: 'Gatehouse-Home-1' }
    expect((await post('/login', account)).status).toBe(400)
    expect((await post('/login', { secret: account.secret })).status).toBe(401)
    expect((await fetch(`${gateway.url}/api/auth/login`, { method: 'POST' })).status).toBe(404)
  })

  test('a restart keeps the password, prints none, and ends all sessions', async () => {
    const sessionId = await signIn()
    await gateway.stop()
    await gateway.begin()
    const answer = await fetch(`${gateway.url}/get-board-info`, { headers: { sessionId } })
    expect(answer.status).toBe(403)
    expect(await signIn()).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  test.each([
    ['without a host', ['GET / HTTP/1.1', 'Connection: close']],
    ['with a foreign one', ['GET / HTTP/1.1', 'Host: evil.example', 'Connection: close']],
  ])('a request %s is refused', async (_what, lines) => {
    expect(await raw(...lines)).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  test.each([
    [['--setup-port', '0'], '--serial'],
    [['--serial', 'GW1', '--setup-port', 'http'], '--setup-port'],
    [['--serial', 'GW1', '--setup-port', '70000'], '--setup-port'],
    [['--serial', '../x', '--setup-port', '0'], '--serial'],
  ])('%j is refused with what is wrong', (options, named) => {
    const { status, stderr } = start(...options)
    expect(status).toBe(2)
    expect(stderr).toContain(named)
  })
})

// B-02
test('the built page has no code of its own in it, and nothing from elsewhere', () => {
  const page = readFileSync('dist-local/index.html', 'utf8')
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|https?:/i)
  for (const file of readdirSync('dist-local/assets').filter((name) => name.endsWith('.js')))
    expect(readFileSync(`dist-local/assets/${file}`, 'utf8'), file).not.toMatch(/\beval\(|new Function\(/)
})
