import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
import helmet from 'helmet'
import { SetupFailure } from './failure.ts'
import { handlersOf, type Parts } from './handlers.ts'
import { checkBody, type Operation, operations } from './operations.ts'

const FILE = /\.[A-Za-z0-9]{1,8}$/

/** The built page: its files, and index.html for every address that is a screen of it. */
async function servePage(server: FastifyInstance, folder: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(folder, 'assets'))
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  server.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*']
    if (/\.(?:map|br|gz)$/.test(path)) throw new SetupFailure(404, 'NOT_FOUND')
    return reply.sendFile(FILE.test(path) ? path : 'index.html')
  })
}

const nameOf = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : undefined

/** Names that this machine has by itself; another one that leads here was pointed here by somebody else (DNS rebinding). */
function isOwnName(name: string): boolean {
  const own = hostname().toLowerCase()
  return isIP(name) !== 0 || ['localhost', own, `${own}.local`].includes(name)
}

/** B-08: pages of other sites get nothing. Who says nothing about where it comes from is no browser. */
function cameFromOwnPage(method: string, headers: IncomingHttpHeaders): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  const name = nameOf(host)
  if (name === undefined || !isOwnName(name)) return false
  if (
    origin !== undefined &&
    (!URL.canParse(origin) || new URL(origin).host !== new URL(`http://${host}`).host)
  )
    return false
  if (site === undefined || site === 'same-origin') return true
  return site === 'none' && method === 'GET'
}

/** No body of these calls comes near it (V-04). */
const MAX_BODY = 8 * 1024
const TIMEOUT_MS = 10_000

export interface ServerParts extends Parts {
  /** Folder of the built page. */
  page: string
  failed(error: unknown): void
}

/** What Fastify itself finds wrong with a body. */
const FOUND: Readonly<Record<string, SetupFailure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new SetupFailure(413, 'TOO_LARGE'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new SetupFailure(415, 'UNSUPPORTED_MEDIA_TYPE'),
}

function failureOf(error: unknown): SetupFailure | undefined {
  if (error instanceof SetupFailure) return error
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  return FOUND[code] ?? (statusCode < 500 ? new SetupFailure(400, 'VALIDATION') : undefined)
}

/** The HTTP server of the local setup page: its calls, its files, and nothing else. */
export async function createSetupServer(parts: ServerParts): Promise<FastifyInstance> {
  const server = fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: TIMEOUT_MS,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 64 },
    forceCloseConnections: true,
  })
  sendSecurityHeaders(server)
  server.removeContentTypeParser('text/plain')
  server.addHook('onRequest', async ({ method, headers }) => {
    if (!cameFromOwnPage(method, headers)) throw new SetupFailure(403, 'CROSS_SITE')
  })
  server.setErrorHandler((error, _request, reply) => {
    const failure = failureOf(error)
    if (!failure) parts.failed(error)
    if (failure?.code === 'TOO_MANY_REQUESTS') reply.header('Retry-After', parts.attempts.retryAfter)
    return say(reply, failure ?? new SetupFailure(500, 'INTERNAL'))
  })
  server.setNotFoundHandler((_request, reply) => say(reply, new SetupFailure(404, 'NOT_FOUND')))
  serveCalls(server, parts)
  await servePage(server, parts.page)
  return server
}

const say = (reply: FastifyReply, { status, code, message, field }: SetupFailure): FastifyReply =>
  reply.code(status).send([{ errorCode: code, message, ...(field !== undefined && { field }) }])

const sessionOf = ({ headers: { sessionid } }: FastifyRequest): string =>
  typeof sessionid === 'string' ? sessionid : ''

function serveCalls(server: FastifyInstance, parts: ServerParts): void {
  const handlers = handlersOf(parts)
  for (const operation of operations) {
    const handle = handlers[operation.id]
    if (!handle) throw new Error(`schemas/local has the operation ${operation.id}, which nobody handles`)
    server.route({
      method: operation.method,
      url: operation.path,
      // Before the body is read: strangers send none.
      onRequest: async (request) => {
        if (!operation.open && !parts.sessions.use(sessionOf(request)))
          throw new SetupFailure(403, 'SESSION_ENDED')
        if (operation.method === 'POST') onlyJson(operation, request)
      },
      handler: async (request, reply) => {
        checkBody(operation, request.body)
        const answer = await handle({
          body: request.body,
          sessionId: sessionOf(request),
          address: request.ip,
        })
        return reply.code(operation.status).send(answer)
      },
    })
  }
}

/** A form of a foreign page can send text; it cannot send JSON. */
function onlyJson({ validator }: Operation, { headers }: FastifyRequest): void {
  const type = headers['content-type']
  if ((validator || type !== undefined) && !/^application\/json\b/i.test(type ?? ''))
    throw new SetupFailure(415, 'UNSUPPORTED_MEDIA_TYPE')
}

/** B-02, B-03, B-07: as on the server, for a page that needs less. */
function sendSecurityHeaders(server: FastifyInstance): void {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'"],
        'connect-src': ["'self'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    hsts: false,
    xFrameOptions: { action: 'deny' },
    xPoweredBy: false,
  })
  server.addHook('onRequest', ({ raw }, reply, next) =>
    headers(raw, reply.raw, (error) => next(error as Error | undefined)),
  )
  server.addHook('onSend', async (_request, reply) => {
    reply.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    // Answers are for one person at one time; only files say how long they may be kept.
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
  })
}
