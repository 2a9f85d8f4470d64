// Draws docs/screenshots/ anew from the demo home: `node scripts/screenshots.ts` after a build.
// CHROME_PATH names the browser, if it is not where Debian puts it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { serve } from '../tests/support/serve.ts'

const folder = join(import.meta.dirname, '../docs/screenshots')

const pictures = [
  { name: 'tiles-light', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'phone-dark', width: 360, height: 800, colorScheme: 'dark' },
] as const

/** Signs in as the owner of the demo home, over the login screen. */
async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-Mail').fill('home@gatehouse.test')
  await page.getByLabel('Passwort', { exact: true }).fill('Gatehouse-Home-1')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}

mkdirSync(folder, { recursive: true })
const server = await serve()
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  for (const { name, width, height, colorScheme } of pictures) {
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme,
      locale: 'de-CH',
      reducedMotion: 'reduce',
    })
    await signIn(page, server.url)
    await page.goto(`${server.url}/devices/quick_controls`)
    // The first snapshot brings a few devices; the room is full once all have come.
    await page.getByRole('button', { name: /^Wohnzimmer\s*8/ }).click()
    await page.locator('article').first().waitFor()
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await page.close()
  }
} finally {
  await browser.close()
  await server.remove()
}
