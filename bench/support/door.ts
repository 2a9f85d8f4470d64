/** The page of sign-in for whoever comes for the first time: when it can be typed into, when it works, what it weighs. */
import type { Browser } from 'playwright'
import { quick } from './app-tab.ts'
import { goUntil, openTab } from './browser.ts'
import { type Figure, median } from './figures.ts'
import type { BenchHome } from './home.ts'

const rounds = quick ? 2 : 5

/** What a page says once its form is the app's. */
const WORKS = 'bench: sign-in works'

interface Visit {
  stands: number
  works: number
  /** Bytes that had come when the form stood, and when it worked. */
  before: number
  all: number
}

declare global {
  interface Window {
    door: { stands?: number; works?: number }
  }
}

async function visit(browser: Browser, home: BenchHome): Promise<Visit> {
  const { page, cdp, context } = await openTab(browser, { cpu: 4, link: { latency: 150, mbit: 9 } })
  const come: { at: number; bytes: number }[] = []
  await cdp.send('Network.enable')
  cdp.on('Network.loadingFinished', ({ encodedDataLength: bytes }) => come.push({ at: Date.now(), bytes }))
  await page.addInitScript((said) => {
    window.door = {}
    const look = (): void => {
      const field = document.querySelector<HTMLInputElement>('form input')
      // Painted with the frame that follows this one.
      if (field?.checkVisibility()) window.door.stands ??= performance.now()
      // What the build has drawn is the app's once the app has it.
      if (document.querySelector('#root form')) {
        window.door.works = performance.now()
        console.debug(said)
      } else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, WORKS)
  await goUntil(page, `${home.url}/login`, WORKS)
  const { stands, works, began } = await page.evaluate(() => ({
    stands: window.door.stands ?? Number.NaN,
    works: window.door.works ?? Number.NaN,
    began: performance.timeOrigin,
  }))
  await context.close()
  const until = (moment: number): number =>
    come.filter(({ at }) => at <= began + moment).reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  return { stands, works, before: until(stands), all: until(works) }
}

export async function doorVisits(browser: Browser, home: BenchHome): Promise<Figure[]> {
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round++) visits.push(await visit(browser, home))
  const of = (figure: keyof Visit): number => median(visits.map((one) => one[figure]))
  const how = '4× CPU, 150 ms, 9 Mbit/s'
  return [
    { name: `cold load → sign-in can be typed into, ${how}`, value: of('stands'), unit: 'ms', target: 700 },
    { name: `cold load → sign-in works, ${how}`, value: of('works'), unit: 'ms' },
    { name: 'transferred until sign-in can be typed into', value: of('before'), unit: 'kB', target: 80 },
    { name: 'transferred until sign-in works', value: of('all'), unit: 'kB' },
  ]
}
