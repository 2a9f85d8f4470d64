import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright/test'
import english from '../../locales/ch_EN/fields.json' with { type: 'json' }
import { serve } from '../../tests/support/serve.ts'
import { accounts, expect, Person, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** The program as it is built, in a folder of its own: what is released there is released for nobody else. */
function installed(): { folder: string; release(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-installed-'))
  for (const part of ['dist', 'dist-server']) cpSync(part, join(folder, part), { recursive: true })
  for (const part of ['catalogue', 'gateway', 'locales', 'node_modules', 'package.json', 'schemas', 'server'])
    symlinkSync(resolve(part), join(folder, part))
  const dist = join(folder, 'dist')
  return {
    folder,
    /** Another build: its page names another file to begin with, which says that it is the second. */
    release() {
      const page = readFileSync(join(dist, 'index.html'), 'utf8')
      const entry = /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(page)?.[1] ?? ''
      expect(entry).not.toBe('')
      const next = entry.replace(/\.js$/, '-second.js')
      writeFileSync(
        join(dist, 'assets', next),
        `import './${entry}'\ndocument.documentElement.dataset.build = '2'\n`,
      )
      for (const name of readdirSync(dist).filter((one) => /^index\.html\./.test(one)))
        rmSync(join(dist, name))
      writeFileSync(join(dist, 'index.html'), page.replaceAll(`"/assets/${entry}"`, `"/assets/${next}"`))
    },
  }
}

/** Whoever looks at something else for two minutes, and comes back. */
async function leavesAndReturns(page: Page): Promise<void> {
  for (const hidden of [true, false])
    await page.evaluate((away) => {
      const scope = globalThis as unknown as { later?: number }
      if (!away) scope.later = (scope.later ?? 0) + 120_000
      Object.defineProperty(document, 'hidden', { configurable: true, value: away })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
}

/** What the service worker has to start with. */
const pathsKept = (page: Page) =>
  page.evaluate(async () => {
    const all = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
    return (await Promise.all(all)).flat().map(({ url }) => new URL(url).pathname)
  })

const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build ?? '1')

test('a new version is taken over when its person comes back to it, never while he types, and it is what opens without a server @night', async ({
  page,
}) => {
  const { folder, release } = installed()
  const usual = process.env.GATEHOUSE_SERVER
  process.env.GATEHOUSE_SERVER = join(folder, 'dist-server', 'main.js')
  const server = await serve().finally(() => {
    if (usual === undefined) delete process.env.GATEHOUSE_SERVER
    else process.env.GATEHOUSE_SERVER = usual
  })
  try {
    await page.addInitScript(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + ((globalThis as unknown as { later?: number }).later ?? 0)
    })
    const person = new Person(page, server.url)
    await person.signsIn(accounts.home, 'ch_EN')
    await person.opens('/user_settings')
    const address = page.getByRole('region', { name: 'Address' })
    await address.getByRole('button', { name: 'Change' }).click()
    const line = address.getByLabel(english.gatewayAddress.line1)
    await line.fill('Lindenweg 14')
    expect(await buildOf(page)).toBe('1')

    release()
    // What is typed is worth more than what is new.
    // What asks for it comes once the page is at rest.
    await expect(async () => {
      const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/', {
        timeout: 3000,
      })
      await leavesAndReturns(page)
      await (await asked).finished()
    }).toPass()
    await expect(line).toHaveValue('Lindenweg 14')
    expect(await buildOf(page)).toBe('1')

    await address.getByRole('button', { name: 'Cancel' }).click()
    await expect(line).toHaveCount(0)
    const begun = page.waitForEvent('load')
    await leavesAndReturns(page)
    await begun
    await expect.poll(() => buildOf(page)).toBe('2')
    await expect(page).toHaveURL(/\/user_settings$/)
    await expect(address).toBeVisible()

    // The new one is kept as well, with all that it is made of.
    await person.opens('/devices/quick_controls')
    const tile = page.locator('article[aria-label="Esstischlampe"]')
    await expect(tile.getByRole('switch')).toBeEnabled()
    await expect
      .poll(
        async () => {
          const all = await pathsKept(page)
          return ['-second.js', '/version', '/snapshot'].every((end) =>
            all.some((path) => path.endsWith(end)),
          )
        },
        { timeout: 40_000 },
      )
      .toBe(true)
    await server.stop('SIGKILL')
    await person.opens('/devices/quick_controls')
    await expect(tile).toBeVisible()
    expect(await buildOf(page)).toBe('2')
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})
