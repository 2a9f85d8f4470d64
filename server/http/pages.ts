import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../lib/refusal.ts'

/** Files whose name carries the hash of their content. */
const HASHED = '/assets/'

/**
 * The app: its files, compressed beforehand, and index.html for every address that is a page of it. Addresses of the
 * API, of the channel and of files never answer with a page. The page says whether a deployment has definitions of its own. Looked up at each call: a new build needs no restart.
 */
export async function servePages(
  server: FastifyInstance,
  folder: string,
  ownDefinitions: () => string,
): Promise<void> {
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const hashed = path.replaceAll('\\', '/').startsWith(join(folder, HASHED).replaceAll('\\', '/'))
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  server.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { operation: 'page' },
    handler: async (request, reply) => {
      const path = `/${request.params['*']}`
      if (isOurs(path)) throw notFound()
      if (isFile(path)) return reply.sendFile(path)
      const hash = ownDefinitions()
      if (hash === '') return reply.sendFile('index.html')
      // The page asks for them before it draws anything; where everything is as shipped, it need not ask.
      const page = await readFile(join(folder, 'index.html'), 'utf8')
      return reply
        .type('text/html; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .send(page.replace('<title>', `<meta name="own-definitions" content="${hash}" />\n    <title>`))
    },
  })
}

/** Not for pages: other parts of the server, and what a build leaves beside its files. */
const isOurs = (path: string): boolean =>
  /^\/(?:api|mqtt|metrics|healthz)(?:\/|$)/.test(path) || /\.(?:map|br|gz)$/.test(path)

const isFile = (path: string): boolean =>
  /^\/assets(?:\/|$)/.test(path) || /\.(?:[A-Za-z0-9]{1,8}|webmanifest)$/.test(path)
