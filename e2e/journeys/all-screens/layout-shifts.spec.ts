import { serve } from '../../../tests/support/serve.ts'
import { HOME, signIn } from '../../support/at-home.ts'
import { addressesOf, screensOf } from '../../support/every-screen.ts'
import { mostOf, STILL, saidOf, shiftsOf, watchesShifts } from '../../support/layout-shifts.ts'
import { nightly, seen } from '../../support/pairs.ts'
import { accounts, expect, Person, test } from '../../support/test.ts'
import { wholeSettings } from '../../support/whole-settings.ts'

/** What begins a visit, and what must be stillest. Of all others by day what moves is seen on the way through the app (visual-lint.spec.ts). */
const FIRST: ReadonlySet<string> = new Set(['quick_controls', ...Object.keys(STILL)])

const visits = (nightly ? (['home', 'admin'] as const) : (['home'] as const)).flatMap((viewer) =>
  seen('phone').map((language) => [viewer, language] as const),
)
for (const [viewer, language] of visits)
  test(`nothing moves while a page is loaded: layout shifts stay below what each screen may, ${viewer}, ${language} @phone`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const server = await serve({ GATEHOUSE_CONNECTS: '1000', GATEHOUSE_SETTINGS: wholeSettings() })
    try {
      const person = new Person(page, server.url)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await person.returns(
        await signIn(server.url, accounts[viewer]),
        language,
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
      const screens = screensOf(viewer).filter(({ id }) => nightly || FIRST.has(id))
      for (const screen of screens)
        for (const address of addressesOf(screen).filter((one) => !one.includes('?'))) {
          let shifts = await shiftsAt(address)
          const { pathname } = new URL(page.url())
          // What leads elsewhere is seen there.
          if (pathname !== address || looked.has(pathname)) continue
          looked.add(pathname)
          // A home is alive: what happened in it just then is not what comes with the page, and does not happen twice.
          if (shifts.sum >= mostOf(screen.id)) shifts = await shiftsAt(address)
          found.push(...saidOf(address, screen.id, shifts))
        }
      expect(looked.size).toBeGreaterThan(nightly ? 10 : 3)
      expect(found.join('\n')).toBe('')
    } finally {
      await server.remove()
    }
  })
