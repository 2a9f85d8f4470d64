import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    called: 'Eine Adresse wird aufgerufen',
    who: 'Wer aufruft',
    caller: 'Türsprechanlage',
    sentence: '«Türsprechanlage» ruft auf',
    add: 'Hinzufügen',
    make: 'Adresse erstellen',
    once: 'Die Adresse wird nur jetzt angezeigt.',
    renew: 'Neue Adresse',
    sure: 'Neue Adresse erstellen?',
    never: 'Noch niemand hat sie aufgerufen.',
    back: 'Zurück',
    onward: 'Weiter zu den Aktionen',
    act: 'Etwas tun',
    aDevice: 'Gerät',
    lamp: 'Küche Deckenlicht',
    level: /^Helligkeit/,
    done: 'Fertig',
    finish: 'Fertigstellen',
    name: 'Name der Szene',
    on: 'Szene einschalten',
    when: 'Wenn',
    runs: 'Letzte Läufe',
    more: 'Mehr zu Zu Hause',
    ofStatus: 'Adresse für Aufrufe',
    byCall: 'durch einen Aufruf der Adresse',
    close: 'Schliessen',
  },
  ch_EN: {
    called: 'An address is called',
    who: 'Who calls',
    caller: 'Door intercom',
    sentence: '“Door intercom” calls',
    add: 'Add',
    make: 'Make address',
    once: 'The address is shown only now.',
    renew: 'New address',
    sure: 'Make a new address?',
    never: 'Nobody has called it yet.',
    back: 'Back',
    onward: 'On to the actions',
    act: 'Do something',
    aDevice: 'Device',
    lamp: 'Küche Deckenlicht',
    level: /^Brightness/,
    done: 'Done',
    finish: 'Finish',
    name: 'Name of the scene',
    on: 'Switch the scene on',
    when: 'When',
    runs: 'Last runs',
    more: 'More for At home',
    ofStatus: 'Address for calls',
    byCall: 'by a call of its address',
    close: 'Close',
  },
} as const

const home = ownHome()

for (const language of seen('phone')) {
  const say = words[language]

  // decision 0214
  test(`a scene begins, and somebody comes home, by a call from elsewhere: ${language} @phone @night`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    const offer = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
    const panel = page.getByRole('main').getByRole('dialog')
    const when = page.getByRole('region', { name: say.when, exact: true })
    const name = `Call ${language}`
    /** As a machine calls that has nothing but the address. */
    const call = async (url: string) => (await fetch(url, { method: 'POST' })).status
    const addresses = async (there: typeof panel) => await there.locator('code').allTextContents()
    let old = ''

    await test.step('the call is added, and its address is made', async () => {
      await person.returns(home.session, language)
      await person.opens('/scenes/add_scene')
      await offer(say.called).click()
      await panel.getByLabel(say.who).fill(say.caller)
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: say.add, exact: true }).click()
      await panel.getByRole('button', { name: say.make, exact: true }).click()
      await expect(panel.getByText(say.once)).toBeVisible()
      expect(await person.findings()).toEqual([])
      old = (await addresses(panel))[0] ?? ''
      // The scene is not saved yet.
      expect(await call(old)).toBe(404)
    })

    await test.step('a reload does not tell it again', async () => {
      await page.reload()
      await expect(panel.getByText(say.never)).toBeVisible()
      expect(await addresses(panel)).toEqual([])
      expect(await person.findings()).toEqual([])
    })

    let url = ''
    await test.step('another one takes its place', async () => {
      await panel.getByRole('button', { name: say.renew, exact: true }).click()
      await page
        .getByRole('dialog', { name: say.sure })
        .getByRole('button', { name: say.renew, exact: true })
        .click()
      await expect(panel.getByText(say.once)).toBeVisible()
      url = (await addresses(panel))[0] ?? ''
      expect(url).not.toBe(old)
      await panel.getByRole('button', { name: say.back, exact: true }).click()
      await expect(when.locator('strong', { hasText: say.sentence })).toBeVisible()
    })

    await test.step('what it does, and its name', async () => {
      await page.getByRole('button', { name: say.onward, exact: true }).click()
      await offer(say.act).click()
      await panel.getByRole('button', { name: say.aDevice, exact: true }).click()
      await panel.getByRole('button', { name: say.lamp }).click()
      await panel.getByRole('button', { name: say.level }).click()
      await panel.getByRole('button', { name: say.done, exact: true }).click()
      await page.getByRole('button', { name: say.finish, exact: true }).click()
      await page.getByLabel(say.name).fill(name)
      await page.getByRole('button', { name: say.on, exact: true }).click()
      await page.waitForURL('**/scenes/scenes_list**')
    })

    await test.step('it runs when it is called, and its page says by whom', async () => {
      expect(await call(old)).toBe(404)
      expect(await call(url)).toBe(202)
      const link = await page.getByRole('link', { name }).getAttribute('href')
      await person.opens(String(link))
      const runs = page.getByRole('region', { name: say.runs, exact: true })
      await expect(runs.getByText(say.sentence).first()).toBeVisible({ timeout: 30_000 })
      expect(await person.findings()).toEqual([])
    })

    await test.step('a phone says that somebody is at home', async () => {
      await person.opens('/scenes/statuses')
      await page.getByRole('button', { name: say.more, exact: true }).click()
      await page.getByRole('menuitem', { name: say.ofStatus }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: say.make, exact: true }).click()
      await expect(dialog.locator('code')).toHaveCount(2)
      expect(await person.findings()).toEqual([])
      const [on = '', off = ''] = await addresses(dialog)
      expect([await call(off), await call(on)]).toEqual([202, 202])
      await dialog.getByRole('button', { name: say.close, exact: true }).first().click()
      await expect(page.getByText(say.byCall).first()).toBeVisible()
    })
  })
}
