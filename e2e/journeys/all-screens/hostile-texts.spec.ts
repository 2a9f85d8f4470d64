import type { Page } from 'playwright/test'
import { type Served, serve } from '../../../tests/support/serve.ts'
import { HOME, signIn } from '../../support/at-home.ts'
import { CANARIES, MARK, seedCanaries, withCanaries } from '../../support/canaries.ts'
import { type Screen, screens } from '../../support/every-screen.ts'
import { accounts, test as base, expect, Person } from '../../support/test.ts'
import { wholeSettings } from '../../support/whole-settings.ts'

/** Things that are there, for screens of one of them. */
const things: Readonly<Record<string, string>> = {
  device: 'living-shutter-south',
  dashboard_chart: 'living-climate',
  scene: 'good-morning',
  edit_scene: 'good-morning',
  room: 'kitchen',
  gate_statistic: HOME,
  group: 'demo-estate',
  edit_group: 'demo-estate',
  bulk_details: 'demo-bulk-open',
  announcement_details: 'demo-announcement',
  export_detailsCampaign: 'demoexport',
  outbox_message: 'canary',
  account: 'demo-guest',
}

/** Where a screen is, with the canary in every part and every parameter of the address that is text. */
function addressOf({ route, address, id }: Screen, canary: string): string {
  const path = route.replace(/:\w+/g, things[id] ?? encodeURIComponent(canary))
  const query = (address?.query ?? []).map((name) => [name, name === 'lang' ? 'ch_DE' : canary])
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}

const open = screens.filter(({ access }) => access?.public)
const closed = screens.filter(({ access }) => !access?.public)

/** A server whose database says nothing but canaries, with every module: no screen leads elsewhere for want of its own. */
async function hostile(canary: string): Promise<Served> {
  const env = { GATEHOUSE_SETTINGS: wholeSettings() }
  const first = await serve(env)
  await first.stop()
  seedCanaries(first.data, canary)
  return await serve(env, first.data)
}

/** A page with a trap that must not be sprung, whatever the texts. */
class Trap {
  readonly sprung: string[] = []
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The first address as whoever types it, the others inside the app: what is drawn is the same, loading it is not. */
  async walks(url: string, paths: readonly string[], reads: ReadonlySet<string> = new Set()): Promise<void> {
    const person = new Person(this.page, url)
    for (const [at, path] of paths.entries()) {
      await (at === 0 ? person.opens(path) : person.goes(path))
      await this.#looks(path, reads.has(path))
    }
  }

  async lay(): Promise<void> {
    await this.page.exposeFunction('canary', () => void this.sprung.push(this.page.url()))
    this.page.on('dialog', (dialog) => {
      this.sprung.push(`dialog on ${this.page.url()}`)
      void dialog.dismiss()
    })
  }

  async visits(url: string): Promise<void> {
    await this.page.goto(url)
    await this.#looks(url, false)
  }

  /** `reads`: the canary must have arrived in the screen's own part. */
  async #looks(at: string, reads: boolean): Promise<void> {
    await expect(this.page.getByRole('heading').or(this.page.getByRole('alert')).first()).toBeVisible()
    await expect(this.page.locator('[aria-busy="true"]'), at).toHaveCount(0)
    if (reads) await expect(this.page.locator('main'), at).toContainText(MARK)
    // Markup that became part of the page counts, even where the policy keeps it from running.
    await expect(this.page.locator('[data-canary]'), at).toHaveCount(0)
  }
}

const test = base.extend<{ trap: Trap }>({
  trap: async ({ page }, use) => {
    const trap = new Trap(page)
    await trap.lay()
    await use(trap)
    // The last screen may still be asking.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(trap.sprung).toEqual([])
  },
})

/** Homes say what their gateways say: every text of a snapshot and of a layout. */
async function hostileHome(page: Page, canary: string): Promise<void> {
  await page.route(/\/api\/(?:home|catalogue\/layouts)\//, async (route) => {
    const answer = await route.fetch()
    const isJson = answer.headers()['content-type']?.includes('json') === true
    if (!answer.ok() || !isJson) return await route.fulfill({ response: answer })
    // A page that has gone on meanwhile asks nobody any more.
    const said = (await answer.json().catch(() => undefined)) as unknown
    if (said !== undefined) await route.fulfill({ response: answer, json: withCanaries(said, canary) })
  })
}

/** Where these screens are, and which of them must have read the canary. */
const addressesOf = (all: readonly Screen[], canary: string, reading: readonly string[] = []) => ({
  paths: all.map((screen) => addressOf(screen, canary)),
  reads: new Set(all.filter(({ id }) => reading.includes(id)).map((screen) => addressOf(screen, canary))),
})

async function atHome(page: Page, url: string): Promise<void> {
  await new Person(page, url).returns(await signIn(url, accounts.home), 'ch_DE', HOME)
}

/** One at the gate, all at night. */
const used = CANARIES.slice(0, Number(process.env.GATEHOUSE_CANARIES ?? 1))

for (const [number, canary] of used.entries())
  test.describe(`B-01 canary ${number + 1}`, () => {
    test.setTimeout(300_000)
    let server: Served
    test.beforeAll(async () => {
      server = await hostile(canary)
    })
    test.afterAll(async () => await server.remove())

    test('B-01 no text runs on the screens before sign-in, wherever it stands in their addresses @night', async ({
      trap,
    }) => {
      for (const screen of open) await trap.visits(server.url + addressOf(screen, canary))
    })

    test('B-01 no text of people, programs and gateways runs on the screens of a home', async ({
      page,
      trap,
    }) => {
      await hostileHome(page, canary)
      await atHome(page, server.url)
      const reading = ['quick_controls', 'devices_table', 'device', 'gtw_settings', 'user_settings']
      const { paths, reads } = addressesOf(closed, canary, reading)
      await trap.walks(server.url, paths, reads)
    })

    test('B-01 no text runs on the screens of administrators @night', async ({ page, trap }) => {
      await new Person(page, server.url).returns(await signIn(server.url, accounts.admin), 'ch_EN')
      await hostileHome(page, canary)
      const reading = ['gate_select', 'outbox', 'outbox_message', 'accounts', 'account']
      const { paths, reads } = addressesOf(closed, canary, reading)
      await trap.walks(server.url, paths, reads)
    })

    test('B-01 no text runs in any state of a gateway @night', async ({ page, trap }) => {
      const session = await signIn(server.url, accounts.admin)
      await new Person(page, server.url).returns(session, 'ch_EN')
      await hostileHome(page, canary)
      const answer = await fetch(`${server.url}/api/udm/device/adminList?limit=1000`, {
        headers: { sessionId: session.sessionId },
      })
      const { data } = (await answer.json()) as { data: Readonly<Record<string, unknown>>[] }
      const states = new Map(
        data.map((gateway) => [
          [
            gateway.connectionStatus,
            gateway.privileged,
            gateway.replacementInProgress,
            gateway.firmwareUpgradeInProgress,
            gateway.backupRestoreInProgress,
            gateway.subscriptionLockMode,
            gateway.lockStatus,
          ].join(),
          String(gateway.serialNumber),
        ]),
      )
      expect(states.size).toBeGreaterThan(4)
      for (const serialNumber of states.values()) {
        await page.addInitScript((chosen) => localStorage.setItem('gatehouse.gateway', chosen), serialNumber)
        await trap.visits(`${server.url}/gtw_settings`)
      }
    })

    test('B-01 no text of an error runs @night', async ({ page, trap }) => {
      await page.route(/\/api\//, async (route) => {
        if (/\/(?:settings|auth\/session|crm\/profile|udm\/device\/list|channel)/.test(route.request().url()))
          return await route.fallback()
        await route.fulfill({ status: 500, json: [{ errorCode: canary, message: canary, field: canary }] })
      })
      await atHome(page, server.url)
      await trap.walks(server.url, addressesOf(closed, canary).paths)
    })
  })
