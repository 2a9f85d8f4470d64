const KEY = 'gatehouse.reloaded'
/** A second reload within that long would be no help but a loop. */
const QUIET_MS = 60_000

function reloadedAt(): number {
  try {
    return Number(sessionStorage.getItem(KEY) ?? 0)
  } catch {
    // Without a memory of it, reloading could go on for ever.
    return Date.now()
  }
}

/** After a new version has been rolled out, the parts of the old one are gone: the page is loaded anew, once (U-05). */
export function reloadOnMissingPart(reload: () => void = () => location.reload()): () => void {
  const missing = (event: Event): void => {
    if (Date.now() - reloadedAt() < QUIET_MS) return
    event.preventDefault()
    sessionStorage.setItem(KEY, String(Date.now()))
    reload()
  }
  addEventListener('vite:preloadError', missing)
  return () => removeEventListener('vite:preloadError', missing)
}
