import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../../../tests/support/serve.ts'
import { accounts, expect, Person, test, words } from '../../support/test.ts'

const texts = [
  ['/agb', 'ch_DE', 'Allgemeine Geschäftsbedingungen', 'de-CH'],
  ['/en/terms-of-service', 'ch_DE', 'Terms of service', 'en-CH'],
  ['/de/datenschutz', 'ch_EN', 'Datenschutz', 'de-CH'],
  ['/en/privacy-policy', 'ch_EN', 'Privacy policy', 'en-CH'],
  ['/manual', 'ch_DE', 'Anleitung', 'de-CH'],
  ['/manual', 'ch_EN', 'Manual', 'en-CH'],
] as const

for (const [path, language, title, lang] of texts) {
  // 1.2-019 1.2-020 1.2-021 1.2-022 1.2-033
  test(`${path} is read without a session, in ${language} @phone @night`, async ({ person }) => {
    await person.speaks(language)
    await person.opens(path)
    await expect(person.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(person.page.locator('article')).toHaveAttribute('lang', lang)
    await expect(person.page.getByRole('heading', { level: 2 }).nth(3)).toBeVisible()
    expect(await person.findings()).toEqual([])
  })
}

test('sign-in leads to the texts in the language that is spoken, and they lead back @night', async ({
  person,
}) => {
  const { page } = person
  await person.speaks('ch_EN')
  await person.opens('/login')
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL(/\/en\/privacy-policy$/)
  await page.goBack()
  await expect(page.getByRole('button', { name: words.ch_EN.signIn, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('link', { name: 'AGB' }).click()
  await expect(page).toHaveURL(/\/agb$/)
  await page.getByRole('link', { name: 'Gatehouse' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

// 1.2-023 1.2-024
test('B-05 3.8-037 a QR code is drawn from the address, anything else is refused @night @phone', async ({
  person,
}) => {
  const { page } = person
  await person.speaks('ch_EN')
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 21, height: 21 })
    const pen = canvas.getContext('2d')
    for (let at = 0; at < 21 * 21; at += 2) pen?.fillRect(at % 21, Math.floor(at / 21), 1, 1)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const safe = picture.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  await person.opens(`/qr-code?code=${safe}`)
  const shown = page.getByRole('img', { name: 'QR code to scan' })
  await expect(shown).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(21)
  expect(await person.findings()).toEqual([])

  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64url')
  for (const code of [svg, '', 'data:text/html,hello', safe.slice(0, 8), `${safe.slice(0, 40)}AAAA`]) {
    await person.opens(`/qr-code?code=${encodeURIComponent(code)}`)
    await expect(page.getByRole('heading', { name: 'The picture cannot be shown' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code to scan' })).toHaveCount(0)
    expect(await person.findings()).toEqual([])
  }
  expect(loaded.filter((url) => url.startsWith('data:'))).toEqual([])
})

// 1.2-016 1.2-017 1.2-028
test('A-07 B-06 what the policy page is told stays in memory; foreign addresses are not opened @night', async ({
  person,
}) => {
  const { page } = person
  await person.speaks('ch_EN')
  await person.opens(
    '/privacy_policy?ident=home@gatehouse.test&sec=Secret-77&url=https://evil.example/policy',
  )
  await expect(page).toHaveURL(/\/privacy_policy$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
  await page.getByRole('button', { name: 'Read the linked version' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Read the linked version' }).click()
  await expect(page.getByLabel('Notices').getByText(/does not belong to this service/)).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
  await page.getByRole('button', { name: 'Continue to the terms' }).click()
  await expect(page).toHaveURL(/\/accept_privacy_and_tos$/)
  await expect(page.getByRole('heading', { name: 'Please accept' })).toBeFocused()
  expect(await page.content()).not.toContain('Secret-77')
  expect(await person.findings()).toEqual([])
})

/** A server whose deployment says something of its own. */
async function deployed(flags: Record<string, unknown>, data?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-settings-'))
  const file = join(folder, 'settings.json')
  writeFileSync(file, JSON.stringify({ flags }))
  const server = await serve({ GATEHOUSE_SETTINGS: file }, data)
  return {
    ...server,
    async end() {
      await server.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// 1.4-058 1.4-059 1.2-018 1.6-079
test('B-04 changed terms: sign-in asks to accept them, shows them without scripts, and goes on @phone-at-night', async ({
  page,
}) => {
  const first = await serve()
  await first.stop()
  const server = await deployed(
    {
      TOS_PP_HTML:
        '<h2>House rules</h2><p onclick="alert(1)">Be kind.</p><script>window.top.broken = 1</script>',
    },
    first.data,
  )
  try {
    const person = new Person(page, server.url)
    await person.speaks('ch_EN')
    await person.opens('/login')
    await page.getByLabel(words.ch_EN.user).fill(accounts.home.identity)
    await page.getByLabel(words.ch_EN.secret, { exact: true }).fill(accounts.home.secret)
    await page.getByRole('button', { name: words.ch_EN.signIn, exact: true }).click()
    await expect(page).toHaveURL(/\/accept_privacy_and_tos$/)
    expect(await person.findings()).toEqual([])

    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Read the terms' }).click()
    const text = await opened
    const frame = text.locator('iframe')
    await expect(frame).toBeVisible()
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-scripts')
    await expect(text.frameLocator('iframe').getByText('Be kind.')).toBeVisible()
    expect(await text.evaluate(() => 'broken' in window)).toBe(false)
    // The frame would run none of it; the server has not even sent it.
    const sent = await text.frameLocator('iframe').locator('body').innerHTML()
    expect(sent).toContain('Be kind.')
    expect(sent).not.toMatch(/<script|onclick/i)
    await text.close()

    await page.getByRole('button', { name: 'Accept and sign in' }).click()
    await expect(page.getByText(/Please tick: I accept the terms/)).toBeVisible()
    await page.getByLabel('I accept the terms of service.').check()
    await page.getByLabel(/I have read how my data/).check()
    await page.getByRole('button', { name: 'Accept and sign in' }).click()
    await page.waitForURL((url) => !/\/(login|accept)/.test(url.pathname))
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    expect(kept).not.toContain(accounts.home.secret)
  } finally {
    await server.end()
  }
})

// 1.2-008 1.6-077 1.6-080
test('a deployment keeps its texts elsewhere and has no registration of its own @night', async ({ page }) => {
  const server = await deployed({
    EXTERNAL_LOGIN: true,
    TOS_PRIVACY: { terms: 'https://portal.example/terms', privacy: 'https://portal.example/privacy' },
  })
  try {
    const person = new Person(page, server.url)
    await person.speaks('ch_EN')
    await person.opens('/en/terms-of-service')
    // B-06: nobody leaves without having read where to.
    await expect(page.getByRole('link', { name: 'Read it at portal.example' })).toHaveAttribute(
      'href',
      'https://portal.example/terms',
    )
    expect(await person.findings()).toEqual([])
    await person.opens('/login')
    await expect(page.getByRole('button', { name: words.ch_EN.signIn, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create an account' })).toHaveCount(0)
    await person.opens('/register')
    await expect(page).toHaveURL(/\/login$/)
  } finally {
    await server.end()
  }
})
