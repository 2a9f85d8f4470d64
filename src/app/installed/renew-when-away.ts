/** Whoever was away for less may be in the midst of something. */
const AWAY_MS = 60_000

interface Page {
  document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener' | 'querySelector'>
  now(): number
  /** The page as the server has it now; undefined where it has none to give. */
  served(): Promise<string | undefined>
  /** Nothing that somebody has typed would be lost. */
  free(): boolean
  reload(): void
}

const thisPage = (): Page => ({
  document,
  now: Date.now,
  async served() {
    const answer = await fetch('/', { cache: 'no-store' })
    return answer.ok ? await answer.text() : undefined
  },
  // Whatever holds an unsaved entry says so when the page is about to go.
  free: () => window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  reload: () => location.reload(),
})

/** An app that stays open for weeks: when its person comes back to it and there is a newer version, it begins anew with that, unless an entry would be lost. */
export function renewWhenAway(page: Page = thisPage()): () => void {
  const { document } = page
  let since: number | undefined
  const renew = async (): Promise<void> => {
    const script = document.querySelector('script[type=module][src]')?.getAttribute('src')
    const served = await page.served()
    if (!script || served === undefined || served.includes(`"${script}"`)) return
    if (!document.hidden && page.free()) page.reload()
  }
  const looked = (): void => {
    const away = since === undefined ? 0 : page.now() - since
    since = document.hidden ? page.now() : undefined
    // Nobody asked for it: without a server everything stays as it is.
    if (!document.hidden && away >= AWAY_MS) renew().catch(() => {})
  }
  document.addEventListener('visibilitychange', looked)
  return () => document.removeEventListener('visibilitychange', looked)
}
