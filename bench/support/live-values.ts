/** How soon a change is on the screen, and what it costs the page and the server. */
import type { Browser } from 'playwright'
import { live, open, pause, quick, seconds, tiles } from './app-tab.ts'
import { cpuOfPages, taskTime } from './browser.ts'
import { type Figure, median, percentile } from './figures.ts'
import type { BenchHome } from './home.ts'

/** A figure on a tile as a number: "21.5 °C", "1’234 W". */
const figuresIn = (text: string): number[] =>
  [...text.replaceAll(/(?<=\d)[’ ](?=\d{3})/g, '').matchAll(/-?\d+(?:\.\d+)?/g)].map(Number)

const limits: Readonly<Record<string, readonly [p50: number, p99: number]>> = {
  '10 msg/s': [8, 15],
  '100 msg/s': [10, 20],
  '1000 msg/s': [12, 25],
  '100 msg/s, 4× CPU': [18, 35],
}

interface Course {
  rate: number
  cpu?: number
  /** All tiles of the home are shown, not only the first ones. */
  all?: boolean
}

/**
 * Change reported by the driver → painted, for the tiles in sight, and what it costs the page and the server while so
 * much is told.
 */
export async function latency(
  browser: Browser,
  home: BenchHome,
  { rate, cpu = 1, all = false }: Course,
): Promise<Figure[]> {
  // Ten a second over two hundred devices leave some in sight silent for long.
  home.rate(100)
  const tab = await open(browser, home, all ? `${tiles}?n=1000` : tiles, { cpu })
  await live(tab)
  const cost = rate >= 100 && cpu === 1 && !all ? await costOf(home, rate) : undefined
  home.rate(rate)
  await pause(2000)
  await home.sent()
  await tab.page.evaluate(() => window.bench.painted.splice(0))
  const before = { work: await taskTime(tab.cdp), page: await cpuOfPages(browser) }
  const length = seconds(rate >= 1000 ? 10 : rate >= 100 ? 20 : 60)
  await pause(length * 1000)
  const after = { work: await taskTime(tab.cdp), page: await cpuOfPages(browser) }
  const messages = await home.sent()
  const painted = await tab.page.evaluate(() => window.bench.painted.splice(0))
  const longTasks = await tab.page.evaluate(() => window.bench.longTasks.length)
  home.rate(0)
  await tab.context.close()
  const delays: number[] = []
  for (const { device, value, at } of messages) {
    const shown = painted.find(
      (one) => one.device === device && one.at >= at && figuresIn(one.text).includes(value),
    )
    // A value that a newer one overtook within the frame is never painted; the newer one is.
    if (shown && shown.at - at < 1000) delays.push(shown.at - at)
  }
  const how = `${rate} msg/s${cpu > 1 ? `, ${cpu}× CPU` : ''}`
  const where = all ? `200 devices, all tiles, ${how}` : `200 devices, ${how}`
  const [p50, p99] = limits[how] ?? []
  const figures: Figure[] = all
    ? [
        { name: `change → painted, ${where}, p50`, value: percentile(delays, 0.5), unit: 'ms', target: 20 },
        { name: `change → painted, ${where}, p95`, value: percentile(delays, 0.95), unit: 'ms', target: 40 },
      ]
    : [
        { name: `change → painted, ${where}, p50`, value: percentile(delays, 0.5), unit: 'ms', target: p50 },
        { name: `change → painted, ${where}, p95`, value: percentile(delays, 0.95), unit: 'ms' },
        { name: `change → painted, ${where}, p99`, value: percentile(delays, 0.99), unit: 'ms', target: p99 },
      ]
  if (cpu > 1 || rate < 100) return figures
  const per = (of: number): number => (of / messages.length) * 1000
  figures.push(
    {
      name: `main thread per 1,000 messages, ${where}`,
      value: per(after.work - before.work),
      unit: 'ms',
      target: all ? (rate >= 1000 ? 300 : 900) : rate >= 1000 ? 180 : 700,
    },
    {
      name: `CPU of all threads of the page per 1,000 messages, ${where}`,
      value: per(after.page - before.page),
      unit: 'ms',
    },
    { name: `long tasks (while loading too), ${where}`, value: longTasks, unit: '' },
  )
  if (cost !== undefined)
    figures.push({
      name: `CPU of the server per 1,000 messages, ${where}`,
      value: cost * 1000,
      unit: 'ms',
      target: rate >= 1000 ? 120 : 250,
    })
  return figures
}

const TURNS = quick ? 3 : 9
const TURN_MS = 3000

/**
 * CPU of the server for a message, in ms. What it takes while nothing is told differs by more than that from one ten seconds
 * to the next, with the other homes of the demo: both are looked at in turn, and the median of the differences counts.
 */
async function costOf(home: BenchHome, rate: number): Promise<number> {
  const costs: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const silent = await spentAt(home, 0)
    const told = await spentAt(home, rate)
    costs.push((told.cpu - silent.cpu) / told.messages)
  }
  return median(costs)
}

/** CPU of the server in so much time at this rate, ms. */
async function spentAt(home: BenchHome, rate: number): Promise<{ cpu: number; messages: number }> {
  home.rate(rate)
  await pause(500)
  await home.sent()
  const before = await home.spent()
  await pause(TURN_MS)
  const after = await home.spent()
  return { cpu: after.cpu - before.cpu, messages: (await home.sent()).length }
}

export const courses: readonly Course[] = [
  { rate: 10 },
  { rate: 100 },
  { rate: 1000 },
  { rate: 100, cpu: 4 },
  { rate: 100, all: true },
  { rate: 1000, all: true },
]

/** All devices go offline at once, and come back, while all of their tiles are shown. */
async function away(browser: Browser, home: BenchHome): Promise<Figure[]> {
  home.rate(100)
  const tab = await open(browser, home, `${tiles}?n=200`)
  await live(tab)
  home.rate(0)
  /** Whether the first tiles, which are in sight, say so; those out of sight rest. */
  const shown = (gone: boolean): Promise<unknown> =>
    tab.page.waitForFunction(
      (yes) =>
        document.querySelectorAll('article').length === 200 &&
        (document.querySelector('article [data-gone]') !== null) === yes,
      gone,
    )
  await shown(false)
  await pause(2000)
  const figures: Figure[] = []
  for (const gone of [true, false]) {
    await tab.page.evaluate(() => window.bench.longTasks.splice(0))
    const before = await taskTime(tab.cdp)
    home.away(gone)
    await shown(gone)
    await pause(3000)
    const name = gone ? '200 devices go offline at once' : '200 devices come back at once'
    const longest = await tab.page.evaluate(() => Math.max(0, ...window.bench.longTasks))
    figures.push(
      {
        name: `${name}, all tiles shown: main thread`,
        value: (await taskTime(tab.cdp)) - before,
        unit: 'ms',
        target: 150,
      },
      { name: `${name}: longest task`, value: longest, unit: 'ms' },
    )
  }
  await tab.context.close()
  return figures
}

async function tap(browser: Browser, home: BenchHome): Promise<Figure> {
  home.rate(100)
  const tab = await open(browser, home, tiles)
  await live(tab)
  home.rate(10)
  home.orders()
  const delays: number[] = []
  for (let round = 0; round < (quick ? 5 : 20); round++) {
    const toggle = tab.page.getByRole('switch').first()
    const at = await toggle.evaluate((node) => {
      const time = performance.timeOrigin + performance.now()
      ;(node as HTMLElement).click()
      return time
    })
    for (let waited = 0; waited < 2000; waited += 5) {
      const [order] = home.orders()
      if (order !== undefined) {
        delays.push(order - at)
        break
      }
      await pause(5)
    }
    await pause(150)
  }
  home.rate(0)
  await tab.context.close()
  return {
    name: 'tap → order at the driver (through worker, broker, rights and core), p50',
    value: median(delays),
    unit: 'ms',
    target: 16,
  }
}

export async function liveValues(browser: Browser, home: BenchHome): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const course of courses) figures.push(...(await latency(browser, home, course)))
  figures.push(...(await away(browser, home)), await tap(browser, home))
  return figures
}
