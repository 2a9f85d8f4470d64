import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'

const nameOf = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : undefined

/** Names that this machine has by itself; another one that leads here was pointed here by somebody else (DNS rebinding). */
function isOwnName(name: string): boolean {
  const own = hostname().toLowerCase()
  return isIP(name) !== 0 || ['localhost', own, `${own}.local`].includes(name)
}

/** B-08: pages of other sites get nothing. Who says nothing about where it comes from is no browser. */
export function cameFromOwnPage(method: string, headers: IncomingHttpHeaders): boolean {
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
