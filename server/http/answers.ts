import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { QueueFullError } from '#gateway/node/bounded-queue.ts'
import { notFound } from '../lib/refusal.ts'
import { ConflictError, MissingReferenceError, StoreFullError } from '../store/errors.ts'
import { Failure, failureFrom } from './failure.ts'
import type { Messages } from './messages.ts'
import type { Parts } from './parts.ts'

/** Every failure leaves here, in one shape: `[{ errorCode, message, field? }]` (decision 0002). */
export function answerFailures(server: FastifyInstance, { log, metrics }: Parts, messages: Messages): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, { status, faults, retryAfter }: Failure) => {
    const language = messages.languageOf(request.headers['accept-language'])
    if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter))
    return reply
      .code(status)
      .header('Cache-Control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(faults.map((fault) => messages.entry(language, fault)))
  }

  server.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOf(error)
    if (failure.status >= 500)
      log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'a call failed')
    metrics.count('http_failures', { code: failure.faults[0]?.errorCode ?? '' })
    return answer(request, reply, failure)
  })
  server.setNotFoundHandler((request, reply) => answer(request, reply, failureOf(notFound())))
}

function failureOf(error: Error & { statusCode?: number }): Failure {
  const known = failureFrom(error)
  if (known) return known
  const of = (status: number, errorCode: string, retryAfter?: number) =>
    new Failure(status, [{ errorCode }], retryAfter)
  if (error instanceof QueueFullError) return of(503, 'BUSY', 2)
  if (error instanceof StoreFullError) return of(507, 'STORE_FULL')
  if (error instanceof ConflictError) return of(409, 'CONFLICT')
  if (error instanceof MissingReferenceError) return of(404, 'NOT_FOUND')
  const status = error.statusCode ?? 500
  if (status === 413) return of(413, 'TOO_LARGE')
  if (status === 415) return of(415, 'UNSUPPORTED_MEDIA_TYPE')
  // What Fastify refuses by itself: wrong length, broken address, and the like.
  if (status >= 400 && status < 500) return of(status, 'VALIDATION')
  return of(500, 'INTERNAL')
}
