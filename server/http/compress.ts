import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Below this, headers and work cost more than is saved. */
const WORTHWHILE = 1024

/** In the threads of the pool, so that calls beside it don't wait. */
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const encoders = {
  // More than 4 takes longer than the bytes it saves.
  br: (text: Buffer) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: Buffer) => zip(text),
}

export type Encoding = keyof typeof encoders

/**
 * JSON answers and pages that are put together go compressed to who accepts it. Never those that hold a secret, here the session and the token of the
 * channel: what is compressed together with text of an attacker tells by its length what it says (BREACH).
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < WORTHWHILE) return payload
    if (holdsSecrets(request.routeOptions.url) || reply.hasHeader('Content-Encoding')) return payload
    if (!/^(?:application\/(?:[\w.-]+\+)?json|text\/html)\b/.test(String(reply.getHeader('Content-Type'))))
      return payload
    reply.header('Vary', [reply.getHeader('Vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (!encoding) return payload
    const short = await encoders[encoding](Buffer.from(payload))
    reply.header('Content-Encoding', encoding).removeHeader('Content-Length')
    return short
  })
}

const holdsSecrets = (route: string | undefined): boolean =>
  route === undefined || /^\/api\/(?:auth|channel)\//.test(route) || /\/secret$/.test(route)

/** The one that is preferred among those that we have; brotli when both are welcome alike (RFC 9110 §12.5.3). */
export function encodingFor(accepted = ''): Encoding | undefined {
  const weights = new Map(
    accepted.split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((part) => part.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0] as const
    }),
  )
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gz] = [weightOf('br'), weightOf('gzip')]
  if (br <= 0 && gz <= 0) return undefined
  return br >= gz ? 'br' : 'gzip'
}
