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

interface Page {
  events: EventTarget
  reload(): void
}

const thisPage: Page = { events: window, reload: () => location.reload() }

/** After a new version has been rolled out, the parts of the old one are gone: the page is loaded anew, once (U-05). */
export function reloadOnMissingPart({ events, reload }: Page = thisPage): void {
  events.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - reloadedAt() < QUIET_MS) return
    event.preventDefault()
    sessionStorage.setItem(KEY, String(Date.now()))
    reload()
  })
}
