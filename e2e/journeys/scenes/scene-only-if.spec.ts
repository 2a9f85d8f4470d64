import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    device: 'Ein Gerät meldet etwas',
    climate: 'Klima Kinderzimmer',
    value: 'Wert',
    add: 'Hinzufügen',
    open: 'Nur wenn …',
    title: 'Nur wenn',
    state: 'Ein Gerät ist in einem Zustand',
    lamp: 'Küche Deckenlicht',
    time: /^Es ist eine bestimmte Zeit/,
    from: 'Von',
    to: 'Bis',
    evening: /^Es ist zwischen Sonnenuntergang und 06:00$/,
    several: /^Mehrere, die als eine zählen/,
    group: 'Mehrere, die als eine zählen',
    status: /^Ein Status des Hauses gilt/,
    dates: /^Es ist eine bestimmte Jahreszeit/,
    firstDay: 'Erster Tag',
    onward: 'Weiter zu den Aktionen',
    act: 'Etwas tun',
    aDevice: 'Gerät',
    level: /^Helligkeit/,
    done: 'Fertig',
    finish: 'Fertigstellen',
    name: 'Name der Szene',
    on: 'Szene einschalten',
    step: /^Entfernen: (?!Mehrere)/,
    told: 'Nur wenn dann alles davon gilt',
    wait: 'Warten',
    until: 'sobald etwas so ist',
    asSoonAs: 'Sobald',
    end: 'Szene beenden',
    waits: /^Höchstens 10 Sekunden warten auf: .*; sonst aufhören$/,
  },
  ch_EN: {
    device: 'A device reports something',
    climate: 'Klima Kinderzimmer',
    value: 'Value',
    add: 'Add',
    open: 'Only if …',
    title: 'Only if',
    state: 'A device is in a certain state',
    lamp: 'Küche Deckenlicht',
    time: /^It is a certain time(?! of)/,
    from: 'From',
    to: 'To',
    evening: /^It is between sunset and 06:00$/,
    several: /^Several that count as one/,
    group: 'Several that count as one',
    status: /^A status of the home/,
    dates: /^It is a certain time of the year/,
    firstDay: 'First day',
    onward: 'On to the actions',
    act: 'Do something',
    aDevice: 'Device',
    level: /^Brightness/,
    done: 'Done',
    finish: 'Finish',
    name: 'Name of the scene',
    on: 'Switch the scene on',
    step: /^Remove: (?!Several)/,
    told: 'Only if all of this holds then',
    wait: 'Wait',
    until: 'as soon as something is so',
    asSoonAs: 'As soon as',
    end: 'End the scene',
    waits: /^Wait 10 seconds at most for: .*; otherwise stop$/,
  },
} as const

const home = ownHome()

for (const language of seen('phone')) {
  const say = words[language]

  // decision 0168
  test(`a scene asks before it runs, and is told in words: ${language} @phone-at-night`, async ({ page }) => {
    const person = new Person(page, home.url)
    const offer = (name: string | RegExp) =>
      page.getByRole('button', { name: typeof name === 'string' ? new RegExp(`^${name}`) : name })
    const panel = page.getByRole('main').getByRole('dialog')
    const only = page.getByRole('region', { name: say.title, exact: true })
    const add = panel.getByRole('button', { name: say.add, exact: true })
    const name = `Asks ${language}`

    await test.step('only what begins can be asked about', async () => {
      await person.returns(home.session, language)
      await person.opens('/scenes/add_scene')
      await expect(offer(say.device)).toBeVisible()
      await expect(page.getByRole('button', { name: say.open })).toHaveCount(0)
      await offer(say.device).click()
      await panel.getByRole('button', { name: say.climate }).click()
      await panel.getByLabel(say.value, { exact: true }).fill('20')
      await add.click()
      await page.getByRole('button', { name: say.open }).click()
      await expect(only.getByRole('button', { name: say.dates })).toBeVisible()
      expect(await person.findings()).toEqual([])
    })

    await test.step('that a lamp is on, and that it is dark', async () => {
      await offer(say.state).click()
      await panel.getByRole('button', { name: say.lamp }).click()
      await add.click()
      await expect(only.locator('strong', { hasText: say.lamp })).toBeVisible()
      await only.getByRole('button', { name: say.time }).click()
      await panel.getByLabel(say.from, { exact: true }).selectOption('sunset')
      await expect(panel.getByLabel(say.to, { exact: true })).toBeVisible()
      expect(await person.findings()).toEqual([])
      await add.click()
      await expect(only.locator('strong', { hasText: say.evening })).toBeVisible()
    })

    await test.step('or one of several: a status, or a time of the year', async () => {
      await only.getByRole('button', { name: say.several }).click()
      const group = only.getByRole('region', { name: say.group })
      await group.getByRole('button', { name: say.status }).click()
      await add.click()
      await group.getByRole('button', { name: say.dates }).click()
      await expect(panel.getByLabel(say.firstDay, { exact: true })).toBeVisible()
      expect(await person.findings()).toEqual([])
      await add.click()
      await expect(group.getByRole('button', { name: say.step })).toHaveCount(2)
      expect(await person.findings()).toEqual([])
    })

    await test.step('a reload in the midst loses nothing', async () => {
      await page.reload()
      await expect(only.locator('strong', { hasText: say.evening })).toBeVisible()
      const group = only.getByRole('region', { name: say.group })
      await expect(group.getByRole('button', { name: say.step })).toHaveCount(2)
    })

    // decision 0202
    await test.step('it waits until a status is so, and ends where that does not come', async () => {
      await page.getByRole('button', { name: say.onward, exact: true }).last().click()
      await offer(say.wait).click()
      await panel.getByRole('radio', { name: say.until }).check()
      expect(await person.findings()).toEqual([])
      await add.click()
      const until = page.getByRole('region', { name: say.asSoonAs, exact: true })
      await until.getByRole('button', { name: say.status }).click()
      await add.click()
      await until.getByRole('radio', { name: say.end }).check()
      await page.reload()
      await expect(until.getByRole('radio', { name: say.end })).toBeChecked()
      expect(await person.findings()).toEqual([])
    })

    await test.step('what it does, and its name', async () => {
      await page.getByRole('button', { name: say.onward, exact: true }).last().click()
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
      await expect(page.getByRole('heading', { name: say.told })).toBeVisible()
      await expect(page.getByText(say.evening).first()).toBeVisible()
      await expect(page.getByText(say.waits)).toBeVisible()
      expect(await person.findings()).toEqual([])
    })
  })
}
