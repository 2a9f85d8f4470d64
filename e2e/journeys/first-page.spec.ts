import type { Page } from 'playwright/test'
import { accounts, expect, test } from '../support/test.ts'

// What a first page costs in counts, which are the same on every machine; what it costs in time is measured by `npm run
// bench`. A figure here is what was found when it was written, with a little room: past it, something came to be asked
// for before it is needed.

interface Loaded {
  path: string
  /** Bytes of its body as they came. */
  bytes: number
  start: number
}

/** A mark of when something of this kind first stands in the page. */
const noteFirst = async (page: Page, selector: string): Promise<void> => {
  await page.addInitScript((wanted) => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return
      performance.mark('stands')
      watcher.disconnect()
    })
    watcher.observe(document, { subtree: true, childList: true })
  }, selector)
}

/** All that this page has fetched, in order, and when what is waited for stood in it. */
async function loaded(page: Page): Promise<{ stands: number; files: Loaded[] }> {
  return await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const [document_] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return {
      stands: performance.getEntriesByName('stands')[0]?.startTime ?? 0,
      files: [
        { path: location.pathname, bytes: document_?.encodedBodySize ?? 0, start: 0 },
        ...entries.map(({ name, encodedBodySize, startTime }) => ({
          path: new URL(name).pathname,
          bytes: encodedBodySize,
          start: startTime,
        })),
      ],
    }
  })
}

const sum = (files: readonly Loaded[]): number => files.reduce((all, { bytes }) => all + bytes, 0) / 1000

for (const path of ['/', '/login'])
  test(`at ${path} a visitor's page names all that the form needs: nothing is found out later, nothing of the home is asked for`, async ({
    page,
    server,
  }) => {
    await noteFirst(page, 'form button[type=submit]')
    const answer = await page.goto(server.url + path)
    const html = (await answer?.text()) ?? ''
    await expect(page.locator('form button[type=submit]')).toBeVisible()
    const { stands, files } = await loaded(page)
    const before = files.filter(({ start }) => start < stands)
    expect(before.length).toBeGreaterThan(5)
    const named = (file: Loaded): boolean =>
      file.path === new URL(page.url()).pathname || html.includes(file.path)
    expect(before.filter((file) => !named(file)).map((file) => file.path)).toEqual([])
    expect(before.filter((file) => /^\/api\/|home/.test(file.path))).toEqual([])
    expect(before.length).toBeLessThanOrEqual(12)
    // With what stands around each file, which budgets do not count (bench/budgets.json).
    expect(sum(before)).toBeLessThan(97)
    // What the next press needs comes after it, and is nothing of the home either.
    await expect
      .poll(async () => (await loaded(page)).files.some((file) => file.path.includes('-account-')))
      .toBe(true)
    expect((await loaded(page)).files.filter((file) => /\/home-|-house-/.test(file.path))).toEqual([])
  })

test('the first tiles bring their words and icons with them: nothing on them comes late', async ({
  page,
  server,
  person,
}) => {
  await person.signsIn(accounts.home)
  const answer = await page.goto(`${server.url}/devices/quick_controls`)
  const html = (await answer?.text()) ?? ''
  await expect(page.locator('article').first()).toContainText(/\d/)
  const { files } = await loaded(page)
  // What it names it fetches before all else: nothing of another page, and no more than budgets count.
  const named = new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path))
  const fetched = files.filter(({ path }) => named.has(path))
  expect(fetched.length).toBeGreaterThan(5)
  expect(sum(fetched)).toBeLessThan(160)
  const asked = files.filter(({ path }) => path.startsWith('/api/'))
  expect(
    asked
      .map(({ path }) => path.replace(/\/home\/[^/]+/, '/home/:sn'))
      .slice(0, 3)
      .toSorted(),
  ).toEqual(expect.arrayContaining(['/api/home/:sn/snapshot', '/api/udm/device/list']))
  // A home of six first tiles: 5.6 kB with the words and icons of its devices.
  expect(sum(asked.filter(({ path }) => path.endsWith('/snapshot')))).toBeLessThan(8)
  const late = await page.evaluate(() =>
    performance
      .getEntriesByType('mark')
      .filter(({ name }) => name === 'icon-late' || name === 'text-missed')
      .map((mark) => `${mark.name}: ${String((mark as PerformanceMark).detail)}`),
  )
  expect(late).toEqual([])
})
