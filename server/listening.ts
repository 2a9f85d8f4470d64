import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { listenError } from '#gateway/node/listening.ts'
import type { Config } from './config.ts'

/** What pages, API and channel are served by; not yet open. */
export function listener({ tls }: Config): Server {
  const limits = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 60_000 }
  return tls ? createSecureServer({ ...limits, ...tls, minVersion: 'TLSv1.2' }) : createServer(limits)
}

/** Opens the port; whoever finds it taken is told which to take instead. */
export const listen = (server: Server, { port, host }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(listenError(error, { host, port, instead: `PORT=${port === 9000 ? 9001 : 9000} npm start` }))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })

/** Calls under way have this long to be answered. */
const LAST_CALLS_MS = 2000

/** Answers the calls that are under way, then closes. */
export const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), LAST_CALLS_MS)
    server.close(() => {
      clearTimeout(impatient)
      resolve()
    })
  })

/** Where gateways of their own sign in, by the name under which people know this server. */
export function gatewayDoor(
  { gateways }: Config,
  origin: string,
  port: number | undefined,
): { broker?: string; server: string } {
  if (port === undefined) return { server: origin }
  const scheme = gateways?.tls ? 'mqtts' : 'mqtt'
  return { broker: `${scheme}://${new URL(origin).hostname}:${port}`, server: origin }
}

const portOf = (server: Server): number => (server.address() as AddressInfo | null)?.port ?? 0

/** Where this server is, e.g. `http://127.0.0.1:8080`. */
export function addressOf({ tls, host }: Config, server: Server): string {
  const name = host.includes(':') ? `[${host}]` : host
  return `${tls ? 'https' : 'http'}://${name}:${portOf(server)}`
}

/** Browsers that don't take 'self' for websockets need their addresses. */
export function channelsOf({ origins, tls }: Config, server: Server): string[] {
  if (origins.length > 0) return origins.map((origin) => origin.replace(/^http/, 'ws'))
  return ['127.0.0.1', 'localhost'].map((name) => `${tls ? 'wss' : 'ws'}://${name}:${portOf(server)}`)
}
