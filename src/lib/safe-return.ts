const MAX_LENGTH = 2000
/** Readers disagree about what these mean in an address: none of ours has one. */
const DOUBTFUL = /[^\x21-\x7e]|\\|%(?:00|0a|0d|09|2f|5c|25)/i
/** These never name a place: whatever the deployment allows, nobody is sent there. */
const EXECUTABLE = /^(?:javascript|data|vbscript|blob|file|about|filesystem|view-source):$/

/**
 * The one question before somebody is sent to an address that this program did not write itself (B-06): the address as
 * it may be used, undefined when it may not. Paths of our own always may; others only when `allowed` names them, as an
 * origin (`https://portal.example`) or as an address whose query alone may differ.
 */
export function safeReturn(
  target: string | null | undefined,
  origin: string,
  allowed: readonly string[] = [],
): string | undefined {
  if (!target || target.length > MAX_LENGTH) return undefined
  const [place = ''] = target.split(/[?#]/)
  if (DOUBTFUL.test(place) || /[^\x21-\x7e]|\\/.test(target)) return undefined
  if (place.startsWith('/')) return ownPath(target, origin)
  if (!URL.canParse(target)) return undefined
  const url = new URL(target)
  // Written as a browser would write it, or it is meant to be read in two ways.
  if (!url.href.startsWith(place) || EXECUTABLE.test(url.protocol)) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  if (url.origin === origin) return ownPath(url.href.slice(origin.length), origin)
  return allowed.some((one) => permits(one, url)) ? url.href : undefined
}

function ownPath(path: string, origin: string): string | undefined {
  const url = new URL(path, origin)
  if (url.origin !== origin || url.pathname.includes('//')) return undefined
  return url.pathname + url.search + url.hash
}

function permits(allowed: string, url: URL): boolean {
  if (!URL.canParse(allowed)) return false
  const known = new URL(allowed)
  const samePlace = known.protocol === url.protocol && known.host === url.host
  return samePlace && (allowed === known.origin || known.pathname === url.pathname)
}
