import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { SceneByHand } from '../../support/scene-by-hand.ts'
import { shown } from '../../support/shown.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    call: /^Adresse aufrufen/,
    name: 'Name',
    url: 'Adresse (URL)',
    make: 'Adresse anlegen',
    another: 'Neue Adresse',
    bad: /^Aufgerufen werden nur Adressen/,
    once: /^Das Geheimnis wird nur jetzt angezeigt/,
    field: 'Inhalt',
    insert: 'Wert einfügen in «text»',
    lamp: 'Küche Deckenlicht',
    level: /^Helligkeit/,
    told: 'Die Adresse «Tafel» aufrufen',
    arrived: /^angekommen$/,
  },
  ch_EN: {
    call: /^Call an address/,
    name: 'Name',
    url: 'Address (URL)',
    make: 'Add the address',
    another: 'New address',
    bad: /^Only addresses on the public internet/,
    once: /^The secret is shown only now/,
    field: 'Content',
    insert: 'Insert a value into “text”',
    lamp: 'Küche Deckenlicht',
    level: /^Brightness/,
    told: 'Call the address “Tafel”',
    arrived: /^arrived$/,
  },
} as const

/** A board in the hall that writes down what it is told. */
const told: string[] = []
const board = createServer((request, response) => {
  request.setEncoding('utf8')
  let body = ''
  request.on('data', (part: string) => {
    body += part
  })
  request.on('end', () => {
    told.push(body)
    response.writeHead(204).end()
  })
})
let host = ''
const home = ownHome(async () => {
  board.listen(0, '127.0.0.1')
  await once(board, 'listening')
  host = `127.0.0.1:${(board.address() as AddressInfo).port}`
  return { GATEHOUSE_SCENE_HOSTS: host }
})
test.afterAll(() => void board.close())

for (const language of seen('desk')) {
  const say = words[language]

  // decision 0245
  test(`a scene tells a board in the hall what the light is: ${language} @phone @night`, async ({ page }) => {
    const person = new Person(page, home.url)
    const scene = new SceneByHand(person, language)
    const { panel } = scene
    const name = `Board ${language}`

    await test.step('the address is added on the way, and its secret shown once', async () => {
      await scene.begins(home.session)
      await scene.acts()
      await scene.tells(say.call)
      // The home may know an address from another language.
      const another = panel.getByRole('button', { name: say.another, exact: true })
      if (await shown(another, panel.getByLabel(say.url, { exact: true }))) await another.click()
      await panel.getByLabel(say.name, { exact: true }).first().fill('Tafel')
      await panel.getByLabel(say.url, { exact: true }).fill('https://127.0.0.1/in')
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: say.make, exact: true }).click()
      await expect(panel.getByText(say.bad)).toBeVisible()
      await panel.getByLabel(say.url, { exact: true }).fill(`http://${host}/in`)
      await panel.getByRole('button', { name: say.make, exact: true }).click()
      await expect(panel.getByText(say.once)).toBeVisible()
      expect(await person.findings()).toEqual([])
    })

    await test.step('a value stands in what is sent', async () => {
      await panel.getByLabel(new RegExp(`^${say.field}`)).fill('Licht: ')
      await panel.getByRole('button', { name: say.insert }).click()
      await panel.getByRole('button', { name: say.lamp }).click()
      await panel.getByRole('button', { name: say.level }).click()
      // What is told once stays in sight while the step is made.
      await expect(panel.getByText(say.once)).toBeVisible()
      await scene.adds()
      await scene.done()
      await scene.finishes(name)
    })

    await test.step('the board is told, and the run says that it arrived', async () => {
      await scene.opens(name)
      await expect(page.getByText(say.told).first()).toBeVisible()
      const before = told.length
      await scene.runs()
      await expect(page.locator('details small', { hasText: say.arrived }).first()).toBeVisible({
        timeout: 20_000,
      })
      expect(told).toHaveLength(before + 1)
      expect(JSON.parse(told.at(-1) ?? '')).toEqual({ text: expect.stringMatching(/^Licht: /) })
      expect(await person.findings()).toEqual([])
    })
  })
}
