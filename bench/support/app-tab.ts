/** What the measurements of the app have in common: how long, and a tab with a home in it. */
import type { Browser } from 'playwright'
import { openTab, type Tab } from './browser.ts'
import type { BenchHome } from './home.ts'
import { signIn, watchPaints } from './paint.ts'

export const quick = process.argv.includes('--quick')
export const seconds = (full: number): number => (quick ? Math.max(3, full / 5) : full)
export const tiles = '/devices/quick_controls'
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export async function open(
  browser: Browser,
  home: BenchHome,
  path: string,
  slow: Parameters<typeof openTab>[1] = {},
): Promise<Tab> {
  const tab = await openTab(browser, slow)
  await watchPaints(tab.page)
  await signIn(tab.page, home.session)
  await tab.page.goto(home.url + path)
  return tab
}

export async function live(tab: Tab): Promise<void> {
  await tab.page.waitForFunction(() => window.bench.firstTile !== undefined)
  // Values move once the channel is open.
  await tab.page.waitForFunction(() => window.bench.painted.length > 5, undefined, { timeout: 30_000 })
}
