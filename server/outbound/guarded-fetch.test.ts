import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Guard, guardedFetch, isPrivate } from './guarded-fetch.ts'

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const guard = (host: string, changes: Partial<Guard> = {}): Guard => ({
  hosts: [host],
  privateAllowed: true,
  timeoutMs: 5000,
  maxBytes: 1000,
  ...changes,
})

describe('V-11 calls to other servers', () => {
  test('V-11 a configured host answers', async () => {
    const host = await serving((request, response) => {
      response.setHeader('content-type', 'application/json')
      request.on('data', (sent: Buffer) => response.end(JSON.stringify({ sent: sent.toString() })))
    })
    const answer = await guardedFetch(guard(host))(`http://${host}/x`, { method: 'POST', body: 'a=1' })
    expect([answer.status, await answer.json()]).toEqual([200, { sent: 'a=1' }])
  })

  test.each([
    ['another host', 'http://evil.example/'],
    ['another port', 'http://127.0.0.1:1/'],
    ['the same host by another name', 'http://localhost:80/'],
    ['a host that only begins alike', 'http://127.0.0.1.evil.example/'],
  ])('V-11 %s is not called', async (_what, url) => {
    await expect(guardedFetch(guard('127.0.0.1:80'))(url)).rejects.toThrow(/not a configured host/)
  })

  test('V-11 a redirect is not followed, to wherever it leads', async () => {
    let calls = 0
    const host = await serving((_request, response) => {
      calls++
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
    })
    await expect(guardedFetch(guard(host))(`http://${host}/`)).rejects.toThrow(/lead elsewhere/)
    expect(calls).toBe(1)
  })

  test('V-11 an answer that is too large is broken off', async () => {
    const host = await serving((_request, response) => response.end('x'.repeat(1001)))
    await expect(guardedFetch(guard(host))(`http://${host}/`)).rejects.toThrow(/more than 1000 bytes/)
  })

  test('V-11 one that never comes is given up', async () => {
    const host = await serving(() => {})
    await expect(guardedFetch(guard(host, { timeoutMs: 50 }))(`http://${host}/`)).rejects.toThrow(
      /did not answer/,
    )
  })

  test('V-11 private addresses are called only if the deployment says so', async () => {
    const shut = (host: string) => guardedFetch(guard(host, { privateAllowed: false }))(`https://${host}/`)
    for (const host of ['127.0.0.1:9', '[::1]:9', '[::ffff:127.0.0.1]:9', '10.0.0.1', '169.254.169.254'])
      await expect(shut(new URL(`https://${host}`).host)).rejects.toThrow(/private address/)
    // A name that leads to this machine: looked at after it was resolved (DNS rebinding).
    await expect(shut('localhost:9')).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringMatching(/private address/) }),
    })
  })

  test('V-11 12.3.2 without encryption only where private addresses are allowed', async () => {
    const open = guardedFetch(guard('id.example', { privateAllowed: false }))
    await expect(open('http://id.example/')).rejects.toThrow(/over https/)
    await expect(guardedFetch(guard('id.example'))('ftp://id.example/')).rejects.toThrow(/over https/)
  })

  test('V-11 12.3.2 whose certificate nobody vouches for is not believed', async () => {
    const { createServer: secure } = await import('node:tls')
    const server = secure({}, () => {}).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(guardedFetch(guard(host))(`https://${host}/`)).rejects.toThrow(/did not answer/)
  })

  test.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::', true],
    ['::ffff:192.168.1.1', true],
    ['::ffff:c0a8:101', true],
    ['fe80::1%eth0', true],
    ['fd00::1', true],
    ['172.31.0.1', true],
    ['172.32.0.1', false],
    ['100.64.0.1', true],
    ['0.0.0.0', true],
    ['224.0.0.1', true],
    ['255.255.255.255', true],
    ['8.8.8.8', false],
    ['2606:4700::1111', false],
  ])('V-11 %s is private: %s', (address, expected) => {
    expect(isPrivate(address)).toBe(expected)
  })
})
