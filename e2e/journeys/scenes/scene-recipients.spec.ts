import { ownHome } from '../../support/own-home.ts'
import { seen, sizes } from '../../support/pairs.ts'
import { SceneByHand } from '../../support/scene-by-hand.ts'
import { expect, Person, signIn, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    push: 'Push-Nachricht',
    title: 'Titel',
    typed: 'Die Waschmaschine ist fertig',
    people: 'Bestimmte Personen',
    who: 'Personen',
    when: 'Wann: Eigentümer',
    atHome: 'Nur solange «Zu Hause» aus ist',
    nobody: 'Wählen Sie mindestens eine Person.',
    told: /an die Eigentümerin oder den Eigentümer \(solange «Zu Hause» aus ist\) und/,
    reached: 'erreicht: Lino Bühler',
    others: 'nicht erreicht: Eigentümer (war nach dem Status nicht gemeint)',
  },
  ch_EN: {
    push: 'Push message',
    title: 'Title',
    typed: 'The washing machine is done',
    people: 'Certain people',
    who: 'People',
    when: 'When: Owner',
    atHome: 'Only while “At home” is off',
    nobody: 'Choose at least one person.',
    told: /to the owner \(while “At home” is off\) and/,
    reached: 'reached: Lino Bühler',
    others: 'not reached: Owner (not meant, by the status)',
  },
} as const

const GUEST = { identity: 'guest@gatehouse.test', secret: 'Gatehouse-Guest-1' }
const home = ownHome()

for (const size of sizes)
  for (const language of seen(size)) {
    const say = words[language]

    // decision 0247
    test(`a message is for those who are chosen, as they are then: ${language} @${size} @night`, async ({
      page,
    }) => {
      const person = new Person(page, home.url)
      const scene = new SceneByHand(person, language)
      const { panel } = scene
      const name = `Recipients ${language}`

      await test.step('one at least is chosen, and by which status', async () => {
        await scene.begins(home.session)
        await scene.acts()
        await scene.tells(new RegExp(`^${say.push}`))
        await panel.getByLabel(say.title, { exact: true }).fill(say.typed)
        await panel.getByLabel(say.people).check()
        const people = panel.getByRole('group', { name: say.who })
        await expect(people.getByRole('checkbox')).toHaveCount(2)
        await scene.adds()
        await expect(panel.getByText(say.nobody)).toBeVisible()
        for (const one of await people.getByRole('checkbox').all()) await one.check()
        await people.getByLabel(say.when).selectOption({ label: say.atHome })
        await person.rests()
        expect(await person.findings()).toEqual([])
        await scene.adds()
        await scene.done()
      })

      await test.step('it is kept with its recipients, also over a reload', async () => {
        await page.reload()
        await scene.finishes(name)
      })

      await test.step('its page tells for whom it is, and its run whom it reached', async () => {
        await scene.opens(name)
        await expect(page.getByText(say.told).first()).toBeVisible()
        const guest = await signIn(home.url, GUEST)
        const missed = async (session: { sessionId: string }) => {
          const headers = { sessionId: session.sessionId }
          const answer = await fetch(`${home.url}/api/notifier/notifications`, { headers })
          const { data } = (await answer.json()) as { data: { title: string }[] }
          return data.filter(({ title }) => title === say.typed).length
        }
        await scene.runs()
        await expect(page.getByText(say.others).first()).toBeAttached()
        await expect(page.getByText(say.reached).first()).toBeAttached()
        expect([await missed(guest), await missed(home.session)]).toEqual([1, 0])
        await person.rests()
        expect(await person.findings()).toEqual([])
      })
    })
  }
