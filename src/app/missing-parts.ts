import { inTime, PART_MS } from '#lib/in-time.ts'

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
  /** Whether the server answers: without it a new page would be none at all. */
  reachable(): Promise<boolean>
  reload(): void
}

/** A server that takes the question and never answers is none. */
export const reachable = (): Promise<boolean> =>
  inTime(fetch('/', { method: 'HEAD', cache: 'no-store' }), PART_MS).then(
    ({ ok }) => ok,
    () => false,
  )

const thisPage: Page = {
  events: window,
  reachable,
  reload: () => location.reload(),
}

/**
 * After a new version has been rolled out, the parts of the old one are gone: the page is loaded anew, once (U-05). A
 * part that does not come because nothing comes is left to whoever asked for it. What is returned tells, once a part was
 * missing, whether the page is about to go.
 */
export function reloadOnMissingPart({ events, reachable, reload }: Page = thisPage): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  const ask = async (): Promise<boolean> => {
    const yes = await reachable()
    if (yes) {
      sessionStorage.setItem(KEY, String(Date.now()))
      reload()
    } else asking = undefined
    return yes
  }
  events.addEventListener('vite:preloadError', () => {
    // Many parts may be missing at once: one question answers for all.
    if (asking || Date.now() - reloadedAt() < QUIET_MS) return
    asking = ask()
  })
  return async () => (await asking) ?? false
}

/**
 * A style sheet that did not come leaves the document: while it is named there, whoever asks for its part again is given
 * the code alone, and draws it without any style.
 */
export function forgetMissingStyles(page: Document = document): void {
  page.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
    },
    // What fails to load says so to itself alone.
    { capture: true },
  )
}
