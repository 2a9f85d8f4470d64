import { serve } from '../../tests/support/serve.ts'
import { HOME, signIn } from '../support/at-home.ts'
import { accounts, Person, test } from '../support/test.ts'
import { wholeSettings } from '../support/whole-settings.ts'

test('one', async ({ page }) => {
  test.setTimeout(200_000)
  const served = await serve({ GATEHOUSE_CONNECTS: '1000', GATEHOUSE_SETTINGS: wholeSettings() })
  const person = new Person(page, served.url)
  for (const step of (process.env.ONE ?? '').split(';')) {
    const [who = 'home', width = '1280', language = 'ch_DE', path = '/'] = step.split(',')
    await page.setViewportSize({ width: Number(width), height: 900 })
    await person.returns(await signIn(served.url, accounts[who as 'home']), language as 'ch_DE', who === 'home' ? HOME : undefined)
    await person.opens(path)
    await page.waitForTimeout(2500)
    console.log(path, await page.evaluate(() => {
      const w = document.documentElement.clientWidth
      return [...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > w + 1).slice(0, 8).map((e) => `${e.localName}.${(e as HTMLElement).className} ${Math.round(e.getBoundingClientRect().left)}-${Math.round(e.getBoundingClientRect().right)}`).join('\n')
    }))
    await page.screenshot({ path: `/tmp/one${path.replaceAll('/', '_')}-${width}.png`, fullPage: true })
  }
  await served.stop()
})
