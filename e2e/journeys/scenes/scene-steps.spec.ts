import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    byHand: 'Jemand führt sie aus',
    act: 'Etwas tun',
    addAction: 'Aktion hinzufügen',
    aDevice: 'Gerät',
    lamp: 'Küche Deckenlicht',
    light: /^Licht/,
    level: /^Helligkeit/,
    when: 'Wenn sie an der Reihe ist',
    often: 'Wie oft',
    times: 'Anzahl',
    pause: '1 Sekunde',
    asked: 'Nur wenn',
    otherwise: 'Sonst',
    aStatus: /^Ein Status des Hauses gilt/,
    add: 'Hinzufügen',
    done: 'Fertig',
    finish: 'Fertigstellen',
    name: 'Name der Szene',
    on: 'Szene einschalten',
    run: 'Ausführen',
    told: [/^Nur wenn: der Status «.+» ist eingeschaltet$/, /^Sonst$/, /^2-mal, im Abstand von 1\sSekunde$/],
    story: [/^das war (so|nicht so)/, /^(nicht nötig|2-mal ausgeführt)$/],
  },
  ch_EN: {
    byHand: 'Somebody runs it',
    act: 'Do something',
    addAction: 'Add an action',
    aDevice: 'Device',
    lamp: 'Küche Deckenlicht',
    light: /^Light/,
    level: /^Brightness/,
    when: 'When its turn comes',
    often: 'How often',
    times: 'Times',
    pause: '1 second',
    asked: 'Only if',
    otherwise: 'Otherwise',
    aStatus: /^A status of the home/,
    add: 'Add',
    done: 'Done',
    finish: 'Finish',
    name: 'Name of the scene',
    on: 'Switch the scene on',
    run: 'Run',
    told: [/^Only if: the status “.+” is on$/, /^Otherwise$/, /^2 times, 1\ssecond apart$/],
    story: [/^that was (so|not so)/, /^(not necessary|done 2 times)$/],
  },
} as const

const home = ownHome()

for (const language of seen('desk')) {
  const say = words[language]

  // decision 0205
  test(`a scene does one thing if something is so, otherwise another one several times: ${language} @phone`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    const person = new Person(page, home.url)
    const offer = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
    const panel = page.getByRole('main').getByRole('dialog')
    const pick = async (value: RegExp) => {
      await panel.getByRole('button', { name: say.aDevice, exact: true }).click()
      await panel.getByRole('button', { name: say.lamp }).click()
      await panel.getByRole('button', { name: value }).click()
    }
    const name = `Steps ${language}`

    await test.step('the first step asks for a status', async () => {
      await person.returns(home.session, language)
      await person.opens('/scenes/add_scene')
      await offer(say.byHand).click()
      await offer(say.act).click()
      await pick(say.light)
      await panel.getByLabel(say.when, { exact: true }).selectOption('if')
      const asked = page.getByRole('region', { name: say.asked, exact: true })
      await expect(asked).toBeVisible()
      expect(await person.findings()).toEqual([])
      await asked.getByRole('button', { name: say.aStatus }).click()
      await panel.getByRole('button', { name: say.add, exact: true }).click()
      await expect(asked.getByRole('listitem').first().getByRole('button')).toHaveCount(2)
      expect(await person.findings()).toEqual([])
    })

    await test.step('the second comes otherwise, and twice', async () => {
      await offer(say.addAction).click()
      await offer(say.act).click()
      await pick(say.level)
      await panel.getByLabel(say.when, { exact: true }).selectOption('otherwise')
      await panel.getByLabel(say.often, { exact: true }).selectOption('times')
      await panel.getByLabel(say.times, { exact: true }).fill('2')
      await panel.getByRole('button', { name: say.pause, exact: true }).click()
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: say.done, exact: true }).click()
      await expect(page.getByRole('region', { name: say.otherwise, exact: true })).toBeVisible()
      expect(await person.findings()).toEqual([])
      await page.getByRole('button', { name: say.finish, exact: true }).click()
      await page.getByLabel(say.name).fill(name)
      await page.getByRole('button', { name: say.on, exact: true }).click()
      await page.waitForURL('**/scenes/scenes_list**')
    })

    await test.step('its page tells it, and its run what came of each', async () => {
      const link = await page.getByRole('link', { name }).getAttribute('href')
      await person.opens(String(link))
      for (const line of say.told) await expect(page.getByText(line).first()).toBeVisible()
      await page.getByRole('button', { name: say.run, exact: true }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: say.run, exact: true }).click()
      for (const line of say.story)
        await expect(page.locator('details small', { hasText: line }).first()).toBeVisible({
          timeout: 20_000,
        })
      expect(await person.findings()).toEqual([])
    })
  })
}
