/** A home of very many devices on one page: as a table, as tiles. */
import type { Browser } from 'playwright'
import { open, pause, tiles } from './app-tab.ts'
import { type Tab, taskTime } from './browser.ts'
import { type Figure, percentile } from './figures.ts'
import type { BenchHome } from './home.ts'

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

/** A table of all devices: how long it blocks, also when it is sorted, and how it scrolls while values move. */
export async function bigTable(browser: Browser, home: BenchHome, devices: number): Promise<Figure[]> {
  const name = `${devices.toLocaleString('en')}-device table`
  home.rate(0)
  const tab = await open(browser, home, '/devices/devices_table?size=all')
  await tab.page.waitForSelector('table, [role=table], [role=grid]')
  await tab.page.waitForSelector(`[aria-rowcount="${devices + 1}"]`)
  await pause(3000)
  const longest = () => tab.page.evaluate(() => Math.max(0, ...window.bench.longTasks.splice(0)))
  const loading = await longest()
  home.rate(100)
  await pause(1000)
  const frames = await scroll(tab, 60)
  await longest()
  for (const column of await tab.page.locator('thead button').all()) {
    await column.click()
    await pause(500)
  }
  const sorting = await longest()
  home.rate(0)
  await tab.context.close()
  return [
    { name: `${name}: longest task while loading`, value: loading, unit: 'ms', target: 80 },
    { name: `${name}: longest task while it is sorted by each column`, value: sorting, unit: 'ms' },
    {
      name: `${name}: frame while scrolling at 100 msg/s, p95`,
      value: percentile(frames, 0.95),
      unit: 'ms',
      target: frameTarget,
    },
  ]
}

/** A thousand tiles on one page: what stands there, how it scrolls the first time and over what has been drawn. */
export async function bigTiles(browser: Browser, home: BenchHome): Promise<Figure[]> {
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
