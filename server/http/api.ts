import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitCalls } from '../auth/attempts.ts'
import { deviceIn } from '../auth/devices.ts'
import { notAllowed, notFound, sessionEnded } from '../lib/refusal.ts'
import type { SessionRecord } from '../store/people/sessions.ts'
import { assertMayTouch } from './account-touched.ts'
import { bearerOf, programOf } from './bearer.ts'
import { MAX_UNREAD } from './body.ts'
import { type Call, type Handlers, Instead } from './call.ts'
import { Failure } from './failure.ts'
import { confine } from './gateway-session.ts'
import { languageAsked } from './messages.ts'
import { noteRefusal } from './note-refusal.ts'
import type { ApiDocument, Operation } from './openapi.ts'
import type { Parts } from './parts.ts'
import { policies } from './policies.ts'
import { type Check, createChecks } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the policy of the route, before anything else is looked at. */
    session: SessionRecord | undefined
  }
}

const pack = promisify(gzip)
const unpack = promisify(gunzip)

type AnyHandler = (call: Call<never> & { session: SessionRecord | undefined; sessionId: string }) => unknown

/** Routes from schemas/api: each operation gets its policy, its schema and its handler, or the server does not start. */
export function registerApi(
  server: FastifyInstance,
  document: ApiDocument,
  handlers: Handlers,
  parts: Parts,
): void {
  const { operations, combined } = document
  const named = new Map<string, AnyHandler>(Object.entries(handlers) as unknown as [string, AnyHandler][])
  const missing = operations.filter(({ id }) => !named.has(id)).map(({ id }) => id)
  if (missing.length > 0)
    throw new Error(`These operations of schemas/api have no handler: ${missing.join(', ')}`)
  const leftover = [...named.keys()].filter((id) => !operations.some((operation) => operation.id === id))
  if (leftover.length > 0)
    throw new Error(`These handlers belong to no operation of schemas/api: ${leftover.join(', ')}`)

  server.decorateRequest('session', undefined)
  const checks = createChecks(document)
  for (const operation of operations) {
    const handler = named.get(operation.id)
    const check = checks.get(operation.id)
    if (handler && check) registerOperation(server, operation, handler, check, parts)
  }
  // Written out it is five megabytes long, and hardly anybody asks for it.
  let packed: Promise<Buffer> | undefined
  server.get('/openapi.json', { config: { operation: 'openapi' } }, async (_request, reply) => {
    packed ??= pack(JSON.stringify(combined))
    return await reply.type('application/json; charset=utf-8').send(String(await unpack(await packed)))
  })
}

function registerOperation(
  server: FastifyInstance,
  operation: Operation,
  handler: AnyHandler,
  check: Check,
  parts: Parts,
): void {
  const allow = policies[operation.policy]
  server.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      operation: operation.id,
      form: operation.form,
      anyBody: operation.anyBody,
      multipart: operation.multipart,
    },
    ...(operation.anyBody && { bodyLimit: MAX_UNREAD }),
    // Before the body is read: who may not call costs nothing.
    onRequest: async (request, reply) => {
      const token = bearerOf(request)
      request.session =
        token === undefined
          ? await parts.sessions.find(sessionIdOf(request))
          : (await programOf(token, { request, reply, operation, programs: parts.programs })).session
      const params = request.params as Readonly<Record<string, string | undefined>>
      try {
        confine(operation, params.sn, request.session)
        await assertStillLooks(request.session, parts)
        await withFactor(operation, request, parts)
        await allow({ session: request.session, params, rights: parts.rights, limited: operation.limited })
        await permit(operation, request.session, parts)
      } catch (refused) {
        if (request.session) await noteRefusal(parts, operation.id, request.session, params.sn, refused)
        throw refused
      }
      // A sign-in is counted by its handler, which knows the account too.
      const { limit } = operation
      if (limit !== undefined && limit !== 'login')
        await limitCalls(parts.store.limits, parts.now(), limit, request.ip)
    },
    handler: async (request, reply) => {
      const input = check(request)
      await assertMayTouch(operation, { input, session: request.session, parts })
      await assertWithin(operation, request.session, input.params, parts)
      await checkOtp(operation, { input, request, parts })
      const answer = await handler({
        ...(input as unknown as Pick<Call<never>, 'params' | 'query' | 'headers' | 'body'>),
        session: request.session,
        sessionId: sessionIdOf(request),
        host: request.hostname.toLowerCase(),
        language: languageAsked(request.headers['accept-language']),
        address: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, 256),
        device: deviceIn(request.headers.cookie),
        setHeader: (name, value) => reply.header(name, value),
      })
      if (operation.immutable) reply.header('Cache-Control', 'private, max-age=31536000, immutable')
      if (answer instanceof Instead) return reply.code(answer.status).send(answer.body)
      reply.code(operation.status)
      if (answer instanceof File) return sendFile(reply, answer)
      return operation.answer ? answer : reply.send()
    },
  })
}

/** Always to be kept, never to be shown, whatever is in it. */
async function sendFile(reply: FastifyReply, file: File): Promise<FastifyReply> {
  reply
    .type(file.type)
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
  return reply.send(Buffer.from(await file.arrayBuffer()))
}

/**
 * An account that must have a second factor and has none may do nothing, whatever it is signed in with: the session is
 * from before it had to, and the next sign-in leads to setting one up. Whoever holds a gateway is not its owner.
 */
async function withFactor(
  { policy }: Operation,
  { session, hostname }: FastifyRequest,
  { factors, store, channel }: Parts,
): Promise<void> {
  if (policy === 'public' || !session || session.serialNumber !== undefined) return
  if (!(await factors.lacking(session.userId, hostname))) return
  await store.sessions.end(session.key)
  channel.cutSession(session.key, 'expired')
  throw new Failure(403, [{ errorCode: 'SECOND_FACTOR_NEEDED' }])
}

/** Whoever may not look on any more is out with his next call, whatever he has in hand (decision 0216). */
async function assertStillLooks(
  session: SessionRecord | undefined,
  { rights, store, channel }: Pick<Parts, 'rights' | 'store' | 'channel'>,
): Promise<void> {
  if (session?.viewer === undefined || (await rights.mayViewAs(session.viewer))) return
  await store.sessions.end(session.key)
  channel.cutSession(session.key, 'expired')
  throw sessionEnded()
}

/** spec 1 §6: the sub-role decides last, whatever else the caller may. */
async function permit(
  { id, policy, method }: Operation,
  session: SessionRecord | undefined,
  { rights }: Parts,
): Promise<void> {
  if (policy === 'public' || !session) return
  const changes = method !== 'GET'
  if (!(await rights.permits(session.userId, 'operations', id, changes))) throw notAllowed()
}

/** Decision 0190: a device that somebody does not find answers like one that does not exist. */
async function assertWithin(
  { limited }: Operation,
  session: SessionRecord | undefined,
  params: unknown,
  { reaches }: Parts,
): Promise<void> {
  if (limited !== 'device' || !session) return
  const { sn = '', deviceId = '' } = params as { sn?: string; deviceId?: string }
  const sight = await reaches.of(session.userId, sn)
  if (sight === 'none' || (sight !== 'all' && !sight.devices.has(deviceId))) throw notFound()
}

/** where the deployment wants it, the caller shows a code that was made for this action on this thing. */
async function checkOtp(
  { otp }: Operation,
  { input, request, parts }: { input: ReturnType<Check>; request: FastifyRequest; parts: Parts },
): Promise<void> {
  const { flags } = parts.settings.of(request.hostname)
  if (!otp || !request.session) return
  if (!otp.always && flags.SECURE_IMPORTANT_ROUTES_WITH_OTP !== true) return
  const code = request.headers.otp
  if (typeof code !== 'string' || code === '') throw new Failure(428, [{ errorCode: 'OTP_REQUIRED' }])
  const from: Readonly<Record<string, unknown>> = { ...(input.body as object | undefined), ...input.params }
  const purpose = {
    userId: request.session.userId,
    action: otp.action,
    uniqueIdentifier: String(from[otp.identifier]),
  }
  if (!(await parts.codes.redeem(purpose, code)))
    throw new Failure(400, [{ errorCode: 'OTP_INVALID', field: '/otp' }])
}

/** The header and nothing else: no cookie, no address carries a session (B-08). */
const sessionIdOf = ({ headers: { sessionid } }: FastifyRequest): string =>
  typeof sessionid === 'string' ? sessionid : ''
