import german from '../../../locales/ch_DE/recipes.json' with { type: 'json' }
import english from '../../../locales/ch_EN/recipes.json' with { type: 'json' }
import { AnnouncedHome, type ResidentName } from '../../support/announced-home.ts'
import { ANNOUNCED, HomeAtTimes } from '../../support/home-at-times.ts'
import { seen } from '../../support/pairs.ts'
import { SceneInWords } from '../../support/scene-in-words.ts'
import { expect, Person, type Signed, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    ideas: german,
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
    everythingOff: 'Wenn niemand mehr zu Hause ist, alle Lichter aus',
    leak: 'Wenn der Wassermelder Küche nass wird, Hauptventil schliessen und «Wasser in der Küche!» melden',
    washed: 'Wenn die Leistung der Waschmaschine seit 2 Sekunden unter 5 Watt ist, «Fertig: » melden',
    windowOpen: 'Wenn das Schlafzimmerfenster seit 2 Sekunden offen ist, alle Heizungen auf 16 Grad',
    windowClosed: 'Wenn das Schlafzimmerfenster zu ist, alle Heizungen auf 21 Grad',
    sunset: 'Bei Sonnenuntergang alle Storen runter',
    sunrise: 'Bei Sonnenaufgang alle Storen hoch',
    wakeUp: 'Werktags um 6 Uhr 30 Nachttischlampe langsam innert 20 Minuten von 1 % auf 100 % bringen',
    away: 'Abwesend',
    vacation: 'Ferien',
  },
  ch_EN: {
    ideas: english,
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
    everythingOff: 'When nobody is home turn off all lights',
    leak: 'When the kitchen leak sensor gets wet close the main valve and notify me "Water in the kitchen!"',
    washed: 'When the power of the washing machine has been below 5 W for 2 seconds tell me "Done: "',
    windowOpen: 'When the bedroom window has been open for 2 seconds set all thermostats to 16 degrees',
    windowClosed: 'When the bedroom window is closed set all thermostats to 21 degrees',
    sunset: 'At sunset close all blinds',
    sunrise: 'At sunrise open all blinds',
    wakeUp: 'On weekdays at 6:30 fade the bedside lamp from 1 % to 100 % over 20 minutes',
    away: 'Away',
    vacation: 'Holidays',
  },
} as const

for (const size of ['desk', 'phone'] as const)
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
        session = await home.starts('2027-01-11T06:00+01:00')
        await home.isSomewhere(session)
      })
      test.afterAll(async () => {
        await home?.remove()
        await outside?.stop()
      })

      test('try', async ({ page }) => {
        test.setTimeout(180_000)
        const person = new Person(page, home.url)
        await person.returns(session, language, ANNOUNCED)
        await person.opens('/devices/quick_controls')
        await expect(page.locator('article')).toHaveCount(9)
        await person.opens('/scenes/add_scene')
        for (const key of [
          'motionLight',
          'everythingOff',
          'leak',
          'washed',
          'windowOpen',
          'windowClosed',
          'sunset',
          'sunrise',
          'wakeUp',
        ] as const) {
          const field = page.getByRole('textbox', {
            name: new SceneInWords(person, language).say.asking.label,
          })
          await field.fill(say[key])
          await page.waitForTimeout(700)
          console.log(
            '##',
            key,
            (await page.getByRole('status').allInnerTexts()).join(' | ').replaceAll('\n', ' '),
          )
        }
      })
    })
  }
