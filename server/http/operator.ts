import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../lib/addresses.ts'
import { notFound } from '../lib/refusal.ts'
import type { Parts } from './parts.ts'
import { isForwarded } from './proxies.ts'

/** What operators and their machines ask: whether it lives, and how it does. Neither says which version it is (C-05). */
export async function serveOperator(
  server: FastifyInstance,
  { store, metrics, config, log }: Parts,
): Promise<void> {
  server.get('/healthz', { config: { operation: 'health' } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    try {
      await store.ping()
      return { status: 'ok' }
    } catch (error) {
      log.error({ err: error }, 'the store does not answer')
      return reply.code(503).send({ status: 'failing' })
    }
  })

  server.get('/metrics', { config: { operation: 'metrics' } }, async (request, reply) => {
    const { metricsToken } = config
    const allowed =
      metricsToken === undefined
        ? isFromThisMachine(request)
        : sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    if (!allowed) throw notFound()
    return reply
      .header('Cache-Control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metrics.text())
  })
}

/**
 * Asked on this machine, by one of its own names, and by nobody in between: a proxy here would otherwise open the door to
 * whomever it serves, and a page of a foreign name that was pointed here to whoever made it.
 */
function isFromThisMachine({ raw: { socket, headers } }: FastifyRequest): boolean {
  const { host = '' } = headers
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(name) && !isForwarded(headers)
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
