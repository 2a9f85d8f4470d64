import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deeperThan } from '../lib/json-depth.ts'
import { Failure } from './failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes a form in place of JSON. */
    form?: boolean
    /** Whatever is sent along is taken, and not looked at. */
    anyBody?: boolean
    /** The call takes a form with a file in place of JSON. */
    multipart?: boolean
  }
}

/** V-04. */
export const MAX_BODY = 256 * 1024
const MAX_FORM = 8 * 1024
/** 3 §5: 0.5 MB of a file, and what stands around it. */
const MAX_FILE_FORM = 520_000
/** Of what nobody looks at. */
export const MAX_UNREAD = 8 * 1024
const MAX_DEPTH = 32
const MAX_ITEMS = 10_000

/** Bodies are JSON, bounded in size, depth and length of lists, and free of what could reach a prototype (V-03). */
export function acceptJsonOnly(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (request.routeOptions.config.anyBody === true) return done(null, undefined)
    const json = String(text)
    if (json.trim() === '') return done(null, undefined)
    if (deeperThan(json, MAX_DEPTH) !== undefined) return done(tooLarge())
    void parse(request, json, (error, value) => {
      if (error) return done(unreadable())
      if (tooLong(value)) return done(tooLarge())
      done(null, value)
    })
  })
  // Programs that ask for tokens speak as RFC 6749 says; no other call hears them.
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM },
    (request, text, done) => {
      if (request.routeOptions.config.anyBody === true) return done(null, undefined)
      if (request.routeOptions.config.form !== true)
        return done(new Failure(415, [{ errorCode: 'UNSUPPORTED_MEDIA_TYPE' }]))
      const fields = [...new URLSearchParams(String(text))]
      // RFC 6749 §3.2: nothing may be said twice.
      if (new Set(fields.map(([name]) => name)).size < fields.length) return done(unreadable())
      done(null, Object.fromEntries(fields))
    },
  )
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: MAX_FILE_FORM },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (request.routeOptions.config.anyBody === true) return undefined
      if (request.routeOptions.config.multipart !== true)
        throw new Failure(415, [{ errorCode: 'UNSUPPORTED_MEDIA_TYPE' }])
      const headers = { 'Content-Type': request.headers['content-type'] ?? '' }
      const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => undefined)
      const fields = form ? [...form] : []
      if (!form || new Set(fields.map(([name]) => name)).size < fields.length) throw unreadable()
      return Object.fromEntries(fields)
    },
  )
  server.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_UNREAD }, (request, _text, done) => {
    if (request.routeOptions.config.anyBody === true) done(null, undefined)
    else done(new Failure(415, [{ errorCode: 'UNSUPPORTED_MEDIA_TYPE' }]))
  })
}

const tooLarge = (): Failure => new Failure(413, [{ errorCode: 'TOO_LARGE' }])
const unreadable = (): Failure =>
  new Failure(400, [{ errorCode: 'VALIDATION', field: '', message: 'The body cannot be read.' }])

function tooLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > MAX_ITEMS || value.some(tooLong)
  if (typeof value !== 'object' || value === null) return false
  const parts = Object.values(value)
  return parts.length > MAX_ITEMS || parts.some(tooLong)
}
