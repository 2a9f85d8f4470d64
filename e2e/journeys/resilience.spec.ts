import type { Page } from 'playwright/test'
import { type Served, serve } from '../../tests/support/serve.ts'
import { accounts, expect, Person, signIn, test } from '../support/test.ts'

const tile = 'article[aria-label="Esstischlampe"]'

/** A home of its own, whose owner has been here before: what the browser needs of the door is not asked for again. */
async function entered(page: Page): Promise<Served> {
  const server = await serve()
  const person = new Person(page, server.url)
  await person.signsIn(accounts.home)
  await person.opens('/devices')
  return server
}

test('U-03 L-05 a server that goes away leaves the last state with its age; controls wait with a reason; it all comes back', async ({
  page,
}) => {
  const first = await serve()
  const port = new URL(first.url).port
  const person = new Person(page, first.url)
  await person.returns(await signIn(first.url, accounts.home))
  await person.opens('/devices/quick_controls?n=48')
  const lamp = page.locator(tile)
  await lamp.getByRole('switch').click()
  await expect(lamp).toContainText('bestätigt')

  await first.stop('SIGKILL')
  await expect(lamp).toContainText(/Stand/, { timeout: 15_000 })
  await expect(lamp.getByRole('switch')).toBeDisabled()

  const second = await serve({ PORT: port }, first.data)
  try {
    await expect(lamp.getByRole('switch')).toBeEnabled({ timeout: 60_000 })
    await lamp.getByRole('switch').click()
    await expect(lamp).toContainText('bestätigt')
  } finally {
    await second.remove()
  }
})

test('U-03 code that had not come when the connection went takes nothing with it: the tiles stay, and are served when it is back @night', async ({
  page,
}) => {
  const server = await entered(page)
  try {
    let gone = false
    // Nothing comes: neither code nor an answer to whether a newer page is there.
    await page.route(
      ({ pathname }) => pathname === '/' || pathname.endsWith('.js'),
      (route) => (gone ? route.abort() : route.continue()),
    )
    await page.goto('about:blank')
    await page.goto(`${server.url}/devices/quick_controls?n=48`, { waitUntil: 'commit' })
    const failed: string[] = []
    page.on('pageerror', ({ message }) => failed.push(message))
    const lamp = page.locator(tile)
    await lamp.waitFor()
    let lastMiss: number | undefined
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('.js')) lastMiss = Date.now()
    })
    gone = true
    // Whatever stands on it has failed once nothing more is asked for; the channel's own code may be among it.
    await expect.poll(() => lastMiss !== undefined && Date.now() - lastMiss > 1000).toBe(true)
    await expect(lamp.getByRole('switch')).toBeVisible()
    expect(failed.filter((message) => !/dynamically imported module/.test(message))).toEqual([])
    // What is asked for again may lead to a page that begins anew, where a server answers: then all of it is there.
    gone = false
    const off = lamp.getByRole('switch', { checked: false })
    await expect(async () => {
      await lamp.getByRole('switch').click({ timeout: 5000 })
      await expect(off).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 60_000 })
  } finally {
    await server.remove()
  }
})

test('U-03 the channel whose code did not come at first is live once it does, without a reload @night', async ({
  page,
}) => {
  const server = await entered(page)
  try {
    let missed = 0
    await page.route('**/worker-*.js', (route) => (missed++ < 2 ? route.abort() : route.continue()))
    await page.goto(`${server.url}/devices/quick_controls?n=48`)
    await page.evaluate(() => document.body.setAttribute('data-same', ''))
    const lamp = page.locator(tile)
    await expect.poll(() => missed, { timeout: 60_000 }).toBeGreaterThan(2)
    await lamp.getByRole('switch').click()
    await expect(lamp).toContainText('bestätigt', { timeout: 20_000 })
    await expect(page.locator('body[data-same]')).toHaveCount(1)
  } finally {
    await server.remove()
  }
})

test('S-02 a name that was confirmed survives a server killed at once @night', async ({ page }) => {
  const first = await serve()
  const person = new Person(page, first.url)
  await person.signsIn(accounts.home)
  await person.opens('/gtw_settings')
  const name = `Haus ${Date.now()}`
  await page.getByLabel('Name des Gateways').fill(name)
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(page.locator('header').getByText(name)).toBeVisible()
  await first.stop('SIGKILL')
  const second = await serve({}, first.data)
  try {
    const again = new Person(page, second.url)
    await again.signsIn(accounts.home)
    await expect(page.getByText(name).first()).toBeVisible()
  } finally {
    await second.remove()
  }
})
