import type { Browser } from 'playwright'
import { tiles } from './app-tab.ts'
import { goUntil, openTab, taskTime } from './browser.ts'
import type { BenchHome } from './home.ts'
import { FIRST_TILE, signIn, watchPaints } from './paint.ts'

/** Milliseconds until the first tile, bytes transferred until then, milliseconds of work, and of the longest task. */
export interface Load {
  first: number
  bytes: number
  work: number
  longest: number
}

/** A cold visit until the first tile with a value is painted. */
export async function coldLoad(
  browser: Browser,
  home: Pick<BenchHome, 'url' | 'session'>,
  slow: Parameters<typeof openTab>[1],
): Promise<Load> {
  const tab = await openTab(browser, slow)
  await tab.cdp.send('Network.enable')
  let bytes = 0
  let counting = true
  tab.cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (counting) bytes += encodedDataLength
  })
  await watchPaints(tab.page)
  await signIn(tab.page, home.session)
  await goUntil(tab.page, home.url + tiles, FIRST_TILE, async () => {
    // The page came into a new process, whose work is counted from here.
    await tab.cdp.send('Performance.disable')
    await tab.cdp.send('Performance.enable')
  })
  counting = false
  const work = await taskTime(tab.cdp)
  const { first, longest } = await tab.page.evaluate(() => ({
    first: window.bench.firstTile ?? Number.NaN,
    longest: Math.max(0, ...window.bench.longTasks),
  }))
  await tab.context.close()
  return { first, bytes, work, longest }
}
