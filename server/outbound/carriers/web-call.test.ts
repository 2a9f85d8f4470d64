import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { DeliveryError } from './carrier.ts'
import { webCallCarrier } from './web-call.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Somebody who listens and keeps what he was asked. */
async function listening(answer: RequestListener) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/in`, asked }
}

/** What comes of one try. A slow machine has time enough to hear what is said at once. */
async function tried(url: string, method: 'GET' | 'POST' = 'POST', patienceMs = 2000) {
  const carrier = webCallCarrier({
    called: async (id) => ({ id, url, method, secret: 'secret' }),
    isPrivateAllowed: () => true,
    settled: () => undefined,
    now: Date.now,
    patienceMs,
  })
  return await carrier.send({ to: '', subject: '', html: '', target: 'a1', text: '{"text":"x"}' }, 'c1').then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** A beginning of an answer, of which nothing more comes. */
const begins =
  (status: number): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-length': '1000' })
    response.write('well')
  }
/** Some of it each moment, without an end. */
const drips: RequestListener = (request, response) => {
  response.writeHead(200)
  const more = setInterval(() => response.write('.'), 10)
  request.socket.on('close', () => clearInterval(more))
}

// decision 0245
describe('an address whose other side hangs', () => {
  test.each<['GET' | 'POST', string, RequestListener]>([
    ['POST', 'it never answers', () => undefined],
    ['GET', 'it never answers', () => undefined],
    ['POST', 'it says that it cannot, and never ends', begins(503)],
  ])(
    'is left after its time, tried again later, and told in a word of its own (%s, %s)',
    async (method, _, answer) => {
      const { url, asked } = await listening(answer)
      const error = await tried(url, method)
      expect(error).toBeInstanceOf(DeliveryError)
      expect(error).toMatchObject({ message: 'WEB_SILENT', final: false })
      expect(asked).toHaveLength(1)
      // Nothing of it goes on in the background.
      const socket = asked[0]?.socket
      if (socket && !socket.destroyed) await once(socket, 'close')
    },
  )

  // decision 0158
  test('is left after its time and has taken the call where it said yes before it hung', async () => {
    for (const answer of [begins(200), drips]) {
      const { url, asked } = await listening(answer)
      expect(await tried(url)).toBeUndefined()
      const socket = asked[0]?.socket
      if (socket && !socket.destroyed) await once(socket, 'close')
    }
  })

  test('one that hangs up at once is the same; one that answers is not', async () => {
    const gone = await listening((request) => void request.socket.destroy())
    expect(await tried(gone.url)).toMatchObject({ message: 'WEB_SILENT', final: false })
    const there = await listening((_request, response) => void response.writeHead(204).end())
    expect(await tried(there.url, 'POST', 60_000)).toBeUndefined()
  })
})
