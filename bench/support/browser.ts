import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { findBrowser } from '../../scripts/tasks/browser.ts'

export interface Link {
  /** Milliseconds there and back. */
  latency: number
  /** Megabits per second. */
  mbit: number
}

export interface Tab {
  page: Page
  cdp: CDPSession
  context: BrowserContext
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findBrowser()
  if (!executablePath)
    throw new Error(
      'No browser was found. Install Chromium (Debian: apt-get install chromium) or set CHROME_PATH.',
    )
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--js-flags=--expose-gc',
    ],
  })
}

interface Slow {
  cpu?: number
  link?: Link
}

/** A fresh tab: nothing cached, nothing stored; slowed down when asked. */
export async function openTab(
  browser: Browser,
  { installed = false, ...slow }: Slow & { installed?: boolean } = {},
): Promise<Tab> {
  const context = await browser.newContext({
    ...{ viewport: { width: 1280, height: 800 }, locale: 'de-CH' },
    // What is measured is the way without it, but for visits of the installed app.
    serviceWorkers: installed ? 'allow' : 'block',
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await slowDown(cdp, slow)
  return { page, cdp, context }
}

export async function slowDown(cdp: CDPSession, { cpu = 1, link }: Slow): Promise<void> {
  if (cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (link) {
    const bytes = (link.mbit * 1_000_000) / 8
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: link.latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    })
  }
}

/**
 * Goes to a page and waits until it says something (`console.debug`). What Playwright brings into a page to ask it, and
 * each time that it asks, would be counted as the page's own work: a seventh of all until the first tile.
 */
export async function goUntil(
  page: Page,
  url: string,
  said: string,
  onTheWay: () => Promise<void> = async () => {},
): Promise<void> {
  const heard = page.waitForEvent('console', {
    predicate: (message) => message.text() === said,
    timeout: 60_000,
  })
  await page.goto(url, { waitUntil: 'commit' })
  await onTheWay()
  await heard
}

/** Milliseconds of main-thread work since the tab was opened. */
export async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Milliseconds of CPU that all pages have taken, with their workers and whatever other threads they have. */
export async function cpuOfPages(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

/** Used heap in megabytes after a collection. */
export async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}
