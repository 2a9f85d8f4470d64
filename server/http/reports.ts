import type { FastifyInstance } from 'fastify'
import { limitCalls } from '../auth/attempts.ts'
import type { Parts } from './parts.ts'

const TYPES = ['application/reports+json', 'application/csp-report', 'application/json']
const MAX_REPORT = 16 * 1024

/** Where browsers report what the content policy kept from happening (B-02); it is counted and logged, nothing more. */
export async function takeReports(
  server: FastifyInstance,
  { store, log, metrics, now }: Parts,
): Promise<void> {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(TYPES, { parseAs: 'string', bodyLimit: MAX_REPORT }, (_request, text, done) =>
    done(null, String(text)),
  )
  server.post('/csp-report', { config: { operation: 'cspReport' } }, async (request, reply) => {
    metrics.count('csp_reports')
    await limitCalls(store.limits, now(), 'csp', request.ip)
    log.warn(
      { report: String(request.body).slice(0, 2000) },
      'the content policy kept something from happening',
    )
    return reply.code(204).send()
  })
}
