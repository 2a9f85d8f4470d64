import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import type Axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import { test as base, expect, type Page } from 'playwright/test'
import { type Served, serve } from '../../tests/support/serve.ts'

export const accounts = {
  home: { identity: 'home@gatehouse.test', secret: 'Gatehouse-Home-1' },
  admin: { identity: 'admin@gatehouse.test', secret: 'Gatehouse-Admin-1' },
} as const

type Language = 'ch_DE' | 'ch_EN'

/** Words of the journeys, by language: what a person reads on the screen. */
export const words = {
  ch_DE: { user: 'E-Mail', secret: 'Passwort', signIn: 'Anmelden' },
  ch_EN: { user: 'E-mail', secret: 'Password', signIn: 'Sign in' },
} as const

/** A person in front of the app. */
export class Person {
  readonly page: Page
  readonly url: string
  /** Faults that a journey brings about: its page says them. */
  forgives?: RegExp
  constructor(page: Page, url: string) {
    this.page = page
    this.url = url
  }

  /** Goes to an address and waits until the app has drawn a page there: only then does it listen. */
  async opens(path: string): Promise<void> {
    await this.page.goto(this.url + path)
    await this.#drawn()
  }

  /** Goes on inside the app that is open, as a link does, and waits until another page is drawn: a fifth of the time. */
  async goes(path: string): Promise<void> {
    const from = await this.page.evaluate((to) => {
      const { pathname } = location
      for (const heading of document.querySelectorAll('h1'))
        heading.setAttribute('data-left', heading.textContent)
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
      return pathname
    }, path)
    // What leads back to where one was draws nothing new.
    await this.page.waitForFunction(
      (before) =>
        location.pathname === before ||
        // From one thing to another of its kind the heading stays, and says something else.
        [...document.querySelectorAll('h1')].some(
          (heading) => heading.getAttribute('data-left') !== heading.textContent,
        ),
      from,
      { timeout: 30_000 },
    )
  }

  /** Every page has its heading, also behind a dialog that hides it from readers; what the build has drawn is none yet. */
  async #drawn(): Promise<void> {
    await expect(this.page.locator('#root h1').first()).toBeAttached()
  }

  async speaks(language: Language): Promise<void> {
    await this.page.addInitScript((value) => localStorage.setItem('gatehouse.language', value), language)
  }

  /** Is signed in already, as after an earlier visit. */
  async returns(session: Signed, language: Language = 'ch_DE', gateway?: string): Promise<void> {
    await this.speaks(language)
    await this.page.addInitScript(
      ([kept, chosen]) => {
        localStorage.setItem('gatehouse.session', kept)
        if (chosen !== undefined) localStorage.setItem('gatehouse.gateway', chosen)
      },
      [JSON.stringify(session), gateway] as const,
    )
  }

  /** Waits until the screen is there with its rows. */
  async sees(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0)
  }

  /** The theme is whole once nothing fades any more: in between, colours are neither one's nor the other's. */
  async likes(theme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await this.rests()
  }

  /** Until nothing fades or slides any more; what turns for ever does not count, nor a page that is given no frames. */
  async rests(): Promise<void> {
    await this.page.evaluate(async () => {
      const frame = () =>
        new Promise<unknown>((resolve) => {
          requestAnimationFrame(resolve)
          setTimeout(resolve, 1000)
        })
      const end = performance.now() + 10_000
      const fading = () =>
        document
          .getAnimations()
          .some(
            ({ playState, effect }) =>
              playState === 'running' && Number(effect?.getComputedTiming().endTime) < 10_000,
          )
      await frame()
      await frame()
      while (fading() && performance.now() < end) await frame()
    })
  }

  /** Signs in over the login screen. */
  async signsIn(who: { identity: string; secret: string }, language: Language = 'ch_DE'): Promise<void> {
    await this.speaks(language)
    await this.opens('/login')
    await this.page.getByLabel(words[language].user).fill(who.identity)
    await this.page.getByLabel(words[language].secret, { exact: true }).fill(who.secret)
    await this.page.getByRole('button', { name: words[language].signIn, exact: true }).click()
    await this.page.waitForURL((url) => !url.pathname.startsWith('/login'))
  }

  /** What axe finds on the page as it stands. */
  async findings(rules?: string[]): Promise<string[]> {
    await expect(this.page.locator('h1').first()).toBeAttached()
    // What opens only now stands there at once: half faded in, its colours would be neither one's nor the other's.
    await this.page.emulateMedia({ reducedMotion: 'reduce' })
    await this.rests()
    const { violations } = await axeOn(this.page, rules)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
    )
  }
}

declare global {
  interface Window {
    axe: typeof Axe
  }
}

/** Widest window of a phone, px. */
const PHONE = 600

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Colours are the same at every size, and what reads them is two thirds of the time: by day they are seen on the desk. */
export const seesColours = (page: Page): boolean =>
  process.env.GATEHOUSE_JOURNEYS === 'all' || (page.viewportSize()?.width ?? 0) > PHONE

/**
 * axe, once per document and in the page itself. Its own builder loads it anew for each look and opens a second page
 * for the sum, which takes ten times as long; it is needed where a page has frames.
 */
async function axeOn(page: Page, rules: string[] | undefined): Promise<Pick<AxeResults, 'violations'>> {
  if (page.frames().length > 1) {
    const axe = new AxeBuilder({ page })
    return (rules ? axe.withRules(rules) : axe).analyze()
  }
  // As a text, past the content security policy that keeps everybody else's scripts out.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(
    async ([values, colours]) => {
      // What is in order is neither looked at closely nor carried out of the page, and style sheets are read anew only
      // for rules that are off: it is most of the time.
      const { violations } = await window.axe.run(document, {
        resultTypes: ['violations'],
        preload: false,
        ...(values
          ? { runOnly: { type: 'rule', values } }
          : { rules: { 'color-contrast': { enabled: colours } } }),
      })
      return { violations }
    },
    [rules, seesColours(page)] as const,
  )
}

interface Fixtures {
  person: Person
  /** What the content security policy kept from happening, on every page of the journey (B-02). */
  violations: readonly string[]
}
interface WorkerFixtures {
  server: Served
  /** One session per account for all journeys of a worker: signing in is limited per minute. */
  sessions: Readonly<Record<keyof typeof accounts, Signed>>
}

/** What the browser keeps of a session. */
export interface Signed {
  userId: string
  sessionId: string
}

export async function signIn(url: string, who: { identity: string; secret: string }): Promise<Signed> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...who, externalLogin: false }),
  })
  expect(answer.status).toBe(200)
  const { userId, sessionId } = (await answer.json()) as Signed
  return { userId, sessionId }
}

/** A journey: the real server with its demo home, a real browser, and no fault left unseen. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    async ({ browserName: _browser }, use) => {
      // All journeys of a worker are one session, which opens more pages a minute than any person.
      const server = await serve({ GATEHOUSE_CONNECTS: '1000' })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  sessions: [
    async ({ server }, use) => {
      await use({
        home: await signIn(server.url, accounts.home),
        admin: await signIn(server.url, accounts.admin),
      })
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    await use(page)
    // What the last screen still asks for has nobody any more to answer it.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  violations: [
    async ({ context }, use) => {
      const found: string[] = []
      await context.exposeBinding('noteViolation', (_page, what: string) => void found.push(what))
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
          (globalThis as unknown as { noteViolation(what: string): void }).noteViolation(
            `${location.pathname}: ${violatedDirective} ${blockedURI} ${sample}`,
          ),
        )
      })
      await use(found)
      expect(found, 'B-02: the content security policy kept something from happening').toEqual([])
    },
    { auto: true },
  ],
  person: async ({ page, server }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      // The policy's violations arrive here as well (B-02).
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        faults.push(message.text())
    })
    const someone = new Person(page, server.url)
    await use(someone)
    expect(faults.filter((fault) => !someone.forgives?.test(fault))).toEqual([])
  },
})

export { expect }
