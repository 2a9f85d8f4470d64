import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { SetupFailure } from './failure.ts'

const FILE = /\.[A-Za-z0-9]{1,8}$/

/** The built page: its files, and index.html for every address that is a screen of it. */
export async function servePage(server: FastifyInstance, folder: string): Promise<void> {
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
