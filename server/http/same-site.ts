import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../lib/addresses.ts'
import { Failure } from './failure.ts'

/** Which pages are ours. Without configured origins the server is reached over loopback names only. */
export class Sites {
  readonly #origins: readonly string[]

  constructor(origins: readonly string[]) {
    this.#origins = origins
  }

  /** A page that may call and open the message channel. */
  isOwnOrigin(origin: string): boolean {
    if (this.#origins.includes(origin)) return true
    return URL.canParse(origin) && this.#origins.length === 0 && isLoopback(new URL(origin).hostname)
  }

  /**
   * A page that this server has sent. Browsers do not say where a websocket comes from but by its origin: on this machine
   * another port is another program's page.
   */
  isOwnPage(origin: string, host: string): boolean {
    if (!this.isOwnOrigin(origin)) return false
    if (this.#origins.length > 0) return true
    return URL.canParse(`http://${host}`) && new URL(origin).port === new URL(`http://${host}`).port
  }

  /** A name that the server answers to: a foreign name that was pointed at this machine is not one (DNS rebinding). */
  isOwnHost(host: string): boolean {
    if (!URL.canParse(`http://${host}`)) return false
    const { hostname, host: name } = new URL(`http://${host}`)
    return isLoopback(hostname) || this.#origins.some((origin) => new URL(origin).host === name)
  }
}

/**
 * B-08: other sites' pages get nothing, whatever they know. Browsers say where a call comes from; whoever says nothing
 * is no browser and needs a session in the header like everybody.
 */
export function refuseOtherSites(server: FastifyInstance, sites: Sites): void {
  server.addHook('onRequest', async (request) => {
    if (!cameFromUs(request, sites)) throw new Failure(403, [{ errorCode: 'CROSS_SITE' }])
  })
}

function cameFromUs({ headers, method }: FastifyRequest, sites: Sites): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  if (!sites.isOwnHost(host)) return false
  if (origin !== undefined && !sites.isOwnOrigin(origin)) return false
  if (site === undefined || site === 'same-origin') return true
  // Typed into the address bar: reading only.
  return site === 'none' && (method === 'GET' || method === 'HEAD')
}
