import { ownHome } from '../../support/own-home.ts'
import { seen, sizes } from '../../support/pairs.ts'
import { SceneByHand } from '../../support/scene-by-hand.ts'
import { expect, Person, signIn, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    ask: 'Fragen',
    question: 'Frage',
    typed: 'Das Licht brennt noch',
    first: 'Antwort 1',
    second: 'Antwort 2',
    close: 'Ausschalten',
    leave: 'Brennen lassen',
    empty: 'Schreiben Sie die Antwort.',
    on: 'Falls «Ausschalten»',
    noneOpen: 'Falls niemand antwortet',
    lamp: 'Küche Deckenlicht',
    level: /^Helligkeit/,
    supposed: /Angenommen/,
    waits: /wartet auf eine Antwort/,
    bell: /^Neuigkeiten/,
    byMe: 'Sie haben geantwortet: «Ausschalten»',
    answered: 'Sie haben «Ausschalten» geantwortet',
    told: /fragen: «Das Licht brennt noch» \(Ausschalten, Brennen lassen\)/,
  },
  ch_EN: {
    ask: 'Ask',
    question: 'Question',
    typed: 'The light is still on',
    first: 'Answer 1',
    second: 'Answer 2',
    close: 'Switch it off',
    leave: 'Leave it',
    empty: 'Write the answer.',
    on: 'If “Switch it off”',
    noneOpen: 'If nobody answers',
    lamp: 'Küche Deckenlicht',
    level: /^Brightness/,
    supposed: /Suppose/,
    waits: /waits for an answer/,
    bell: /^News/,
    byMe: 'You answered: “Switch it off”',
    answered: /you answered “Switch it off”/,
    told: /sk everybody who uses this home: “The light is still on” \(Switch it off, Leave it\)/,
  },
} as const

const GUEST = { identity: 'guest@gatehouse.test', secret: 'Gatehouse-Guest-1' }
/** With the bell. */
const home = ownHome(async () => ({ GATEHOUSE_SETTINGS: 'catalogue/demo-settings.json' }))

for (const size of sizes)
  for (const language of seen(size)) {
    const say = words[language]

    // decision 0248
    test(`a scene asks, and goes on with the first answer: ${language} @${size} @night`, async ({ page }) => {
      const person = new Person(page, home.url)
      const scene = new SceneByHand(person, language)
      const { panel } = scene
      const name = `Question ${language}`

      await test.step('a question has answers, each with a word', async () => {
        await scene.begins(home.session)
        await scene.offer(say.ask).click()
        await panel.getByLabel(say.question, { exact: true }).fill(say.typed)
        await scene.adds()
        await expect(panel.getByText(say.empty).first()).toBeVisible()
        await panel.getByLabel(say.first, { exact: true }).fill(say.close)
        await panel.getByLabel(say.second, { exact: true }).fill(say.leave)
        await person.rests()
        expect(await person.findings()).toEqual([])
        await scene.adds()
      })

      await test.step('an answer has steps of its own', async () => {
        await page.getByRole('button', { name: say.on, exact: true }).click()
        await scene.picks(say.lamp, say.level)
        await scene.done()
        await expect(page.getByRole('button', { name: say.on, exact: true })).toHaveCount(0)
        await expect(page.getByRole('button', { name: say.noneOpen, exact: true })).toBeVisible()
        await expect(page.getByLabel(say.supposed)).toBeVisible()
        await person.rests()
        expect(await person.findings()).toEqual([])
      })

      await test.step('it is kept, also over a reload', async () => {
        await page.reload()
        await scene.finishes(name)
      })

      await test.step('its run waits, and says for what', async () => {
        await scene.opens(name)
        await expect(page.getByText(say.told).first()).toBeVisible()
        await scene.runs()
        await expect(page.getByText(say.waits).first()).toBeAttached()
      })

      await test.step('it is answered from the bell, also after a reload; a second press does nothing', async () => {
        await page.reload()
        await page.getByRole('button', { name: say.bell }).click()
        const bell = page.getByRole('dialog')
        await expect(bell.getByRole('button', { name: say.leave, exact: true })).toBeVisible()
        await person.rests()
        expect(await person.findings()).toEqual([])
        await bell.getByRole('button', { name: say.close, exact: true }).dblclick()
        await expect(bell.getByText(say.byMe)).toBeVisible()
        await expect(bell.getByRole('button', { name: say.close, exact: true })).toHaveCount(0)
      })

      await test.step('whoever comes second hears whose answer counts', async () => {
        const { sessionId, userId } = await signIn(home.url, GUEST)
        expect(userId).not.toBe(home.session.userId)
        const headers = { sessionId, 'Content-Type': 'application/json' }
        const list = `${home.url}/api/notifier/notifications`
        const { data } = (await (await fetch(list, { headers })).json()) as {
          data: { id: string; title: string; question?: { answers: { id: string }[] } }[]
        }
        const note = data.find(({ title }) => title === say.typed)
        const other = note?.question?.answers[1]?.id ?? ''
        const body = JSON.stringify({ answer: other })
        const answer = await fetch(`${list}/${note?.id}/answer`, { method: 'POST', headers, body })
        expect(await answer.json()).toMatchObject({ state: 'answered', by: home.session.userId })
      })

      await test.step('the run has gone on with it', async () => {
        await page.keyboard.press('Escape')
        await expect(page.getByText(say.answered).first()).toBeAttached()
        await person.rests()
        expect(await person.findings()).toEqual([])
      })
    })
  }
