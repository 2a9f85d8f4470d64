import { seen } from '../support/pairs.ts'
import { expect, type Person, test } from '../support/test.ts'

const texts = {
  ch_DE: {
    search: 'Suchen oder Befehl eingeben',
    keys: 'Tastatur',
    jobs: 'Aufgaben',
    news: 'Neuigkeiten',
    none: 'Nichts Neues',
    settings: 'Einstellungen',
    dark: 'Dunkel',
  },
  ch_EN: {
    search: 'Search or run a command',
    keys: 'Keyboard',
    jobs: 'Jobs',
    news: 'News',
    none: 'No news',
    settings: 'Settings',
    dark: 'Dark',
  },
} as const

/** Until it is open: a page that has just come does not listen yet. */
const opens = ({ page }: Person, keys: string, name: string): Promise<void> =>
  expect(async () => {
    await page.keyboard.press(keys)
    await expect(page.getByRole('dialog', { name })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })

for (const language of seen('phone')) {
  const text = texts[language]

  test(`the palette goes to a screen, finds a device and does what the account menu does, ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/devices/quick_controls')
    await person.sees()
    await opens(person, 'Control+k', text.search)
    expect(await person.findings()).toEqual([])
    await page.keyboard.type(text.settings.slice(0, 5).toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/gtw_settings/)

    await opens(person, 'Control+k', text.search)
    await page.keyboard.type('stehlampe')
    await expect(page.getByRole('option', { name: /Stehlampe/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/devices\/device\//)

    await opens(person, 'Control+k', text.search)
    await page.keyboard.type(text.dark)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await opens(person, 'Control+k', text.search)
    expect(await person.findings()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test(`? shows every key, and two keys go to a screen, ${language}`, async ({ person, sessions }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/devices/quick_controls')
    await person.sees()
    await opens(person, '?', text.keys)
    expect(await person.findings()).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await expect(page).toHaveURL(/devices_table/)
  })

  test(`job centre and bell open empty, with a word about what will be there, ${language} @phone @night`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/devices/quick_controls')
    await person.sees()
    for (const name of [text.jobs, text.news]) {
      await page.getByRole('button', { name, exact: true }).click()
      const panel = page.getByRole('dialog', { name })
      await expect(panel).toBeVisible()
      expect(await person.findings()).toEqual([])
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
    }
  })
}

test('an administrator sees every switch with its value and source, and can only read @night @phone', async ({
  person,
  sessions,
}) => {
  const { page } = person
  await person.returns(sessions.admin)
  await person.opens('/deployment')
  await person.sees()
  await page.getByRole('searchbox').fill('RPL_GTW')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('RPL_GTW')).toBeVisible()
  await expect(page.getByText('Ausgeliefert').first()).toBeVisible()
  await expect(page.locator('main').getByRole('switch')).toHaveCount(0)
  expect(await person.findings()).toEqual([])
})

test('the palette finds gateways of the whole fleet for an administrator @night', async ({
  person,
  sessions,
}) => {
  const { page } = person
  await person.returns(sessions.admin, 'ch_EN')
  await person.opens('/gate_select')
  await person.sees()
  await opens(person, 'Control+k', texts.ch_EN.search)
  await page.keyboard.type('Lindenweg 14')
  await expect(page.getByRole('option', { name: /Lindenweg 14/ })).toBeVisible()
})
