import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../lib/refusal.ts'
import { compressAnswers, encodingFor } from './compress.ts'
import { HashedFiles } from './hashed-files.ts'
import { languageAsked } from './messages.ts'
import { welcomeAt } from './welcome.ts'

/** Files whose name carries the hash of their content. */
const HASHED = '/assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** What a page says of the deployment. */
interface Told {
  /** Hash of its own definitions; empty where there are none. */
  ownDefinitions(): string
  /** What is switched on for who asks this host. */
  settings(host: string): { readonly flags: Readonly<Record<string, unknown>> }
}

/**
 * The app: its files, compressed beforehand, and index.html for every address that is a page of it. Addresses of the
 * API, of the channel and of files never answer with a page. The page says whether a deployment has definitions of its own. Looked up at each call: a new build needs no restart.
 */
export async function servePages(
  server: FastifyInstance,
  folder: string,
  { ownDefinitions, settings }: Told,
): Promise<void> {
  compressAnswers(server)
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply) => void reply.header('Cache-Control', 'no-cache'),
  })
  const hashed = new HashedFiles(join(folder, HASHED))
  server.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { operation: 'page' },
    handler: async (request, reply) => {
      const path = `/${request.params['*']}`
      if (isOurs(path)) throw notFound()
      const file = path.startsWith(HASHED)
        ? await hashed.read(path.slice(HASHED.length), encodingFor(request.headers['accept-encoding']))
        : undefined
      if (file) {
        if (file.encoding) reply.header('Content-Encoding', file.encoding)
        return reply
          .type(file.type)
          .header('Cache-Control', FOR_EVER)
          .header('Vary', 'Accept-Encoding')
          .send(file.bytes)
      }
      if (isFile(path)) return reply.sendFile(path)
      const { head, files, body } = await welcomeAt(folder, {
        path,
        language: languageAsked(request.headers['accept-language']) ?? 'ch_DE',
        settings: settings(request.hostname.toLowerCase()),
        ownDefinitions: ownDefinitions(),
      })
      if (head + files + body === '') return reply.sendFile('index.html')
      const page = await readFile(join(folder, 'index.html'), 'utf8')
      return reply
        .type('text/html; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .header('Vary', 'Accept-Language')
        .send(
          page
            .replace('<title>', () => `${head}\n    <title>`)
            .replace('</head>', () => `${files}</head>`)
            .replace('</body>', () => `${body}</body>`),
        )
    },
  })
}

/** Not for pages: other parts of the server, and what a build leaves beside its files. */
const isOurs = (path: string): boolean =>
  /^\/(?:api|mqtt|metrics|healthz)(?:\/|$)/.test(path) || /\.(?:map|br|gz)$/.test(path)

const isFile = (path: string): boolean =>
  /^\/assets(?:\/|$)/.test(path) || /\.(?:[A-Za-z0-9]{1,8}|webmanifest)$/.test(path)
