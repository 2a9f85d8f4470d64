import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isLoopback } from './addresses.ts'
import { notFound } from './failure.ts'
import type { Parts } from './parts.ts'

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
        ? isLoopback(request.ip)
        : sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    if (!allowed) throw notFound()
    return reply
      .header('Cache-Control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metrics.text())
  })
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
