import { mkdirSync } from 'node:fs'
import { languages, signIn } from '../../support/at-home.ts'
import {
  type ChartKind,
  chartKinds,
  entriesOf,
  type Filling,
  faredOf,
  fillings,
  idOf,
} from '../../support/chart-kinds.ts'
import { sharedDemo as test } from '../../support/demo.ts'
import { nightly } from '../../support/pairs.ts'
import { accounts, expect, Person } from '../../support/test.ts'
import { visualFaults } from '../../support/visual-lint.ts'

/** So many states stand in one chart. */
const BANDS = 6
/** For whoever wants to look himself. */
const { GATEHOUSE_SHOTS: shots } = process.env

/** What differs between the sizes is the window's, and the same for all: each is seen on one of them, at night on both. */
const seenAt = (size: string): readonly Filling[] =>
  fillings.filter((_, at) => nightly || (at % 2 === 0) === (size === 'desk'))

/** So many lines have an axis each. */
const LINES = 2

/** Lines of two units in each chart, and states under them until all were seen. */
function chartsOf(kinds: readonly ChartKind[]): readonly (readonly ChartKind[])[] {
  const lines = kinds.filter(({ value }) => value.history === 'area')
  const bands = kinds.filter(({ value }) => value.history === 'step')
  const count = Math.max(Math.ceil(lines.length / LINES), Math.ceil(bands.length / BANDS))
  return Array.from({ length: count }, (_, n) => [
    ...lines.slice(n * LINES, (n + 1) * LINES),
    ...bands.slice(n * BANDS, (n + 1) * BANDS),
  ])
}

for (const language of languages)
  test(`2.4-017 every kind of chart is whole when full, empty, with one point and with a year of gaps, ${language} @phone`, async ({
    page,
    demo,
  }, { project }) => {
    test.setTimeout(400_000)
    const person = new Person(page, demo)
    const session = await signIn(demo, accounts.home)
    const kinds = await chartKinds(demo, session)
    // What the specification names is among them.
    expect(kinds.length).toBeGreaterThan(20)
    const now = Date.now()
    let filling: Filling = 'full'
    await page.route('**/api/node_history/node/**', (route) => {
      const device = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
      return route.fulfill({
        json: {
          histories: kinds
            .filter((kind) => kind.device === device)
            .map((kind) => ({
              service_name: kind.service,
              property_name: kind.property,
              history: { entries: entriesOf(kind, filling, now) },
            })),
        },
      })
    })
    await page.route('**/api/node_history/node_status/**', (route) =>
      route.fulfill({ json: { entries: faredOf(filling, now) } }),
    )
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    await person.returns(session, language)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const width = page.viewportSize()?.width ?? 1280
    const found: string[] = []
    for (const each of seenAt(project.name)) {
      filling = each
      // What came for another filling is known no more after a new start; within one the page stays open.
      let anew = true
      for (const [number, chart] of chartsOf(kinds).entries()) {
        const search = new URLSearchParams(chart.map((kind) => ['v', idOf(kind)]))
        const at = `chart ${number + 1} ${filling}`
        const address = `/dashboard_chart/${chart[0]?.device}?${search}`
        await (anew ? person.opens(address) : person.goes(address))
        anew = false
        await expect(page.locator('main [aria-busy="true"]'), at).toHaveCount(0)
        const isKnown = filling !== 'empty'
        if (isKnown) await expect(page.locator('main [role="slider"]').first(), at).toBeVisible()
        if (isKnown && chart.some(({ value }) => value.history === 'area'))
          await expect(page.locator('main canvas').first(), at).toBeVisible()
        // How much room there is does not hang on the colours.
        for (const theme of nightly || shots ? (['light', 'dark'] as const) : (['dark'] as const)) {
          await person.likes(theme)
          await person.rests()
          found.push(...(await visualFaults(page, width, false)).map((fault) => `${at}, ${theme}: ${fault}`))
          if (!shots) continue
          mkdirSync(shots, { recursive: true })
          const name = [project.name, String(number + 1).padStart(2, '0'), filling, theme].join('-')
          await page.screenshot({ path: `${shots}/${name.replaceAll(' ', '-')}.png`, fullPage: true })
        }
        found.push(...(await person.findings()).map((finding) => `${at}: ${JSON.stringify(finding)}`))
      }
    }
    expect(thrown).toEqual([])
    expect(found).toEqual([])
  })
