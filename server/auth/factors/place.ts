import { isIP } from 'node:net'

/** Where passkeys belong: the domain (relying party) and the addresses of its pages. */
export interface PasskeyPlace {
  id: string
  origins: readonly string[]
}

/**
 * Passkeys belong to a domain, which the configuration says and no caller. Without one the server is open on this
 * machine alone, under the name that browsers take for it; an address of numbers has no passkeys.
 */
export function passkeyPlace(configured: readonly string[], own: string): PasskeyPlace | undefined {
  const origins = configured.length > 0 ? configured : [localhost(own)]
  const [first = ''] = origins
  const { hostname } = new URL(first)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return { id: hostname, origins: origins.filter((origin) => new URL(origin).hostname === hostname) }
}

function localhost(own: string): string {
  const url = new URL(own)
  url.hostname = 'localhost'
  return url.origin
}
