import type { Page } from 'playwright/test'

/** So much may move while a page comes, as shares of the window: what is called good, and less on pages that one comes to again and again. */
const MOST = 0.1
export const STILL: Readonly<Record<string, number>> = {
  devices_table: 0.02,
  dashboard: 0.02,
  dashboard_chart: 0.02,
  dashboard_gateway_chart: 0.02,
  energy: 0.02,
}
export const mostOf = (screen: string): number => STILL[screen] ?? MOST

/** How much of the page moved by itself, and what it was. */
export interface Shifts {
  sum: number
  moved: string[]
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

declare global {
  var shifts: Shifts
}

/** Runs in the page, from its first moment: what moves although nobody touched it. */
function watch(): void {
  globalThis.shifts = { sum: 0, moved: [] }
  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return 'something that is gone'
    const text = element.textContent.trim().slice(0, 30)
    return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${text}`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue
      globalThis.shifts.sum += entry.value
      for (const { node, previousRect, currentRect } of entry.sources)
        globalThis.shifts.moved.push(
          `${nameOf(node)}: ${Math.round(previousRect.y)} → ${Math.round(currentRect.y)}, ${Math.round(previousRect.height)} → ${Math.round(currentRect.height)} (${entry.value.toFixed(3)})`,
        )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** From here on each page that is loaded counts what moves in it. */
export const watchesShifts = (page: Page): Promise<unknown> => page.addInitScript(watch)

/** What has moved since the page was loaded, or since it was asked for last. */
export const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(() => {
    const { shifts } = globalThis
    globalThis.shifts = { sum: 0, moved: [] }
    return shifts
  })

/** Says what moved, if it was more than a screen may move. */
export const saidOf = (address: string, screen: string, { sum, moved }: Shifts): string[] =>
  sum < mostOf(screen) ? [] : [[`${address}: ${sum.toFixed(3)}`, ...moved].join('\n  ')]
