import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    device: 'Ein Gerät meldet etwas',
    heat: 'Wassermelder Bad',
    add: 'Hinzufügen',
    time: 'Zu einer Zeit',
    past: 'Dieser Zeitpunkt ist schon vorbei.',
    once: 'Einmal',
    weekly: 'Jede Woche',
    date: 'Datum',
    clock: 'Uhrzeit',
    status: 'Der Status des Hauses ändert sich',
    twice: 'Auf diesen Wert dieses Geräts reagiert die Szene schon.',
    back: 'Zurück',
    all: 'Alles zusammen',
    one: 'Eines genügt',
    onward: 'Weiter zu den Aktionen',
    act: 'Etwas tun',
    aDevice: 'Gerät',
    lamp: 'Küche Deckenlicht',
    level: /^Helligkeit/,
    message: 'Nachricht',
    push: /^Push-Nachricht/,
    title: 'Titel',
    done: 'Fertig',
    attempt: 'Diesen Schritt ausprobieren',
    really: /wirklich ausführen/,
    yes: 'Ausprobieren',
    confirmed: 'bestätigt',
    wait: 'Warten',
    seconds: '30 Sekunden',
    move: /^«Aktionen 1» verschieben/,
    finish: 'Fertigstellen',
    name: 'Name der Szene',
    on: 'Szene einschalten',
    taken: 'Eine andere Szene heisst schon so.',
    save: 'Speichern',
    changed: 'Jemand anderes hat diese Szene inzwischen geändert.',
    theirs: 'Was geändert wurde',
    mine: 'Meine speichern',
    when: 'Wenn',
    does: 'Dann',
    pause: '30 Sekunden warten',
  },
  ch_EN: {
    device: 'A device reports something',
    heat: 'Wassermelder Bad',
    add: 'Add',
    time: 'At a time',
    past: 'This moment has already passed.',
    once: 'Once',
    weekly: 'Every week',
    date: 'Date',
    clock: 'Time of day',
    status: 'The status of the home changes',
    twice: 'The scene already reacts to this value of this device.',
    back: 'Back',
    all: 'All together',
    one: 'Any one',
    onward: 'On to the actions',
    act: 'Do something',
    aDevice: 'Device',
    lamp: 'Küche Deckenlicht',
    level: /^Brightness/,
    message: 'Message',
    push: /^Push message/,
    title: 'Title',
    done: 'Done',
    attempt: 'Try this step',
    really: /^Really carry out/,
    yes: 'Try',
    confirmed: 'confirmed',
    wait: 'Wait',
    seconds: '30 seconds',
    move: /^Move “Actions 1”/,
    finish: 'Finish',
    name: 'Name of the scene',
    on: 'Switch the scene on',
    taken: 'Another scene already has this name.',
    save: 'Save',
    changed: 'Somebody else has changed this scene meanwhile.',
    theirs: 'What was changed',
    mine: 'Save mine',
    when: 'When',
    does: 'Then',
    pause: 'Wait 30 seconds',
  },
} as const

const home = ownHome()

for (const language of seen('desk')) {
  const say = words[language]

  // 2.2-042 2.2-063 2.4-071 2.4-078 2.4-079
  test(`a scene is built from a device, a time and a status, named, found, changed by two: ${language} @phone`, async ({
    page,
    browser,
  }) => {
    // A long one: a scene from its first trigger to the second person who changes it.
    test.setTimeout(240_000)
    const person = new Person(page, home.url)
    const button = (name: string | RegExp) =>
      page.getByRole('button', { name, exact: typeof name === 'string' })
    const offer = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
    const panel = page.getByRole('main').getByRole('dialog')
    const when = page.getByRole('region', { name: say.when, exact: true })
    const then = page.getByRole('region', { name: say.does, exact: true })
    const name = `Journey ${language}`

    await test.step('a device begins it; the same value twice is refused', async () => {
      await person.returns(home.session, language)
      await person.opens('/scenes/add_scene')
      await offer(say.device).click()
      await panel.getByRole('button', { name: say.heat }).click()
      await panel.getByRole('button', { name: say.add, exact: true }).click()
      await expect(when.getByRole('listitem').filter({ hasText: say.heat })).toBeVisible()
      await offer(say.device).click()
      await panel.getByRole('button', { name: say.heat }).click()
      await panel.getByRole('button', { name: say.add, exact: true }).click()
      await expect(panel.getByText(say.twice)).toBeVisible()
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: say.back, exact: true }).click()
      await panel.getByRole('button', { name: say.back, exact: true }).click()
    })

    await test.step('a time and a status; what is past is refused', async () => {
      await offer(say.time).click()
      await panel.getByRole('radio', { name: say.once, exact: true }).click()
      await panel.getByLabel(say.date).fill('2020-05-01')
      await panel.getByRole('button', { name: say.add, exact: true }).click()
      await expect(panel.getByText(say.past)).toBeVisible()
      await panel.getByRole('radio', { name: say.weekly, exact: true }).click()
      await panel.getByLabel(say.clock).fill('06:00')
      await panel.getByRole('button', { name: say.add, exact: true }).click()
      await expect(when.locator('strong', { hasText: '06:00' })).toBeVisible()
      await offer(say.status).click()
      await expect(panel.getByRole('combobox')).toBeVisible()
      await panel.getByRole('button', { name: say.add, exact: true }).click()
      await expect(when.getByRole('radiogroup').getByRole('radio', { name: say.all })).toBeVisible()
      await when.getByRole('radio', { name: say.all }).click()
      await when.getByRole('radio', { name: say.one }).click()
    })

    await test.step('actions with a device, a message and a pause, moved by keys', async () => {
      await button(say.onward).click()
      await offer(say.act).click()
      await panel.getByRole('button', { name: say.aDevice, exact: true }).click()
      await panel.getByRole('button', { name: say.lamp }).click()
      await panel.getByRole('button', { name: say.level }).click()
      await expect(panel.getByRole('slider')).toBeVisible()
      // decision 0243: tried on the real lamp before the scene has a name.
      await panel.getByRole('button', { name: say.attempt }).click()
      const asked = page.getByRole('dialog', { name: say.really })
      await asked.getByRole('button', { name: say.yes, exact: true }).click()
      await expect(panel.getByText(say.confirmed)).toBeVisible()
      await panel.getByRole('button', { name: say.message, exact: true }).click()
      await panel.getByRole('button', { name: say.push }).click()
      await panel.getByLabel(say.title).fill('Journey')
      await panel.getByRole('button', { name: say.add, exact: true }).click()
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: say.done, exact: true }).click()
      await offer(say.wait).click()
      await panel.getByRole('button', { name: say.seconds, exact: true }).click()
      await panel.getByRole('button', { name: say.add, exact: true }).click()
      await expect(then.locator('strong', { hasText: say.pause })).toBeVisible()
      await button(say.move).focus()
      await page.keyboard.press('Space')
      await expect(page.getByText(/1 (von|of) 2/)).toBeAttached()
      // What was just lifted hears no arrow before its places are measured.
      await expect(async () => {
        await page.keyboard.press('ArrowDown')
        await expect(page.getByText(/2 (von|of) 2/)).toBeAttached({ timeout: 1_000 })
      }).toPass()
      await page.keyboard.press('Space')
      await expect(then.getByRole('listitem').first()).toContainText(say.pause)
    })

    await test.step('a reload loses nothing', async () => {
      await page.reload()
      await expect(then.getByRole('listitem').first()).toContainText(say.pause)
      await expect(when.locator('strong', { hasText: '06:00' })).toBeVisible()
    })

    await test.step('naming finishes it; a name that is taken is refused', async () => {
      await button(say.finish).click()
      await page.getByLabel(say.name).fill('Gute Nacht')
      await expect(page.getByText(say.taken)).toBeVisible()
      await page.getByLabel(say.name).fill(name)
      expect(await person.findings()).toEqual([])
      await button(say.on).click()
      await page.waitForURL('**/scenes/scenes_list**')
      await expect(page.getByRole('link', { name })).toBeVisible()
    })

    const link = await page.getByRole('link', { name }).getAttribute('href')
    const edit = `${link}/edit`

    await test.step('two change it: the second sees what the first did, and chooses', async () => {
      await person.opens(edit)
      await expect(when.locator('strong', { hasText: '06:00' })).toBeVisible()
      const context = await browser.newContext()
      const other = new Person(await context.newPage(), home.url)
      await other.returns(home.session, language)
      await other.opens(edit)
      const theirs = other.page.getByRole('region', { name: say.when, exact: true })
      await theirs.getByRole('radio', { name: say.all }).click()
      await other.page.getByRole('button', { name: say.save, exact: true }).click()
      await other.page.getByRole('dialog').getByRole('button', { name: say.save, exact: true }).click()
      await other.page.waitForURL((url) => !url.pathname.endsWith('/edit'))
      await context.close()

      await expect(page.getByText(say.changed)).toBeVisible()
      await then.getByRole('button', { name: say.pause, exact: true }).click()
      await panel.getByRole('button', { name: /^5 / }).click()
      await panel.locator('button[type="submit"]').click()
      await button(say.save).click()
      await page.getByRole('dialog').getByRole('button', { name: say.save, exact: true }).click()
      await expect(page.getByText(say.theirs)).toBeVisible()
      expect(await person.findings()).toEqual([])
      await button(say.mine).click()
      await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
    })

    await test.step('what was kept is what was chosen', async () => {
      await person.opens(edit)
      await expect(when.getByRole('radio', { name: say.one })).toBeChecked()
      await expect(then.getByRole('listitem').first()).toContainText(/5 minut/i)
    })
  })
}
