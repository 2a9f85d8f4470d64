import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright/test'
import { type BenchHome, openHome } from '../../bench/support/home.ts'
import { expect, Person, test } from '../support/test.ts'

// What a home of a thousand devices costs in counts, which are the same on every machine; what it costs in time is
// measured by `npm run bench`. A figure here is what was found when it was written, with a little room.

const DEVICES = 1000

declare global {
  interface Window {
    /** Devices whose tile was drawn otherwise since one looked last. */
    changedTiles: Set<string>
  }
}

interface Traced {
  name: string
  args: { elementCount?: number }
}

/** How many elements were styled anew, how often the page was laid out and woken by messages, while something was done. */
async function drawn(
  browser: Browser,
  page: Page,
  done: () => Promise<void>,
): Promise<{ styled: number; layouts: number; wakes: number }> {
  const path = test.info().outputPath('trace.json')
  await browser.startTracing(page, { path, categories: ['devtools.timeline'] })
  await done()
  await browser.stopTracing()
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: Traced[] }
  const all = (name: string) => traceEvents.filter((event) => event.name === name)
  return {
    styled: all('UpdateLayoutTree').reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0),
    layouts: all('Layout').length,
    wakes: all('HandlePostMessage').length,
  }
}

/** So many frames later: two, and all that was drawn last is drawn. */
const nextFrames = (page: Page, frames = 2): Promise<void> =>
  page.evaluate(async (many) => {
    for (let frame = 0; frame < many; frame++) await new Promise(requestAnimationFrame)
  }, frames)

test.describe('a home of a thousand devices', () => {
  let home: BenchHome
  test.beforeAll(async () => {
    home = await openHome(DEVICES)
  })
  test.afterAll(async () => await home.stop())

  const visit = async (page: Page, path: string): Promise<Person> => {
    const person = new Person(page, home.url)
    await person.returns(home.session, 'ch_DE', home.session.gateway)
    await person.opens(path)
    return person
  }

  test('of a table of all of them only lines in sight are drawn, and a line that comes has no other drawn anew', async ({
    browser,
    page,
  }) => {
    await visit(page, '/devices/devices_table?size=all')
    await expect(page.locator('table')).toHaveAttribute('aria-rowcount', String(DEVICES + 1))
    const lines = page.locator('tbody [data-row]')
    await expect(lines.first()).toBeVisible()
    expect(await lines.count()).toBeLessThan(40)
    const cells = await lines.first().locator('*').count()
    const steps = 40
    const { styled } = await drawn(browser, page, async () => {
      for (let step = 0; step < steps; step++) {
        await page.evaluate(() => scrollBy(0, 48))
        await nextFrames(page)
      }
    })
    expect(styled / steps).toBeLessThan(1.5 * cells)
  })

  test('of all tiles shown, a value draws its own and nothing else, and one out of sight draws nothing', async ({
    browser,
    page,
  }) => {
    await visit(page, `/devices/quick_controls?n=${DEVICES}`)
    const tiles = page.locator('article')
    await expect(tiles).toHaveCount(DEVICES)
    expect(await page.locator('*').count()).toBeLessThan(10_500)
    await page.evaluate(() => {
      const changed = new Set<string>()
      window.changedTiles = changed
      new MutationObserver((records) => {
        for (const { target } of records) {
          const tile = (target instanceof Element ? target : target.parentElement)?.closest('article')
          if (tile) changed.add(tile.querySelector('a')?.getAttribute('href')?.split('/').at(-1) ?? '')
        }
      }).observe(document, { subtree: true, childList: true, characterData: true })
    })
    const changed = () =>
      page.evaluate(() => {
        const all = window.changedTiles
        const seen = [...all].sort()
        all.clear()
        return seen
      })
    // Once one is told, and nothing else moves, the page is live and has its late parts.
    const speaksAlone = async () => {
      home.say(0)
      await nextFrames(page, 60)
      return await changed()
    }
    await expect.poll(speaksAlone).toEqual(['d0'])
    const messages = 20
    const spoken = async (which: (at: number) => number) => {
      await home.sent()
      const cost = await drawn(browser, page, async () => {
        for (let at = 0; at < messages; at++) {
          home.say(which(at))
          await nextFrames(page, 4)
        }
      })
      const devices = [...new Set((await home.sent()).map(({ device }) => device))].sort()
      return { ...cost, devices }
    }
    // Those that measure something, in the order of their names: the first stand in sight.
    const inSight = await spoken((at) => at % 4)
    expect(await changed()).toEqual(inSight.devices)
    // With what sums up the home, which follows a few times a second.
    expect(inSight.styled / messages).toBeLessThan(15)
    expect(inSight.layouts / messages).toBeLessThan(3)
    // From the worker, and from one task of React's to the next.
    expect(inSight.wakes / messages).toBeLessThan(6)
    const outOfSight = await spoken((at) => 600 + at)
    expect(outOfSight.devices).toHaveLength(messages)
    expect(await changed()).toEqual([])
    expect(outOfSight.layouts / messages).toBeLessThan(2)
  })
})
