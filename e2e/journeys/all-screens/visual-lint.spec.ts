import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { codeOf } from '../../../tests/support/authenticator-app.ts'
import { type Served, serve } from '../../../tests/support/serve.ts'
import { HOME, type Language, languages, signIn } from '../../support/at-home.ts'
import { addressesOf, isThing, type Screen, screensOf, type Viewer } from '../../support/every-screen.ts'
import { mostOf, saidOf, shiftsOf, watchesShifts } from '../../support/layout-shifts.ts'
import { sessionOf } from '../../support/mails.ts'
import { nightly, seen } from '../../support/pairs.ts'
import { rawKeysOf } from '../../support/raw-keys.ts'
import { accounts, test as base, expect, Person, type Signed, words } from '../../support/test.ts'
import { visualFaults, widths } from '../../support/visual-lint.ts'
import { wholeSettings } from '../../support/whole-settings.ts'

const root = join(import.meta.dirname, '../../..')

type Press = (page: Page) => Locator

/** What is not there yet would be looked at without its text. */
const coming = (page: Page) =>
  // The studio shows what an order looks like while it is sent, for ever.
  page.locator('[aria-busy="true"]:not([data-phase]), [data-coming]')

const inMain = (page: Page) => page.locator('main')
const first: Press = (page) => inMain(page).getByRole('button').first()
const firstRow: Press = (page) => inMain(page).locator('[data-open]').first()
const inDialog =
  (at: number): Press =>
  (page) =>
    page.getByRole('dialog').getByRole('button').nth(at)
const tab =
  (at: number): Press =>
  (page) =>
    page.getByRole('tab').nth(at)

/** What is seen only after a press: tabs, second steps and dialogs, one after another on the first of its addresses. */
const further: Readonly<Record<string, readonly Press[]>> = {
  device: [tab(1)],
  add_device: [first, (page) => inMain(page).getByRole('button').nth(1)],
  replace_device: [first],
  // Above the first way to begin stand Undo and Finish; the picker's first button leads back.
  add_scene: [(page) => inMain(page).getByRole('button').nth(2), inDialog(1)],
  edit_scene: [(page) => inMain(page).getByRole('listitem').first().getByRole('button').first()],
  audit: [firstRow],
  outbox: [firstRow],
  backups: [(page) => inMain(page).locator('tbody [data-actions] button').first()],
  accounts: [(page) => inMain(page).locator('[data-look="main"]')],
  operation_list: [(page) => inMain(page).locator('[data-look="main"]')],
  account: [(page) => inMain(page).locator('[data-look="danger"]').first()],
}

/** Whether with every module this person sees this screen: not one of a state, of an offline home, or that leads on. */
const isThere = ({ id, kind, access }: Screen, viewer: Viewer): boolean =>
  (viewer === 'admin' || (viewer === 'home' && access?.gateway === true)) &&
  kind !== 'status' &&
  !access?.offline &&
  !ELSEWHERE.has(id)
/**
 * The first leads on; the second stands behind a flag that nobody has on who tries the product; of the others the
 * demo has none before somebody makes one (fleet/golden-homes.spec.ts, devices/catalogue-rollouts.spec.ts).
 */
const ELSEWHERE: ReadonlySet<string> = new Set(['widgets', 'add_wise_csv', 'golden_home', 'rollout'])

type Texts = 'usual' | 'longest'

/** What the gate looks at: each page with its own words on a phone and a desk, with the longest ones where room is scarce. */
const DAILY: readonly (readonly [Texts, Language, readonly number[]])[] = [
  ['usual', 'ch_DE', [360, 1280]],
  ['longest', 'ch_EN', [360, 820]],
]
/** At night both kinds of text in both languages, at every width. */
const passes = nightly
  ? (['usual', 'longest'] as const).flatMap((texts) =>
      languages.map((language) => [texts, language, widths] as const),
    )
  : DAILY

/** Every page, at these widths, one after another; all that is wrong is told at once. */
async function look(
  page: Page,
  url: string,
  viewer: Viewer,
  texts: Texts,
  sizes: readonly number[],
): Promise<string[]> {
  const person = new Person(page, url)
  // Words come in parts. What is drawn before its part has come would be called by the name of its text for a moment.
  const raw = await rawKeysOf(page.context())
  await watchesShifts(page)
  const found: string[] = []
  const looked = new Set<string>()
  const opened = new Set<string>()
  // What was pressed may hold whoever leaves: the page after it is loaded anew, as the first one is.
  let anew = true
  for (const screen of screensOf(viewer))
    for (const address of addressesOf(screen)) {
      // What is far down is drawn when it comes near: of all that a page shows, nothing is far down.
      await page.setViewportSize(sizeOf(1280, address))
      if (!anew) await shiftsOf(page)
      await (anew ? person.opens(address) : person.goes(address))
      anew = false
      await expect(coming(page), address).toHaveCount(0)
      // Whether a state holds is asked first: the page of one that does not leads on in a while.
      if (screen.kind === 'status')
        await page.waitForURL((url) => url.pathname !== address, { timeout: 1500 }).catch(() => {})
      await expect(coming(page), address).toHaveCount(0)
      // Many lead on to where this person belongs.
      // A page that only says that there is no such thing says nothing of how the thing looks.
      if (isThing(screen) && (await page.locator('main [data-whole]').count()) > 0)
        found.push(`${address} leads to nothing`)
      const [asked, all] = address.split('?')
      const { pathname } = new URL(page.url())
      if (pathname !== asked && isThere(screen, viewer)) found.push(`${address} leads to ${pathname}`)
      const path = all !== undefined && pathname === asked ? address : pathname
      if (looked.has(path)) continue
      looked.add(path)
      // What moves while a page comes.
      if (texts === 'usual' && pathname === address) {
        await person.rests()
        let shifts = await shiftsOf(page)
        // A home is alive: what happened in it just then does not happen twice.
        if (shifts.sum >= mostOf(screen.id)) {
          await person.opens(address)
          await expect(coming(page), address).toHaveCount(0)
          await person.rests()
          shifts = await shiftsOf(page)
        }
        found.push(...saidOf(address, screen.id, shifts))
      }
      const looks = async (at: string, sizes: readonly number[]) => {
        found.push(...(await lookAt(person, at, texts === 'longest', sizes)))
      }
      await looks(path, sizes)
      if (opened.has(screen.id)) continue
      opened.add(screen.id)
      for (const [step, press] of (further[screen.id] ?? []).entries()) {
        anew = true
        await press(page).click({ timeout: 20_000 })
        await expect(coming(page), `${address}, press ${step + 1}`).toHaveCount(0)
        // What fits a phone and a desk fits between.
        await looks(`${path} after ${step + 1} presses`, [360, 1280])
      }
    }
  return [...found, ...[...raw].map((key) => `${key} is shown in the place of its text`)]
}

const sizeOf = (width: number, at: string) => ({
  width,
  height: at.includes('?') ? 9000 : width < 768 ? 800 : 1000,
})

/** The page as it stands, at these widths. */
async function lookAt(person: Person, at: string, mayShorten: boolean, sizes: readonly number[]) {
  const found: string[] = []
  for (const width of sizes) {
    await person.page.setViewportSize(sizeOf(width, at))
    await person.rests()
    found.push(...(await visualFaults(person.page, width, mayShorten)).map((fault) => `${at} at ${fault}`))
  }
  return found
}

/** What nobody has sent or kept yet could not be looked at. */
async function leavesTraces(url: string, signed: Signed, viewer: 'home' | 'admin'): Promise<void> {
  const { call } = sessionOf(url, signed)
  if (viewer === 'admin') await call('/crm/users/demo-home/passwordLink', { method: 'POST' })
  else {
    const body = { userId: signed.userId, serialNumber: HOME, type: 'manual', snapshotName: 'Vor dem Umbau' }
    await call('/backup/saveBackup', { method: 'POST', body })
  }
}

/** A server of its own, with every module: what others change on theirs is nothing to look at. */
async function served(texts: Texts): Promise<Served> {
  const env = { GATEHOUSE_CONNECTS: '1000', GATEHOUSE_SETTINGS: wholeSettings() }
  const first = await serve(env)
  if (texts === 'usual') return first
  await first.stop()
  execFileSync(process.execPath, [join(root, 'e2e/support/seed-long-names.ts'), first.data], {
    stdio: 'inherit',
  })
  return await serve(env, first.data)
}

const test = base.extend<{ likesCalm: undefined }>({
  likesCalm: [
    async ({ page }, use) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await use(undefined)
    },
    { auto: true },
  ],
})

for (const [texts, language, sizes] of passes)
  test.describe(`${texts} texts, ${language}`, () => {
    // Each walks all pages for minutes: beside one another, nobody waits for the last of them.
    test.describe.configure({ mode: 'parallel', timeout: 600_000 })
    for (const viewer of ['nobody', 'home', 'admin'] as const) {
      // Names are longest where people give them.
      const when = texts === 'usual' || viewer === 'home' ? '' : ' @night'
      test(`nothing is cut off, covered, too small, pushed aside, without its words or moves as it comes for ${viewer}${when}`, async ({
        page,
      }) => {
        const server = await served(texts)
        const person = new Person(page, server.url)
        try {
          if (viewer === 'nobody') await person.speaks(language)
          else {
            const session = await signIn(server.url, accounts[viewer])
            await leavesTraces(server.url, session, viewer)
            await person.returns(session, language, viewer === 'home' ? HOME : undefined)
          }
          expect(await look(page, server.url, viewer, texts, sizes)).toEqual([])
        } finally {
          await server.remove()
        }
      })
    }
  })

for (const language of seen('desk'))
  test(`nothing is cut off, covered, too small or pushed aside at the door of a server in production, ${language}`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    const server = await serve({ GATEHOUSE_MODE: 'production' })
    try {
      const link = /\/resetPassword\/\S+/
      await expect.poll(() => link.test(server.output())).toBe(true)
      const person = new Person(page, server.url)
      const found: string[] = []
      const looks = async (at: string) => {
        await expect(coming(page), at).toHaveCount(0)
        found.push(...(await lookAt(person, at, false, nightly ? widths : [360, 1280])))
      }
      const submit = page.locator('main [type="submit"], form [type="submit"]').first()
      const secret = 'Gate-and-Garden-7'

      await person.speaks(language)
      await person.opens(link.exec(server.output())?.[0] ?? '')
      await looks('the first link')
      for (const field of await page.locator('input[type="password"]').all()) await field.fill(secret)
      await submit.click()
      await expect(page).not.toHaveURL(/resetPassword/)
      await looks('the password is set')

      await person.opens('/login')
      await page.getByLabel(words[language].user).fill('admin@localhost')
      await page.getByLabel(words[language].secret, { exact: true }).fill(secret)
      await page.getByRole('button', { name: words[language].signIn, exact: true }).click()
      // Whoever administers must have a second factor, and has none.
      await expect(page.locator('code').first()).toBeVisible()
      await looks('the second factor that must be set up')
      const key = (await page.locator('code').first().textContent())?.replaceAll(/\s/g, '') ?? ''
      const code = page.locator('input[autocomplete="one-time-code"]')
      await code.fill('000000')
      await submit.click()
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      await looks('a wrong code')
      await code.fill(codeOf(key, Date.now()))
      await submit.click()
      await expect(page.locator('ol code')).toHaveCount(10)
      await looks('the recovery codes')
      await page.locator('main button[data-look="main"]').click()
      await expect(page).toHaveURL(/gate_select/)
      for (const path of [
        '/gate_select',
        '/self_check',
        '/accounts',
        '/audit',
        '/outbox',
        '/user_settings',
      ]) {
        await person.goes(path)
        await person.sees()
        await looks(path)
      }

      // Whoever comes back is asked for it.
      await page.evaluate(() => localStorage.removeItem('gatehouse.session'))
      await person.opens('/login')
      await page.getByLabel(words[language].user).fill('admin@localhost')
      await page.getByLabel(words[language].secret, { exact: true }).fill(secret)
      await page.getByRole('button', { name: words[language].signIn, exact: true }).click()
      await expect(page).toHaveURL(/second_factor/)
      await looks('the second factor that is asked for')
      expect(found).toEqual([])
    } finally {
      await server.remove()
    }
  })
