import { sunMoment } from '#gateway/lib/times/sun.ts'
import german from '../../../locales/ch_DE/recipes.json' with { type: 'json' }
import germanNames from '../../../locales/ch_DE/statuses.json' with { type: 'json' }
import english from '../../../locales/ch_EN/recipes.json' with { type: 'json' }
import englishNames from '../../../locales/ch_EN/statuses.json' with { type: 'json' }
import { AnnouncedHome, type ResidentName } from '../../support/announced-home.ts'
import { ANNOUNCED, HomeAtTimes } from '../../support/home-at-times.ts'
import { nightly, seen, sizes } from '../../support/pairs.ts'
import { SceneInWords } from '../../support/scene-in-words.ts'
import { expect, Person, type Signed, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    ideas: german.of,
    offered: germanNames.names,
    title: 'Titel',
    thermostats: /^Alle (Heizungen|Thermostate)/,
    insert: 'Wert in den Titel einfügen',
    energy: /^Energie|^Zähler/,
    message: 'Push-Nachricht',
    done: 'Fertig: ',
    closedAgain: 'Fenster wieder zu',
    addStatus: 'Status hinzufügen',
    save: 'Speichern',
    washedSays: /«Fertig: 13\.10\skWh»/,
    names: {
      motion: 'Bewegungsmelder Flur',
      hallLamp: 'Flurlampe',
      bedLamp: 'Nachttischlampe',
      leak: 'Wassermelder Küche',
      valve: 'Hauptventil',
      washer: 'Waschmaschine',
      window: 'Schlafzimmerfenster',
      heating: 'Heizkörper Schlafzimmer',
      shutter: 'Storen Terrasse',
    },
    motionLight:
      'Wenn der Bewegungsmelder Flur Bewegung erkennt und es dunkel ist, Flurlampe für 2 Sekunden ein',
    leak: 'Wenn der Wassermelder Küche nass wird, Hauptventil schliessen und «Wasser in der Küche!» melden',
    washed: 'Wenn die Leistung der Waschmaschine seit 2 Sekunden unter 5 Watt ist, «Fertig: » melden',
    windowOpen: 'Wenn das Schlafzimmerfenster seit 2 Sekunden offen ist, alle Heizungen auf 16 Grad',
    windowClosed: 'Wenn das Schlafzimmerfenster zu ist, alle Heizungen auf 21 Grad',
    water: 'Wasser in der Küche!',
    sunrise: 'Bei Sonnenaufgang alle Storen hoch',
    sunset: 'Bei Sonnenuntergang alle Storen runter',
    stop: 'Anhalten',
    wakeUp: 'Werktags um 6 Uhr 30 Nachttischlampe langsam innert 20 Minuten von 1 % auf 100 % bringen',
  },
  ch_EN: {
    ideas: english.of,
    offered: englishNames.names,
    title: 'Title',
    thermostats: /^All thermostats/,
    insert: 'Insert a value into the title',
    energy: /^Energy/,
    message: 'Send a push',
    done: 'Done: ',
    closedAgain: 'Window closed again',
    addStatus: 'Add status',
    save: 'Save',
    washedSays: /“Done: 13\.10\skWh”/,
    names: {
      motion: 'Hall motion sensor',
      hallLamp: 'Hall lamp',
      bedLamp: 'Bedside lamp',
      leak: 'Kitchen leak sensor',
      valve: 'Main valve',
      washer: 'Washing machine',
      window: 'Bedroom window',
      heating: 'Bedroom radiator',
      shutter: 'Terrace blind',
    },
    motionLight:
      'When the hall motion sensor detects motion and it is dark turn on the hall lamp for 2 seconds',
    leak: 'When the kitchen leak sensor gets wet close the main valve and notify me "Water in the kitchen!"',
    washed: 'When the power of the washing machine has been below 5 W for 2 seconds tell me "Done: "',
    windowOpen: 'When the bedroom window has been open for 2 seconds set all thermostats to 16 degrees',
    windowClosed: 'When the bedroom window is closed set all thermostats to 21 degrees',
    water: 'Water in the kitchen!',
    sunrise: 'At sunrise open all blinds',
    sunset: 'At sunset close all blinds',
    stop: 'Stop',
    wakeUp: 'On weekdays at 6:30 fade the bedside lamp from 1 % to 100 % over 20 minutes',
  },
} as const

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** A dark Monday morning. */
const DARK = Date.parse('2027-01-11T06:00+01:00')
const WAKING = DARK + 30 * MINUTE
const WINTERTHUR = { latitude: 47.4999, longitude: 8.7265 }
const sunsOf = (event: 'sunrise' | 'sunset') => Number(sunMoment(event, DARK + DAY / 4, WINTERTHUR))
const [SUNRISE, SUNSET] = [sunsOf('sunrise'), sunsOf('sunset')]

for (const size of sizes)
  for (const language of seen(size)) {
    const say = words[language]
    const names: Readonly<Record<ResidentName, string>> = say.names

    test.describe(`a home of every day: ${language} @${size}`, () => {
      let outside: AnnouncedHome
      let home: HomeAtTimes
      let session: Signed

      test.beforeAll(async () => {
        outside = await AnnouncedHome.start(names)
        home = new HomeAtTimes(outside.address)
        session = await home.starts(DARK)
        await home.isSomewhere(session)
      })
      test.afterAll(async () => {
        await home?.remove()
        await outside?.stop()
      })

      const toBeTold = (device: ResidentName, value: string, wanted: readonly string[]) =>
        expect.poll(() => outside.told(device, value), { timeout: 20_000 }).toEqual(wanted)

      test('what people want of a home every day is built by a person, and comes about', async ({ page }) => {
        const person = new Person(page, home.url)
        const scene = new SceneInWords(person, language)
        const panel = page.getByRole('main').getByRole('dialog')
        const status = (name: string) => page.getByRole('switch', { name, exact: true })
        page.setDefaultTimeout(15_000)
        await person.returns(session, language, ANNOUNCED)

        await person.opens('/scenes/scenes_list')
        await test.step('somebody moves in the dark: there is light, for a while', async () => {
          await scene.says(say.motionLight)
          expect(await person.findings()).toEqual([])
          await scene.finishes(say.ideas.motionLight.title)
          outside.report('motion', 'state', 'ON')
          await toBeTold('hallLamp', 'state', ['ON', 'OFF'])
          outside.report('motion', 'state', 'OFF')
        })

        await test.step('statuses of the home', async () => {
          if (size === 'phone') return
          await person.goes('/scenes/statuses')
          for (const name of [say.offered.away, say.offered.vacation]) {
            await page.getByRole('button', { name: say.addStatus }).click()
            await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
            await page.getByRole('dialog').getByRole('button', { name: say.save }).click()
            await expect(status(name)).toBeVisible()
          }
        })

        await test.step('the last one leaves: everything is off', async () => {
          // Its idea is taken on a phone, too (scene-recipes).
          if (size === 'phone') return
          await scene.takes(say.ideas.everythingOff)
          await scene.finishes(say.ideas.everythingOff.title)
          outside.report('bedLamp', 'state', 'ON')
          await person.goes('/scenes/statuses')
          await status(say.offered.away).click()
          await toBeTold('bedLamp', 'state', ['OFF'])
        })

        await test.step('water runs out: the valve closes, and somebody is told', async () => {
          await scene.says(say.leak)
          await scene.finishes(say.ideas.waterLeak.title)
          outside.report('leak', 'state', 'ON')
          await toBeTold('valve', 'state', ['CLOSE'])
          // Whoever lives there has it in his inbox.
          await expect.poll(() => home.notices(session)).toEqual([say.water])
        })

        await test.step('the washing is done: whoever is told reads what it took', async () => {
          await scene.says(say.washed)
          await scene.opensStep()
          await scene.edits(say.message)
          await panel.getByLabel(say.title, { exact: true }).fill(say.done)
          await panel.getByRole('button', { name: say.insert }).click()
          await panel.getByRole('button', { name: new RegExp(`^${names.washer}`) }).click()
          await panel.getByRole('button', { name: say.energy }).first().click()
          await panel.getByRole('button', { name: scene.say.forms.take, exact: true }).click()
          await panel.getByRole('button', { name: scene.say.forms.done, exact: true }).click()
          await scene.finishes(say.ideas.washingDone.title)
          outside.report('washer', 'power', '2100')
          outside.report('washer', 'energy', '13.1')
          await expect.poll(() => home.value(session, 'washer', 'power')).toBe(2100)
          outside.report('washer', 'power', '1.5')
          await page.getByRole('link', { name: say.ideas.washingDone.title }).first().click()
          await expect(page.getByText(say.washedSays).first()).toBeAttached({ timeout: 20_000 })
        })

        await test.step('a window is open: the heating is down, and afterwards what it was', async () => {
          await scene.says(say.windowOpen)
          await scene.opensStep()
          await panel.getByRole('button', { name: scene.say.forms.adds.TARGET, exact: true }).click()
          await panel.getByRole('button', { name: say.thermostats }).click()
          await panel.getByLabel(scene.say.forms.target.what, { exact: true }).last().selectOption('remember')
          await panel.getByRole('button', { name: scene.say.forms.done, exact: true }).click()
          await scene.finishes(say.ideas.windowHeating.title)
          await scene.says(say.windowClosed)
          await scene.opensStep()
          await panel.getByLabel(scene.say.forms.target.what, { exact: true }).selectOption('restore')
          const whose = panel.getByLabel(scene.say.target.memory.whose, { exact: true })
          await whose.selectOption({ label: say.ideas.windowHeating.title })
          await panel.getByRole('button', { name: scene.say.forms.done, exact: true }).click()
          await scene.finishes(say.closedAgain)
          outside.report('window', 'state', 'ON')
          await toBeTold('heating', 'target', ['16'])
          outside.report('window', 'state', 'OFF')
          await toBeTold('heating', 'target', ['16', '21'])
        })

        await test.step('what waits for its hour', async () => {
          if (size === 'phone') return
          for (const [said, name] of [
            [say.wakeUp, say.ideas.wakeUpLight.title],
            [say.sunrise, say.ideas.shuttersUp.title],
            [say.sunset, say.ideas.shuttersDown.title],
          ] as const) {
            await scene.says(said)
            await scene.finishes(name)
          }
          await scene.takes(say.ideas.asIfHome)
          await scene.finishes(say.ideas.asIfHome.title)
        })
      })

      // Nobody needs to be there: scenes are what their home does by itself, however large the screen was. Each hour is a
      // start of its own: gateway/rules and tests/gateway/rules hold the same in milliseconds.
      if (size === 'desk' && nightly)
        test('at its hour each of them comes about, whoever is away', async ({ page }) => {
          test.setTimeout(240_000)
          const levels = () => outside.told('bedLamp', 'brightness').map(Number)
          await test.step('a light wakes people little by little, also over a restart', async () => {
            await home.startsBefore(WAKING)
            await expect.poll(() => levels().length, { timeout: home.lead + 40_000 }).toBeGreaterThan(1)
            expect(Math.max(...levels())).toBeLessThan(12)
            await home.starts(WAKING + 10 * MINUTE)
            await expect.poll(() => Math.max(...levels()), { timeout: 20_000 }).toBeGreaterThan(120)
            expect(Math.max(...levels())).toBeLessThan(140)
          })

          await test.step('the shutters go up with the sun', async () => {
            await home.startsBefore(SUNRISE)
            await expect
              .poll(() => outside.told('shutter', 'position'), { timeout: home.lead + 20_000 })
              .toEqual(['100'])
          })

          await test.step('and down with it; by day nobody who moves makes light', async () => {
            const lit = outside.told('hallLamp', 'state').length
            session = await home.startsBefore(SUNSET)
            await expect.poll(() => home.value(session, 'motion', 'occupancy')).toBe('OFF')
            outside.report('motion', 'state', 'ON')
            outside.report('hallLamp', 'state', 'ON')
            await expect
              .poll(() => outside.told('shutter', 'position'), { timeout: home.lead + 20_000 })
              .toEqual(['100', '0'])
            expect(outside.told('hallLamp', 'state')).toHaveLength(lit)
          })

          await test.step('while all are away, the lamp is what it was a week ago', async () => {
            session = await home.starts(SUNSET + 7 * DAY - MINUTE)
            outside.report('hallLamp', 'state', 'OFF')
            await expect.poll(() => home.value(session, 'hallLamp', 'state')).toBe('OFF')
            const before = outside.told('hallLamp', 'state').length
            const person = new Person(page, home.url)
            await person.returns(session, language, ANNOUNCED)
            await person.opens('/scenes/statuses')
            await page.getByRole('switch', { name: say.offered.vacation, exact: true }).click()
            await person.goes('/scenes/scenes_list')
            await page.getByRole('link', { name: say.ideas.asIfHome.title }).first().click()
            await expect(page.getByRole('button', { name: say.stop })).toBeVisible()
            const since = () => outside.told('hallLamp', 'state').slice(before)
            // Chance makes it ten minutes later at most.
            await home.starts(SUNSET + 7 * DAY + 11 * MINUTE)
            await expect.poll(since, { timeout: 20_000 }).toContain('ON')
          })
        })
    })
  }
