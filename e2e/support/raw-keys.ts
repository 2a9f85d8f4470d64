import type { BrowserContext } from 'playwright/test'

declare global {
  interface Window {
    noteRawKey(what: string): void
  }
}

/** The mark that `src/i18n/reader.ts` leaves where a text is asked for that is not there, or not yet. */
const MISSED = 'text-missed'

/** Runs in the page, from its first moment: whatever text it lacks is shown by its name, if only for half a second. */
function watch(mark: string): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName(mark))
      window.noteRawKey(`${location.pathname}: ${String((entry as PerformanceMark).detail)}`)
  }).observe({ type: 'mark', buffered: true })
}

/** Names of texts that stand on a page of this context in the place of the texts, for however short a time. */
export async function rawKeysOf(context: BrowserContext): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  await context.exposeBinding('noteRawKey', (_source, what: string) => void found.add(what))
  await context.addInitScript(watch, MISSED)
  return found
}
