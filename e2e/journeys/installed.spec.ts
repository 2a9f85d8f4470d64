import { expect, test } from '../support/test.ts'

interface Manifest {
  lang: string
  start_url: string
  icons: { src: string; sizes: string; type: string }[]
}

for (const [language, lang] of [
  ['ch_DE', 'de-CH'],
  ['ch_EN', 'en-CH'],
] as const)
  test(`the app can be installed: the browser accepts its manifest and draws each icon, ${language} @phone`, async ({
    person,
  }) => {
    const { page } = person
    await person.speaks(language)
    await person.opens('/login')
    const browser = await page.context().newCDPSession(page)
    const { url, errors, data } = await browser.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(url).toContain(`/app.${language}.webmanifest`)
    const { icons, ...manifest }: Manifest = JSON.parse(data ?? '')
    expect(manifest).toMatchObject({ lang, start_url: '/' })

    const own = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
    const drawn = (src: string) =>
      page.evaluate(async (from) => {
        const image = new Image()
        image.src = from
        await image.decode()
        return `${image.naturalWidth}x${image.naturalHeight}`
      }, src)
    for (const { src, sizes, type } of icons) {
      const size = await drawn(src)
      if (type === 'image/png') expect(`${src} ${size}`).toBe(`${src} ${sizes}`)
    }
    expect(await drawn(own ?? '')).toBe('180x180')
  })
