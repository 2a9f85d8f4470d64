/** The app in a real browser, through the real broker and server: latency, load, work, memory. */
import type { Browser } from 'playwright'
import { cpuOfPages, heap, openBrowser, openTab, type Tab, taskTime } from './support/browser.ts'
import { type Figure, median, percentile } from './support/figures.ts'
import { type BenchHome, openHome } from './support/home.ts'
import { signIn, watchPaints } from './support/paint.ts'

const quick = process.argv.includes('--quick')
const seconds = (full: number): number => (quick ? Math.max(3, full / 5) : full)
const rounds = quick ? 2 : 5
const tiles = '/devices/quick_controls'
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function open(
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

async function live(tab: Tab): Promise<void> {
  await tab.page.waitForFunction(() => window.bench.firstTile !== undefined)
  // Values move once the channel is open.
  await tab.page.waitForFunction(() => window.bench.painted.length > 5, undefined, { timeout: 30_000 })
}

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
async function latency(
  browser: Browser,
  home: BenchHome,
  { rate, cpu = 1, all = false }: Course,
): Promise<Figure[]> {
  home.rate(rate)
  const tab = await open(browser, home, all ? `${tiles}?n=1000` : tiles, { cpu })
  await live(tab)
  await pause(2000)
  home.sent()
  await tab.page.evaluate(() => window.bench.painted.splice(0))
  const before = {
    work: await taskTime(tab.cdp),
    page: await cpuOfPages(browser),
    server: await home.spent(),
  }
  const length = seconds(rate >= 1000 ? 10 : rate >= 100 ? 20 : 60)
  await pause(length * 1000)
  const messages = home.sent()
  const after = { work: await taskTime(tab.cdp), page: await cpuOfPages(browser), server: await home.spent() }
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
  if (!all)
    figures.push({
      name: `CPU of the server per 1,000 messages, ${where}`,
      value: per(after.server.cpu - before.server.cpu),
      unit: 'ms',
      target: rate >= 1000 ? 120 : 250,
    })
  return figures
}

interface Load {
  first: number
  bytes: number
  work: number
  longest: number
}

/** A cold visit until the first tile with a value is painted, or one can sign in. */
async function load(
  browser: Browser,
  home: BenchHome,
  slow: Parameters<typeof openTab>[1],
  path = tiles,
): Promise<Load> {
  const tab = await openTab(browser, slow)
  await tab.cdp.send('Network.enable')
  let bytes = 0
  let counting = true
  tab.cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (counting) bytes += encodedDataLength
  })
  await watchPaints(tab.page)
  if (path === tiles) await signIn(tab.page, home.session)
  await tab.page.goto(home.url + path, { waitUntil: 'commit' })
  // The page came into a new process, whose work is counted from here.
  await tab.cdp.send('Performance.disable')
  await tab.cdp.send('Performance.enable')
  if (path === tiles)
    await tab.page.waitForFunction(() => window.bench.firstTile !== undefined, undefined, {
      timeout: 60_000,
      polling: 10,
    })
  else await tab.page.waitForSelector('form button[type=submit]')
  counting = false
  const work = await taskTime(tab.cdp)
  const { first, longest } = await tab.page.evaluate(() => ({
    first: window.bench.firstTile ?? Number.NaN,
    longest: Math.max(0, ...window.bench.longTasks),
  }))
  await tab.context.close()
  return { first, bytes, work, longest }
}

async function loads(browser: Browser, home: BenchHome, devices: number): Promise<Figure[]> {
  const link = { latency: 150, mbit: 9 }
  const slow: Load[] = []
  for (let round = 0; round < rounds; round++) slow.push(await load(browser, home, { cpu: 4, link }))
  const targets: Record<number, number> = { 20: 1400, 200: 1500, 1000: 1600 }
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
      thin.push(await load(browser, home, { cpu: 4, link: { latency: 150, mbit: 1.6 } }))
    figures.push({
      name: 'cold load → first tile, 1,000 devices, 1.6 Mbit/s',
      value: median(thin.map(({ first }) => first)),
      unit: 'ms',
      target: 3000,
    })
  }
  if (devices === 200) {
    const free: Load[] = []
    for (let round = 0; round < rounds; round++) free.push(await load(browser, home, {}))
    const door = await load(browser, home, {}, '/login')
    figures.push(
      {
        name: 'transferred to the first tile',
        value: median(slow.map(({ bytes }) => bytes)) / 1000,
        unit: 'kB',
        target: 150,
      },
      { name: 'transferred until one can sign in', value: door.bytes / 1000, unit: 'kB', target: 80 },
      {
        name: 'main thread to the first tile, 200 devices, no throttle',
        value: median(free.map(({ work }) => work)),
        unit: 'ms',
        target: 250,
      },
      {
        name: 'longest task until then',
        value: median(free.map(({ longest }) => longest)),
        unit: 'ms',
        target: 80,
      },
    )
  }
  return figures
}

/** Milliseconds of each frame while the page is scrolled for four seconds, down or up. */
const scroll = (tab: Tab, step: number): Promise<number[]> =>
  tab.page.evaluate(async (by) => {
    const times: number[] = []
    const scroller =
      [...document.querySelectorAll('*')]
        .filter(
          (one) => one.scrollHeight > one.clientHeight + 200 && getComputedStyle(one).overflowY !== 'visible',
        )
        .sort((one, other) => other.scrollHeight - one.scrollHeight)[0] ?? document.documentElement
    let last = await new Promise<number>(requestAnimationFrame)
    const end = last + 4000
    while (last < end) {
      scroller.scrollTop += by
      const next = await new Promise<number>(requestAnimationFrame)
      times.push(next - last)
      last = next
    }
    return times
  }, step)

const frameTarget = 17.5

/** A table of a thousand devices: how long it blocks, and how it scrolls while values move. */
async function bigTable(browser: Browser, home: BenchHome): Promise<Figure[]> {
  home.rate(0)
  const tab = await open(browser, home, '/devices/devices_table?size=all')
  await tab.page.waitForSelector('table, [role=table], [role=grid]')
  await pause(3000)
  const longest = await tab.page.evaluate(() => Math.max(0, ...window.bench.longTasks))
  home.rate(100)
  await pause(1000)
  const frames = await scroll(tab, 60)
  home.rate(0)
  await tab.context.close()
  return [
    { name: '1,000-device table: longest task while loading', value: longest, unit: 'ms', target: 80 },
    {
      name: '1,000-device table: frame while scrolling at 100 msg/s, p95',
      value: percentile(frames, 0.95),
      unit: 'ms',
      target: frameTarget,
    },
  ]
}

/** A thousand tiles on one page: what stands there, how it scrolls the first time and over what has been drawn. */
async function bigTiles(browser: Browser, home: BenchHome): Promise<Figure[]> {
  home.rate(0)
  const tab = await open(browser, home, `${tiles}?n=1000`)
  await tab.page.waitForFunction(() => document.querySelectorAll('article').length === 1000)
  await pause(3000)
  const { elements, longest } = await tab.page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    longest: Math.max(0, ...window.bench.longTasks),
  }))
  const figures: Figure[] = [
    { name: '1,000 tiles: elements in the page', value: elements, unit: '' },
    { name: '1,000 tiles: longest task while loading', value: longest, unit: 'ms' },
  ]
  home.rate(100)
  await pause(1000)
  for (const [way, step] of [
    ['the first time', 60],
    ['back', -60],
  ] as const) {
    const before = await taskTime(tab.cdp)
    const frames = await scroll(tab, step)
    const name = `1,000 tiles: scrolling ${way} at 100 msg/s`
    figures.push(
      { name: `${name}, frame, p95`, value: percentile(frames, 0.95), unit: 'ms', target: frameTarget },
      { name: `${name}, worst frame`, value: Math.max(...frames), unit: 'ms', target: 50 },
      {
        name: `${name}, main thread a frame`,
        value: ((await taskTime(tab.cdp)) - before) / frames.length,
        unit: 'ms',
      },
    )
  }
  home.rate(0)
  await tab.context.close()
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
    target: 0.5,
  }
}

/** All devices go offline at once, and come back, while all of their tiles are shown. */
async function away(browser: Browser, home: BenchHome): Promise<Figure[]> {
  home.rate(10)
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
  home.rate(10)
  const tab = await open(browser, home, tiles)
  await live(tab)
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

const courses: readonly Course[] = [
  { rate: 10 },
  { rate: 100 },
  { rate: 1000 },
  { rate: 100, cpu: 4 },
  { rate: 100, all: true },
  { rate: 1000, all: true },
]

export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser()
  const figures: Figure[] = []
  try {
    for (const devices of [20, 200, 1000]) {
      const home = await openHome(devices)
      try {
        figures.push(...(await loads(browser, home, devices)))
        if (devices === 200) {
          figures.push(
            { name: 'server: start to ready', value: home.started, unit: 'ms', target: 1500 },
            { name: 'server: memory when ready', value: home.memory, unit: 'MB', target: 180 },
          )
          for (const course of courses) figures.push(...(await latency(browser, home, course)))
          figures.push(...(await away(browser, home)), await tap(browser, home), await memory(browser, home))
        }
        if (devices === 1000)
          figures.push(...(await bigTable(browser, home)), ...(await bigTiles(browser, home)))
      } finally {
        await home.stop()
      }
    }
  } finally {
    await browser.close()
  }
  return figures
}
