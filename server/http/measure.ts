import type { FastifyInstance } from 'fastify'
import type { Parts } from './parts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the route in log and metrics. */
    operation?: string
  }
}

/** One line and one measurement a call. The matched route is named, never the address: that may hold secrets. */
export function watchCalls(server: FastifyInstance, { log, metrics }: Pick<Parts, 'log' | 'metrics'>): void {
  // Z-01: a route that nobody has thought about does not come into being.
  server.addHook('onRoute', ({ url, config }) => {
    if (!config?.operation && !isFile(url)) throw new Error(`The route ${url} has no name and no policy`)
  })
  server.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation ?? 'file'
    const status = reply.statusCode
    metrics.count('http_requests', { operation, status: String(status) })
    metrics.observe('http_duration', reply.elapsedTime / 1000, { operation })
    log.debug(
      { method: request.method, route: request.routeOptions.url, status, ms: Math.round(reply.elapsedTime) },
      'call',
    )
  })
}

/** Files of the app are named one by one by the plugin that serves them. */
const isFile = (url: string): boolean => !url.startsWith('/api')
