import german from '../../../locales/ch_DE/recipes.json' with { type: 'json' }
import germanNames from '../../../locales/ch_DE/statuses.json' with { type: 'json' }
import { radioHome } from '../../peers/zigbee2mqtt/radio-home.ts'
import { nightly } from '../../support/pairs.ts'
import { SceneInWords } from '../../support/scene-in-words.ts'
import { accounts, expect, Person, signIn, test } from '../../support/test.ts'

/** Serial number of the home behind a Zigbee2MQTT. */
const RADIO = 'ZIGBEE2MQTT'
const washed = 'Wenn die Leistung von Smart plug seit 2 Sekunden unter 5 Watt ist, «Fertig» melden'

// The scenes of every day once more (scene-everyday), on the unmodified Zigbee2MQTT with a virtual radio.
if (nightly)
  test.describe('scenes of every day on a real Zigbee2MQTT', () => {
    const home = radioHome()

    const told = async (device: string) =>
      (await home.bridge.received()).flatMap((one) =>
        one.device === device && one.cluster === 'genOnOff' ? [one.command] : [],
      )

    test('the washing is done, and everything is off when the last one leaves', async ({ page }) => {
      const person = new Person(page, home.url)
      const scene = new SceneInWords(person, 'ch_DE')
      const session = await signIn(home.url, accounts.home)
      await person.returns(session, 'ch_DE', RADIO)
      await person.opens('/devices/quick_controls')
      await expect(page.locator('article', { hasText: 'Smart plug' })).toBeVisible({ timeout: 60_000 })
      await expect(page.locator('article[aria-label^="Hue"]')).toBeVisible()

      await test.step('the plug of the washing machine draws hardly anything any more: somebody is told', async () => {
        await scene.says(washed)
        await scene.finishes(german.of.washingDone.title)
        await home.bridge.report('plug', 'seMetering', { instantaneousDemand: 2100 })
        await home.bridge.report('plug', 'seMetering', { instantaneousDemand: 1 })
        const notices = async () => {
          const answer = await fetch(`${home.url}/api/notifier/notifications`, {
            headers: { sessionId: session.sessionId },
          })
          return ((await answer.json()) as { data: { title: string }[] }).data.map(({ title }) => title)
        }
        await expect.poll(notices, { timeout: 30_000 }).toEqual(['Fertig'])
      })

      await test.step('all are away: lamp and plug are told to be off', async () => {
        await person.goes('/scenes/statuses')
        await page.getByRole('button', { name: 'Status hinzufügen' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: germanNames.names.away, exact: true }).click()
        await dialog.getByRole('button', { name: 'Speichern' }).click()
        await scene.takes(german.of.everythingOff)
        await scene.finishes(german.of.everythingOff.title)
        const before = { hue: (await told('hue')).length, plug: (await told('plug')).length }
        await person.goes('/scenes/statuses')
        await page.getByRole('switch', { name: germanNames.names.away, exact: true }).click()
        for (const device of ['hue', 'plug'] as const)
          await expect
            .poll(async () => (await told(device)).slice(before[device]), { timeout: 30_000 })
            .toContain('off')
      })
    })
  })
