/** Visits of the installed app: what it kept is drawn before the server is asked. */
import type { Browser } from 'playwright'
import { pause, quick, tiles } from './app-tab.ts'
import { goUntil, openTab, slowDown } from './browser.ts'
import { type Figure, median } from './figures.ts'
import type { BenchHome } from './home.ts'
import { FIRST_TILE, signIn, watchPaints } from './paint.ts'

const rounds = quick ? 2 : 5

/** The worker's own requests are not slowed down, but it makes none before what it kept is there. */
export async function returnVisits(browser: Browser, home: BenchHome, devices: number): Promise<Figure> {
  const { page, cdp, context } = await openTab(browser, { installed: true })
  await watchPaints(page)
  await signIn(page, home.session)
  const visit = async (): Promise<number> => {
    await goUntil(page, home.url + tiles, FIRST_TILE)
    return (await page.evaluate(() => window.bench.firstTile)) ?? Number.NaN
  }
  await visit()
  await page.waitForFunction(
    async () => {
      const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
      const kept = (await Promise.all(all.map((cache) => cache.keys()))).flat()
      return navigator.serviceWorker.controller !== null && kept.some(({ url }) => url.includes('/snapshot'))
    },
    undefined,
    { timeout: 60_000, polling: 250 },
  )
  // The second visit is the first that the worker answers. What follows the first page is there by the end of the pause;
  // the page is kept when it is left.
  await visit()
  await pause(8000)
  await visit()
  await slowDown(cdp, { cpu: 4, link: { latency: 150, mbit: 9 } })
  const firsts: number[] = []
  for (let round = 0; round < rounds; round++) firsts.push(await visit())
  await context.close()
  return {
    name: `return visit, installed app → first tile, ${devices} devices, 4× CPU, 150 ms, 9 Mbit/s`,
    value: median(firsts),
    unit: 'ms',
    target: 700,
  }
}
