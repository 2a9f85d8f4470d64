/**
 * `node bench/beside.ts <folder> [opens|values]`: what opens a home and what a value costs, of this code and of another
 * version's, built in its own folder, in turn in the same minutes. What makes a machine slow makes both slow: their ratio
 * holds where milliseconds do not. The other one needs `bench/support/home-process.ts` of this one.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { openBrowser } from './support/browser.ts'
import { coldLoad } from './support/cold-load.ts'
import { median } from './support/figures.ts'
import { type BenchHome, here, openHome } from './support/home.ts'
import { courses, latency } from './support/live-values.ts'

const [folder, only] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder holds the other version?')
const LOADS = 7
const RUNS = 3

/** Of each figure what was measured, of the other version and of this one. */
const measured = new Map<string, { unit: string; there: number[]; here: number[] }>()

function note(name: string, unit: string, side: 'there' | 'here', value: number): void {
  const one = measured.get(name) ?? { unit, there: [], here: [] }
  one[side].push(value)
  measured.set(name, one)
}

async function both(
  devices: number,
  run: (home: BenchHome, side: 'there' | 'here') => Promise<void>,
  times: number,
): Promise<void> {
  const there = await openHome(devices, {}, folder)
  const own = await openHome(devices, {}, here)
  try {
    for (let time = 0; time < times; time++) {
      await run(there, 'there')
      await run(own, 'here')
    }
  } finally {
    await Promise.all([there.stop(), own.stop()])
  }
}

async function opens(browser: Browser): Promise<void> {
  for (const devices of [20, 200, 1000])
    await both(
      devices,
      async (home, side) => {
        const slow = await coldLoad(browser, home, { cpu: 4, link: { latency: 150, mbit: 9 } })
        note(`cold load → first tile, ${devices} devices, 4× CPU, 150 ms, 9 Mbit/s`, 'ms', side, slow.first)
        const free = await coldLoad(browser, home, {})
        note(`cold load → first tile, ${devices} devices, no throttle`, 'ms', side, free.first)
        note(`main thread to the first tile, ${devices} devices, no throttle`, 'ms', side, free.work)
      },
      LOADS,
    )
}

async function values(browser: Browser): Promise<void> {
  await both(
    200,
    async (home, side) => {
      for (const course of courses)
        for (const { name, unit, value } of await latency(browser, home, course))
          note(name, unit, side, value)
    },
    RUNS,
  )
}

/** What no page can be quicker than: one tile and nothing else, in one answer. */
async function floor(browser: Browser): Promise<void> {
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<!doctype html><article>1</article>'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const home = { url, session: { userId: '', sessionId: '', gateway: '' } }
  for (let time = 0; time < LOADS; time++) {
    const slow = await coldLoad(browser, home, { cpu: 4, link: { latency: 150, mbit: 9 } })
    note('a page of one tile and nothing else, 4× CPU, 150 ms, 9 Mbit/s', 'ms', 'here', slow.first)
    note('main thread of it, no throttle', 'ms', 'here', (await coldLoad(browser, home, {})).work)
  }
  server.close()
}

const browser = await openBrowser()
try {
  if (only !== 'values') {
    await floor(browser)
    await opens(browser)
  }
  if (only !== 'opens') await values(browser)
} finally {
  await browser.close()
}
/** What only one of them was asked for leaves the others empty. */
const told = (value: number, digits: number, unit = ''): string =>
  Number.isNaN(value) ? '' : `${value.toFixed(digits)}${unit}`
console.log('| figure | there | here | here / there |\n|---|---|---|---|')
for (const [name, one] of measured) {
  const [there, own] = [median(one.there), median(one.here)]
  const unit = ` ${one.unit}`
  console.log(`| ${name} | ${told(there, 1, unit)} | ${told(own, 1, unit)} | ${told(own / there, 2)} |`)
}
