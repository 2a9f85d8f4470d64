/** The app in a real browser, through the real broker and server: latency, load, work, memory. */
import type { Browser } from 'playwright'
import { live, open, pause, quick, seconds, tiles } from './support/app-tab.ts'
import { heap, openBrowser } from './support/browser.ts'
import { coldLoad, type Load } from './support/cold-load.ts'
import { doorVisits } from './support/door.ts'
import { type Figure, median } from './support/figures.ts'
import { type BenchHome, openHome } from './support/home.ts'
import { bigTable, bigTiles } from './support/large-home.ts'
import { liveValues } from './support/live-values.ts'
import { returnVisits } from './support/return-visits.ts'
import { shipped } from './support/shipped.ts'

const rounds = quick ? 2 : 5

async function loads(browser: Browser, home: BenchHome, devices: number): Promise<Figure[]> {
  const link = { latency: 150, mbit: 9 }
  const slow: Load[] = []
  for (let round = 0; round < rounds; round++) slow.push(await coldLoad(browser, home, { cpu: 4, link }))
  const targets: Record<number, number> = { 20: 900, 200: 900, 1000: 1000 }
  const figures: Figure[] = [
    {
      name: `cold load → first tile, ${devices} devices, 4× CPU, 150 ms, 9 Mbit/s`,
      value: median(slow.map(({ first }) => first)),
      unit: 'ms',
      target: targets[devices],
    },
  ]
  if (devices === 1000) {
    const thin: Load[] = []
    for (let round = 0; round < rounds; round++)
      thin.push(await coldLoad(browser, home, { cpu: 4, link: { latency: 150, mbit: 1.6 } }))
    figures.push({
      name: 'cold load → first tile, 1,000 devices, 1.6 Mbit/s',
      value: median(thin.map(({ first }) => first)),
      unit: 'ms',
      target: 2000,
    })
  }
  if (devices === 200) {
    const free: Load[] = []
    for (let round = 0; round < rounds; round++) free.push(await coldLoad(browser, home, {}))
    figures.push(
      {
        name: 'transferred to the first tile',
        value: median(slow.map(({ bytes }) => bytes)) / 1000,
        unit: 'kB',
        target: 150,
      },
      {
        name: 'main thread to the first tile, 200 devices, no throttle',
        value: median(free.map(({ work }) => work)),
        unit: 'ms',
        target: 180,
      },
      {
        name: 'longest task until then',
        value: median(free.map(({ longest }) => longest)),
        unit: 'ms',
        target: 50,
      },
    )
  }
  return figures
}

async function memory(browser: Browser, home: BenchHome): Promise<Figure> {
  home.rate(100)
  const tab = await open(browser, home, tiles)
  await live(tab)
  await pause(3000)
  // The watcher itself keeps what it saw; it must not count.
  const forget = () => tab.page.evaluate(() => void window.bench.painted.splice(0))
  await forget()
  const before = await heap(tab.cdp)
  for (let left = seconds(60); left > 0; left -= 5) {
    await pause(Math.min(5, left) * 1000)
    await forget()
  }
  await forget()
  const after = await heap(tab.cdp)
  home.rate(0)
  await tab.context.close()
  return {
    name: `heap growth after ${seconds(60)} s at 100 msg/s`,
    value: after - before,
    unit: 'MB',
    target: 0.4,
  }
}

export async function measure(): Promise<Figure[]> {
  const figures = await shipped()
  const browser = await openBrowser()
  try {
    for (const devices of [20, 200, 1000, 10_000]) {
      const home = await openHome(devices)
      try {
        if (devices <= 1000) figures.push(...(await loads(browser, home, devices)))
        if (devices === 200) {
          figures.push(...(await doorVisits(browser, home)))
          figures.push(await returnVisits(browser, home, devices))
          figures.push(...(await liveValues(browser, home)), await memory(browser, home))
        }
        if (devices >= 1000) figures.push(...(await bigTable(browser, home, devices)))
        if (devices === 1000) figures.push(...(await bigTiles(browser, home)))
      } finally {
        await home.stop()
      }
    }
  } finally {
    await browser.close()
  }
  return figures
}
