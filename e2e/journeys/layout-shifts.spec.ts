import { serve } from '../../tests/support/serve.ts'
import { HOME, signIn } from '../support/at-home.ts'
import { addressesOf, screensOf } from '../support/every-screen.ts'
import { shiftsOf, watchesShifts } from '../support/layout-shifts.ts'
import { nightly } from '../support/pairs.ts'
import { accounts, expect, Person, test } from '../support/test.ts'
import { wholeSettings } from '../support/whole-settings.ts'

/** So much may move while a page comes, as shares of the window: what is called good, and less on pages that one comes to again and again. */
const MOST = 0.1
const STILL: Readonly<Record<string, number>> = {
  devices_table: 0.02,
  dashboard: 0.02,
  dashboard_chart: 0.02,
  dashboard_gateway_chart: 0.02,
  energy: 0.02,
}

for (const viewer of ['home', 'admin'] as const) {
  // Administrators sit at a desk; by night they are seen with a phone, too.
  const sizes = viewer === 'home' || nightly ? ' @phone' : ''
  test(`nothing moves while a page comes: layout shifts of each stay below ${MOST}, ${viewer}${sizes}`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const server = await serve({ GATEHOUSE_CONNECTS: '1000', GATEHOUSE_SETTINGS: wholeSettings() })
    try {
      const person = new Person(page, server.url)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await person.returns(
        await signIn(server.url, accounts[viewer]),
        'ch_DE',
        viewer === 'home' ? HOME : undefined,
      )
      await watchesShifts(page)
      const found: string[] = []
      const looked = new Set<string>()
      const shiftsAt = async (address: string) => {
        await person.opens(address)
        await expect(
          page.locator('[aria-busy="true"]:not([data-phase]), [data-coming]'),
          address,
        ).toHaveCount(0)
        await person.rests()
        return shiftsOf(page)
      }
      for (const screen of screensOf(viewer))
        for (const address of addressesOf(screen).filter((one) => !one.includes('?'))) {
          let { sum, moved } = await shiftsAt(address)
          const { pathname } = new URL(page.url())
          // What leads elsewhere is seen there.
          if (pathname !== address || looked.has(pathname)) continue
          looked.add(pathname)
          const most = STILL[screen.id] ?? MOST
          // A home is alive: what happened in it just then is not what comes with the page, and does not happen twice.
          if (sum >= most) ({ sum, moved } = await shiftsAt(address))
          if (sum >= most) found.push([`${address}: ${sum.toFixed(3)}`, ...moved].join('\n  '))
        }
      expect(looked.size).toBeGreaterThan(10)
      expect(found.join('\n')).toBe('')
    } finally {
      await server.remove()
    }
  })
}
