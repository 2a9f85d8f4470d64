import { serve } from '../../../tests/support/serve.ts'
import { call, HOME, signIn } from '../../support/at-home.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person, test } from '../../support/test.ts'

const SECOND = 'Ferienhaus'

const words = {
  ch_DE: {
    when: 'Wenn',
    switch: /Gateway wechseln/,
    byHand: /^Jemand führt sie aus/,
    hand: 'Von Hand ausgeführt',
    time: /^Zu einer Zeit/,
    clock: 'Uhrzeit',
    add: 'Hinzufügen',
    sun: /^Die Sonne geht auf/,
    sunForm: 'Welcher Zeitpunkt der Sonne?',
    missing: 'Ein Teil dieser Seite ist nicht gekommen',
    retry: 'Nochmals versuchen',
    back: 'Zurück',
  },
  ch_EN: {
    when: 'When',
    switch: /Change gateway/,
    byHand: /^Somebody runs it/,
    hand: 'Run by hand',
    time: /^At a time/,
    clock: 'Time of day',
    add: 'Add',
    sun: /^The sun rises/,
    sunForm: 'Which moment of the sun?',
    missing: 'A part of this page did not come',
    retry: 'Try again',
    back: 'Back',
  },
} as const

for (const language of seen('phone')) {
  const say = words[language]

  test(`a scene in the making survives a killed server and a reload, stays in its home, and an address leads to its own: ${language} @phone`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    const first = await serve()
    const port = new URL(first.url).port
    const admin = await signIn(first.url, accounts.admin)
    const home = await signIn(first.url, accounts.home)
    const { data } = (await call(
      first.url,
      admin,
      'GET',
      '/udm/device/fetchGtwWithoutUser?limit=100&models=DOC400',
    )) as { data: { serialNumber: string; connectionStatus: string }[] }
    const free = data.find(({ connectionStatus }) => connectionStatus === 'online')
    await call(first.url, home, 'PUT', `/udm/device/${free?.serialNumber}/assign`, {
      serialNumber: free?.serialNumber,
      userId: home.userId,
      name: SECOND,
      secureId: 'DEMO-SECURE-ID',
    })

    const person = new Person(page, first.url)
    await person.returns(home, language)
    const when = page.getByRole('region', { name: say.when, exact: true })
    const byHand = when.locator('strong', { hasText: say.hand })
    const atTime = when.locator('strong', { hasText: '06:05' })
    const switcher = page.getByRole('button', { name: say.switch })
    const choose = async (name: string): Promise<void> => {
      await switcher.click()
      await page.getByRole('menuitemradio', { name: new RegExp(name) }).click()
      await expect(switcher).toContainText(name)
    }
    let second: Awaited<ReturnType<typeof serve>> | undefined
    try {
      let address = ''
      await test.step('a scene is begun in the first home', async () => {
        await person.opens(`/scenes/scenes_list?home=${HOME}`)
        await page.getByRole('link', { name: 'Gute Nacht' }).first().click()
        await expect(page).toHaveURL(new RegExp(`home=${HOME}`))
        address = page.url().slice(first.url.length)
        await person.opens('/scenes/add_scene')
        await page.getByRole('button', { name: say.byHand }).click()
        await expect(byHand).toBeVisible()
      })

      await test.step('the server is killed and comes back with the same data: nothing is lost', async () => {
        await first.stop('SIGKILL')
        second = await serve({ PORT: port }, first.data)
        await page.reload()
        await expect(byHand).toBeVisible({ timeout: 60_000 })
      })

      await test.step('the second home has a draft of its own', async () => {
        await choose(SECOND)
        await expect(page.getByRole('button', { name: say.time })).toBeVisible()
        await expect(byHand).toHaveCount(0)
        await page.getByRole('button', { name: say.time }).click()
        await page.getByLabel(say.clock).fill('06:05')
        await page
          .getByRole('main')
          .getByRole('dialog')
          .getByRole('button', { name: say.add, exact: true })
          .click()
        await expect(atTime).toBeVisible()
      })

      await test.step('a part that does not come takes nothing along, and comes when it is tried again', async () => {
        await page.context().setOffline(true)
        await page.getByRole('button', { name: say.sun }).click()
        const missing = page.getByRole('alert').filter({ hasText: say.missing })
        await expect(missing).toBeVisible()
        await page.context().setOffline(false)
        await missing.getByRole('button', { name: say.retry }).click()
        const form = page.getByRole('main').getByRole('dialog').filter({ hasText: say.sunForm })
        await form.getByRole('button', { name: say.back, exact: true }).click()
        await expect(atTime).toBeVisible()
      })

      await test.step('a reload stays in the chosen home, with its draft', async () => {
        await page.reload()
        await expect(switcher).toContainText(SECOND)
        await expect(atTime).toBeVisible({ timeout: 30_000 })
        await expect(byHand).toHaveCount(0)
      })

      await test.step('an address of the other home leads there, where its draft waits', async () => {
        await person.opens(address)
        await expect(page.getByRole('heading', { level: 1, name: 'Gute Nacht' })).toBeVisible()
        await expect(switcher).not.toContainText(SECOND)
        await person.opens('/scenes/add_scene')
        await expect(byHand).toBeVisible({ timeout: 30_000 })
        await expect(atTime).toHaveCount(0)
      })
    } finally {
      await (second ?? first).remove()
    }
  })
}
