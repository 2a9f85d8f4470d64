import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    sun: 'Die Sonne geht auf oder unter',
    next: /^Das nächste Mal in Winterthur: /,
    before: 'Davor',
    sentence: '30 Minuten vor Sonnenuntergang, täglich',
    device: 'Ein Gerät meldet etwas',
    climate: 'Klima Kinderzimmer',
    between: 'Liegt zwischen',
    from: 'Von',
    to: 'Bis',
    high: 'Geben Sie einen Wert ein, der höher ist als der erste.',
    range: 'zwischen 18',
    which: 'Was zählt',
    humidity: 'Luftfeuchte',
    rises: 'Steigt um',
    by: 'Um wie viel oder mehr',
    tenMinutes: '10 Minuten',
    risen: 'steigt innert 10 Minuten um 15',
    atATime: 'Zu einer Zeit',
    yearly: 'Jedes Jahr',
    date: 'Tag',
    month: 'Monat',
    clock: 'Uhrzeit',
    christmas: 'Jedes Jahr am 24. Dezember um 07:00',
    add: 'Hinzufügen',
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
  },
  ch_EN: {
    sun: 'The sun rises or sets',
    next: /^Next in Winterthur: /,
    before: 'Before',
    sentence: '30 minutes before sunset, every day',
    device: 'A device reports something',
    climate: 'Klima Kinderzimmer',
    between: 'Is between',
    from: 'From',
    to: 'To',
    high: 'Enter a value that is higher than the first one.',
    range: 'between 18',
    which: 'What counts',
    humidity: 'Humidity',
    rises: 'Rises by',
    by: 'By how much or more',
    tenMinutes: '10 minutes',
    risen: 'rises by 15',
    atATime: 'At a time',
    yearly: 'Every year',
    date: 'Day',
    month: 'Month',
    clock: 'Time of day',
    christmas: 'Every year on 24 December at 07:00',
    add: 'Add',
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
  },
} as const

const home = ownHome()

for (const language of seen('phone')) {
  const say = words[language]

  // decisions 0173 and 0206
  test(`a scene begins by the sun, by values and on a day of the year, and is told in words: ${language} @phone-at-night`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    const offer = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
    const panel = page.getByRole('main').getByRole('dialog')
    const when = page.getByRole('region', { name: say.when, exact: true })
    const add = panel.getByRole('button', { name: say.add, exact: true })
    const name = `Sun ${language}`

    await test.step('by the sun: it says when that is next', async () => {
      await person.returns(home.session, language)
      await person.opens('/scenes/add_scene')
      await offer(say.sun).click()
      await panel.getByRole('radio', { name: say.before, exact: true }).click()
      await expect(panel.getByText(say.next)).toBeVisible()
      expect(await person.findings()).toEqual([])
      await add.click()
      await expect(when.locator('strong', { hasText: say.sentence })).toBeVisible()
    })

    await test.step('by a value between two, the right way round', async () => {
      await offer(say.device).click()
      await panel.getByRole('button', { name: say.climate }).click()
      await panel.getByRole('radio', { name: say.between, exact: true }).click()
      await panel.getByLabel(say.from, { exact: true }).fill('18')
      await panel.getByLabel(say.to, { exact: true }).fill('16')
      await add.click()
      await expect(panel.getByText(say.high)).toBeVisible()
      expect(await person.findings()).toEqual([])
      await panel.getByLabel(say.to, { exact: true }).fill('22')
      await add.click()
      await expect(when.locator('strong', { hasText: say.range })).toBeVisible()
    })

    // decision 0206
    await test.step('by how much a value rises in a time', async () => {
      await offer(say.device).click()
      await panel.getByRole('button', { name: say.climate }).click()
      await panel.getByLabel(say.which, { exact: true }).selectOption({ label: say.humidity })
      await panel.getByRole('radio', { name: say.rises, exact: true }).click()
      await panel.getByLabel(say.by, { exact: true }).fill('15')
      await panel.getByRole('button', { name: say.tenMinutes, exact: true }).click()
      expect(await person.findings()).toEqual([])
      await add.click()
      await expect(when.locator('strong', { hasText: say.risen })).toBeVisible()
    })

    await test.step('on a day of every year', async () => {
      await offer(say.atATime).click()
      await panel.getByRole('radio', { name: say.yearly, exact: true }).click()
      await panel.getByLabel(say.date, { exact: true }).fill('24')
      await panel.getByLabel(say.month, { exact: true }).selectOption('12')
      await panel.getByLabel(say.clock, { exact: true }).fill('07:00')
      expect(await person.findings()).toEqual([])
      await add.click()
      await expect(when.locator('strong', { hasText: say.christmas })).toBeVisible()
    })

    await test.step('a reload in the midst loses nothing', async () => {
      await page.reload()
      await expect(when.locator('strong', { hasText: say.sentence })).toBeVisible()
      await expect(when.locator('strong', { hasText: say.range })).toBeVisible()
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

    await test.step('its page tells it as it was meant', async () => {
      const link = await page.getByRole('link', { name }).getAttribute('href')
      await person.opens(String(link))
      await expect(page.getByText(say.sentence).first()).toBeVisible()
      for (const line of [say.range, say.risen, say.christmas])
        await expect(page.getByText(line).first()).toBeVisible()
      expect(await person.findings()).toEqual([])
    })
  })
}
