/**
 * `node scripts/catalogue/contact-sheets.ts --seed 7 --count 60`: draws random models of those that Zigbee2MQTT knows in
 * the built app, as tiles and as pages, on desk and phone, in both languages, many to a picture: for people to look at.
 * The pictures come into .cache/contact-sheets, the seed is printed; the same seed draws the same models again.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { randomOf } from '#gateway/drivers/virtual/random.ts'
import { serve } from '../../tests/support/serve.ts'
import { findBrowser } from '../tasks/browser.ts'
import { optionsOf } from '../tasks/options.ts'
import { type KnownModel, knownModels } from './converters.ts'
import { addressOf, playBridge } from './played-bridge.ts'

const { values } = optionsOf('node scripts/catalogue/contact-sheets.ts [--seed N] [--count N]', {
  options: { seed: { type: 'string' }, count: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Date.now() / 1000))
const count = Number(values.count ?? 60)
const folder = join(import.meta.dirname, '../../.cache/contact-sheets')

type Language = 'ch_DE' | 'ch_EN'
const languages: readonly Language[] = ['ch_DE', 'ch_EN']
/** Of each page so much is shown; how high it is stands above it. */
const HIGHEST = 1500
/** Tiles are drawn as one scrolls: whoever looks from this high sees all of them. */
const ALL_TILES = 16_000
const looks = [
  { name: 'desk', viewport: { width: 1280, height: 900 }, columns: 2, width: 760 },
  { name: 'phone', viewport: { width: 360, height: 780 }, columns: 4, width: 372 },
] as const
type Look = (typeof looks)[number]
/** The tabs of a page that say most. */
const SECTIONS = ['control', 'configuration'] as const

interface Picture {
  title: string
  png: Buffer
}

/** So many of them, each at most once. */
function drawn(models: readonly KnownModel[]): KnownModel[] {
  const random = randomOf(seed)
  const left = [...models]
  return Array.from({ length: Math.min(count, left.length) }).flatMap(() =>
    left.splice(Math.floor(random() * left.length), 1),
  )
}

async function signedIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      identity: 'home@gatehouse.test',
      secret: 'Gatehouse-Home-1',
      externalLogin: false,
    }),
  })
  return answer.text()
}

async function pageFor(browser: Browser, options: BrowserContextOptions, kept: Record<string, string>) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  await context.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
  }, kept)
  return context.newPage()
}

async function still(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('article, [role=tab]').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
}

/** All tiles, in slices as high as a sheet. */
async function tilesOf(page: Page, url: string, { viewport, width }: Look): Promise<Picture[]> {
  await page.setViewportSize({ ...viewport, height: ALL_TILES })
  await page.goto(`${url}/devices/quick_controls?n=${count}`)
  await page.locator('article').first().waitFor()
  await page.waitForFunction((all) => document.querySelectorAll('article').length >= all, count)
  await still(page)
  const left = await leftOf(page)
  const last = await page.locator('article').last().boundingBox()
  const bottom = (last?.y ?? 0) + (last?.height ?? 0) + 16
  const slice = Math.floor((HIGHEST * (viewport.width - left)) / width)
  const pictures: Picture[] = []
  for (let y = 0; y < bottom; y += slice) {
    const clip = { x: left, y, width: viewport.width - left, height: Math.min(slice, bottom - y) }
    pictures.push({ title: `tiles ${pictures.length + 1}`, png: await page.screenshot({ clip }) })
  }
  await page.setViewportSize(viewport)
  return pictures
}

/** The menu at the side says the same everywhere. */
const leftOf = async (page: Page): Promise<number> =>
  (await page.locator('main').first().boundingBox())?.x ?? 0

async function pageOf(page: Page, url: string, id: string, section: string, { viewport, name }: Look) {
  await page.goto(`${url}/devices/device/${id}?section=${section}`)
  await still(page)
  const x = name === 'desk' ? await leftOf(page) : 0
  const y = (await page.locator('main').first().boundingBox())?.y ?? 0
  const height = await page.evaluate(() => {
    const { bottom = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {}
    const lowest = [...document.querySelectorAll('main *')].map((one) => one.getBoundingClientRect().bottom)
    return Math.ceil(Math.min(bottom, Math.max(...lowest)) + scrollY)
  })
  const clip = { x, y, width: viewport.width - x, height: Math.min(height - y, HIGHEST) }
  return { title: `${height} px`, png: await page.screenshot({ fullPage: true, clip }) }
}

/** Width and height stand in the head of a PNG. */
const heightOf = ({ png }: Picture, width: number): number =>
  (png.readUInt32BE(20) * width) / png.readUInt32BE(16) + 22

/** Pictures one below the other in columns, as many sheets as it takes. */
async function sheets(
  browser: Browser,
  pictures: readonly Picture[],
  { columns, width }: Look,
  name: string,
): Promise<void> {
  const filled: { pictures: Picture[]; height: number }[] = []
  for (const picture of pictures) {
    const height = heightOf(picture, width)
    const last = filled.at(-1)
    if (last && last.height + height <= HIGHEST + 60) {
      last.pictures.push(picture)
      last.height += height
    } else filled.push({ pictures: [picture], height })
  }
  for (let at = 0; at < filled.length; at += columns) {
    const shown = filled.slice(at, at + columns).map((column) => column.pictures)
    await draw(browser, shown, width, join(folder, `${name}-${at / columns}.png`))
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

async function draw(browser: Browser, columns: readonly Picture[][], width: number, path: string) {
  const figures = (pictures: readonly Picture[]): string =>
    pictures
      .map(
        ({ title, png }) =>
          `<figcaption>${escaped(title)}</figcaption><img src="data:image/png;base64,${png.toString('base64')}">`,
      )
      .join('')
  const page = await browser.newPage({ viewport: { width: columns.length * (width + 8), height: 400 } })
  await page.setContent(
    `<style>body{margin:0;display:flex;gap:8px;align-items:start;font:12px sans-serif;background:#555;color:#fff}
    div{width:${width}px}figcaption{height:18px;overflow:hidden;white-space:nowrap}img{width:100%;display:block;margin-bottom:4px}</style>
    ${columns.map((column) => `<div>${figures(column)}</div>`).join('')}`,
  )
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  await page.screenshot({ path, fullPage: true })
  await page.close()
}

const models = drawn(knownModels())
console.log(`${models.length} models of seed ${seed}`)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const bridge = await playBridge(models, seed)
const server = await serve({ GATEHOUSE_ZIGBEE2MQTT: bridge.url, GATEHOUSE_CONNECTS: '1000' })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
try {
  const session = await signedIn(server.url)
  for (const look of looks) {
    for (const language of languages) {
      const page = await pageFor(
        browser,
        { viewport: look.viewport, hasTouch: look.name === 'phone' },
        {
          'gatehouse.session': session,
          'gatehouse.gateway': 'ZIGBEE2MQTT',
          'gatehouse.language': language,
        },
      )
      const tiles = await tilesOf(page, server.url, look)
      await sheets(browser, tiles, look, `${look.name}-tiles-${language}`)
      // Each model's page is seen on the desk in one language and on the phone in the other one.
      const odd = (language === 'ch_DE') === (look.name === 'desk') ? 0 : 1
      const pictures: Picture[] = []
      for (const [index, { vendor, model, definition }] of models.entries()) {
        if (index % 2 !== odd) continue
        for (const section of SECTIONS) {
          const { title, png } = await pageOf(page, server.url, addressOf(index), section, look)
          const about = `${index} ${vendor} ${model}: ${definition.description ?? ''}`
          pictures.push({ title: `${title} ${section} ${about}`, png })
        }
      }
      await sheets(browser, pictures, look, `${look.name}-pages-${language}`)
      await page.context().close()
    }
  }
  console.log(folder)
} finally {
  await browser.close()
  await server.remove()
  await bridge.stop()
}
