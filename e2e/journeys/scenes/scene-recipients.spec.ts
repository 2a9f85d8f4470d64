import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, signIn, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    byHand: 'Jemand führt sie aus',
    act: 'Etwas tun',
    message: 'Nachricht',
    push: 'Push-Nachricht',
    title: 'Titel',
    typed: 'Die Waschmaschine ist fertig',
    people: 'Bestimmte Personen',
    who: 'Personen',
    owner: 'Eigentümer',
    when: 'Wann: Eigentümer',
    atHome: 'Nur solange «Zu Hause» aus ist',
    nobody: 'Wählen Sie mindestens eine Person.',
    add: 'Hinzufügen',
    done: 'Fertig',
    finish: 'Fertigstellen',
    name: 'Name der Szene',
    on: 'Szene einschalten',
    run: 'Ausführen',
    told: /an die Eigentümerin oder den Eigentümer \(solange «Zu Hause» aus ist\) und/,
    reached: 'erreicht: Lino Bühler',
    others: 'nicht erreicht: Eigentümer (war nach dem Status nicht gemeint)',
  },
  ch_EN: {
    byHand: 'Somebody runs it',
    act: 'Do something',
    message: 'Message',
    push: 'Push message',
    title: 'Title',
    typed: 'The washing machine is done',
    people: 'Certain people',
    who: 'People',
    owner: 'Owner',
    when: 'When: Owner',
    atHome: 'Only while “At home” is off',
    nobody: 'Choose at least one person.',
    add: 'Add',
    done: 'Done',
    finish: 'Finish',
    name: 'Name of the scene',
    on: 'Switch the scene on',
    run: 'Run',
    told: /to the owner \(while “At home” is off\) and/,
    reached: 'reached: Lino Bühler',
    others: 'not reached: Owner (not meant, by the status)',
  },
} as const

const GUEST = { identity: 'guest@gatehouse.test', secret: 'Gatehouse-Guest-1' }
const home = ownHome()

for (const size of ['desk', 'phone'] as const)
  for (const language of seen(size)) {
    const say = words[language]

    // decision 0247
    test(`a message is for those who are chosen, as they are then: ${language} @${size}`, async ({
      page,
    }) => {
      test.setTimeout(180_000)
      const person = new Person(page, home.url)
      const offer = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
      const panel = page.getByRole('main').getByRole('dialog')
      const name = `Recipients ${language}`

      await test.step('one at least is chosen, and by which status', async () => {
        await person.returns(home.session, language)
        await person.opens('/scenes/add_scene')
        await offer(say.byHand).click()
        await offer(say.act).click()
        await panel.getByRole('button', { name: say.message, exact: true }).click()
        await panel.getByRole('button', { name: new RegExp(`^${say.push}`) }).click()
        await panel.getByLabel(say.title, { exact: true }).fill(say.typed)
        await panel.getByLabel(say.people).check()
        const people = panel.getByRole('group', { name: say.who })
        await expect(people.getByRole('checkbox')).toHaveCount(2)
        await panel.getByRole('button', { name: say.add, exact: true }).click()
        await expect(panel.getByText(say.nobody)).toBeVisible()
        for (const one of await people.getByRole('checkbox').all()) await one.check()
        await people.getByLabel(say.when).selectOption({ label: say.atHome })
        await person.rests()
        expect(await person.findings()).toEqual([])
        await panel.getByRole('button', { name: say.add, exact: true }).click()
        await panel.getByRole('button', { name: say.done, exact: true }).click()
      })

      await test.step('it is kept with its recipients, also over a reload', async () => {
        await page.reload()
        await page.getByRole('button', { name: say.finish, exact: true }).click()
        await page.getByLabel(say.name).fill(name)
        await page.getByRole('button', { name: say.on, exact: true }).click()
        await page.waitForURL('**/scenes/scenes_list**')
      })

      await test.step('its page tells for whom it is, and its run whom it reached', async () => {
        const link = await page.getByRole('link', { name }).getAttribute('href')
        await person.opens(String(link))
        await expect(page.getByText(say.told).first()).toBeVisible()
        const guest = await signIn(home.url, GUEST)
        const missed = async (session: { sessionId: string }) => {
          const headers = { sessionId: session.sessionId }
          const answer = await fetch(`${home.url}/api/notifier/notifications`, { headers })
          const { data } = (await answer.json()) as { data: { title: string }[] }
          return data.filter(({ title }) => title === say.typed).length
        }
        await page.getByRole('button', { name: say.run, exact: true }).first().click()
        await page.getByRole('dialog').getByRole('button', { name: say.run, exact: true }).click()
        await expect(page.getByText(say.others).first()).toBeAttached()
        await expect(page.getByText(say.reached).first()).toBeAttached()
        expect([await missed(guest), await missed(home.session)]).toEqual([1, 0])
        await person.rests()
        expect(await person.findings()).toEqual([])
      })
    })
  }
