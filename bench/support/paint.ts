import type { Page } from 'playwright'

/** What the page saw: a tile's figure, and when it had been painted (epoch ms). */
export interface Painted {
  device: string
  text: string
  at: number
}

declare global {
  interface Window {
    bench: { painted: Painted[]; firstTile: number | undefined; longTasks: number[]; frames: number[] }
  }
}

/** What a page says once its first tile stands. */
export const FIRST_TILE = 'bench: first tile'

/**
 * Watches the page from its first byte: when the first tile with a value stands on the screen, each later change of a
 * tile's text, long tasks. A time is taken after the frame that shows the change has been painted.
 */
export async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript((said) => {
    const bench: Window['bench'] = { painted: [], firstTile: undefined, longTasks: [], frames: [] }
    window.bench = bench
    const now = () => performance.timeOrigin + performance.now()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) bench.longTasks.push(entry.duration)
    }).observe({ type: 'longtask', buffered: true })
    let waiting: { tile: Element; device: string }[] = []
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      const at = now()
      for (const { tile, device } of waiting) bench.painted.push({ device, text: tile.textContent ?? '', at })
      waiting = []
    }
    const tileOf = (node: Node): Element | null =>
      (node instanceof Element ? node : node.parentElement)?.closest('article') ?? null
    new MutationObserver((records) => {
      if (bench.firstTile === undefined) {
        const first = document.querySelector('article')
        if (first && /\d/.test(first.textContent ?? ''))
          requestAnimationFrame(() =>
            setTimeout(() => {
              if (bench.firstTile !== undefined) return
              bench.firstTile = performance.now()
              console.debug(said)
            }),
          )
      }
      for (const { target } of records) {
        const tile = tileOf(target)
        if (!tile) continue
        const device =
          tile.querySelector('a[href*="/devices/device/"]')?.getAttribute('href')?.split('/').at(-1) ?? ''
        // Changes are drawn inside an animation frame; the next task comes after its paint.
        if (waiting.length === 0) channel.port2.postMessage(0)
        waiting.push({ tile, device })
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, FIRST_TILE)
}

/** Signs the tab in before the app's code runs, with what the app keeps in the browser from then on. */
export async function signIn(
  page: Page,
  { gateway, ...session }: { userId: string; sessionId: string; gateway: string },
): Promise<void> {
  await page.addInitScript(
    ([value, serialNumber]) => {
      localStorage.setItem('gatehouse.session', value)
      localStorage.setItem('gatehouse.gateway', serialNumber)
    },
    [JSON.stringify(session), gateway] as const,
  )
}
