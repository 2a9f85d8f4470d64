import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    byHand: 'Jemand führt sie aus',
    act: 'Etwas tun',
    aDevice: 'Gerät',
    lamp: 'Küche Deckenlicht',
    level: /^Helligkeit/,
    how: 'Wie gestellt wird',
    ramp: 'Nach und nach',
    to: 'Endwert',
    minute: '1 Minute',
    done: 'Fertig',
    finish: 'Fertigstellen',
    name: 'Name der Szene',
    on: 'Szene einschalten',
    run: 'Ausführen',
    told: /^Küche Deckenlicht .*innert 1\sMinute|innert 1\sMinute nach und nach von 1\s% auf 80\s%/,
    along: /^ist bei \d+\s%, fertig um/,
    stop: 'Anhalten',
    stayed: /^blieb bei \d+\s%/,
  },
  ch_EN: {
    byHand: 'Somebody runs it',
    act: 'Do something',
    aDevice: 'Device',
    lamp: 'Küche Deckenlicht',
    level: /^Brightness/,
    how: 'How it is set',
    ramp: 'Little by little',
    to: 'Last value',
    minute: '1 minute',
    done: 'Done',
    finish: 'Finish',
    name: 'Name of the scene',
    on: 'Switch the scene on',
    run: 'Run',
    told: /from 1\s% to 80\s% little by little over 1\sminute/,
    along: /^is at \d+\s%, done at/,
    stop: 'Stop',
    stayed: /^stayed at \d+\s%/,
  },
} as const

const home = ownHome()

for (const language of seen('desk')) {
  const say = words[language]

  // decision 0244
  test(`a light gets bright little by little, and is stopped where it is: ${language} @phone`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    const person = new Person(page, home.url)
    const offer = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
    const panel = page.getByRole('main').getByRole('dialog')
    const name = `Ramp ${language}`

    await test.step('it is built as any other value', async () => {
      await person.returns(home.session, language)
      await person.opens('/scenes/add_scene')
      await offer(say.byHand).click()
      await offer(say.act).click()
      await panel.getByRole('button', { name: say.aDevice, exact: true }).click()
      await panel.getByRole('button', { name: say.lamp }).click()
      await panel.getByRole('button', { name: say.level }).click()
      await panel.getByLabel(say.how, { exact: true }).selectOption('ramp')
      await panel.getByLabel(say.to, { exact: true }).fill('80')
      await panel.getByRole('button', { name: say.minute, exact: true }).click()
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: say.done, exact: true }).click()
      await page.getByRole('button', { name: say.finish, exact: true }).click()
      await page.getByLabel(say.name).fill(name)
      await page.getByRole('button', { name: say.on, exact: true }).click()
      await page.waitForURL('**/scenes/scenes_list**')
    })

    await test.step('its run says how far it is, and stays there when somebody stops it', async () => {
      const link = await page.getByRole('link', { name }).getAttribute('href')
      await person.opens(String(link))
      await expect(page.getByText(say.told).first()).toBeVisible()
      await page.getByRole('button', { name: say.run, exact: true }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: say.run, exact: true }).click()
      const line = (text: RegExp) => page.locator('details small', { hasText: text }).first()
      await expect(line(say.along)).toBeVisible({ timeout: 20_000 })
      expect(await person.findings()).toEqual([])
      await page.getByRole('button', { name: say.stop, exact: true }).click()
      await expect(line(say.stayed)).toBeVisible({ timeout: 20_000 })
    })
  })
}
