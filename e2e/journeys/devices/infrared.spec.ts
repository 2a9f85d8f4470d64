import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    open: 'Fernbedienung öffnen',
    keypad: 'Tastenfeld',
    louder: 'Lauter',
    learn: 'Tasten lernen',
    successful: 'Lernen erfolgreich',
    other: 'Anderes Gerät',
    ac: 'Klimagerät',
    tv: 'Fernseher',
    warmer: 'Wärmer',
    choose: 'Welches Gerät soll gesteuert werden?',
    none: 'Kein Gerät',
    one: 'Eins',
    forget: 'Codes löschen',
    undo: 'Rückgängig',
  },
  ch_EN: {
    open: 'Open the remote',
    keypad: 'Keypad',
    louder: 'Louder',
    learn: 'Learn keys',
    successful: 'Learning successful',
    other: 'Other device',
    ac: 'Air conditioner',
    tv: 'Television',
    warmer: 'Warmer',
    choose: 'Which device does it control?',
    none: 'No device',
    one: 'One',
    forget: 'Delete codes',
    undo: 'Undo',
  },
} as const

// 2.2-066, 2.2-067, 2.2-070, 2.2-071, 2.4-066, 2.4-067, 2.4-068, 2.8-024
for (const language of seen('phone'))
  test(`the remote of an infrared blaster sends keys, learns one, and plays another device, ${language} @phone @night`, async ({
    person,
    sessions,
  }) => {
    const said = words[language]
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/devices/device/living-infrared')
    await page.getByRole('button', { name: said.open }).click()
    const remote = page.getByRole('dialog')
    await remote.getByRole('tab', { name: said.keypad }).click()
    expect(await person.findings()).toEqual([])

    const louder = remote.getByRole('button', { name: new RegExp(`^${said.louder}`) })
    await louder.click()
    await expect(louder).toHaveAttribute('data-state', 'normal')

    const learning = remote.getByRole('switch', { name: said.learn })
    await learning.click()
    await expect(learning).toHaveAttribute('aria-checked', 'true')
    await louder.click()
    await expect(louder).toHaveAttribute('data-state', 'inProgress')
    await expect(page.getByText(said.successful)).toBeVisible()
    await expect(louder).toHaveAttribute('data-state', 'success')
    await learning.click()
    await expect(learning).toHaveAttribute('aria-checked', 'false')

    await remote.getByRole('button', { name: said.other }).click()
    await expect(page.getByRole('dialog', { name: said.choose })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await remote.getByRole('button', { name: said.ac }).click()
    await expect(remote.getByRole('button', { name: said.warmer })).toBeVisible()

    // The home as it was found.
    await remote.getByRole('button', { name: said.other }).click()
    await remote.getByRole('button', { name: said.tv }).click()
    await expect(remote.getByRole('tab', { name: said.keypad })).toBeVisible()
  })

// 2.3-133: the gateway keeps the codes of a device that keeps none.
test('a key whose code the gateway keeps is learnt, deleted, had back and deleted again @night', async ({
  person,
  sessions,
}) => {
  const said = words.ch_EN
  const { page } = person
  await person.returns(sessions.home, 'ch_EN')
  await person.opens('/devices/device/bedroom-infrared')
  await page.getByRole('button', { name: said.choose }).click()
  const remote = page.getByRole('dialog')
  await remote.getByRole('button', { name: said.tv }).click()
  const learning = remote.getByRole('switch', { name: said.learn })
  await learning.click()
  await expect(learning).toHaveAttribute('aria-checked', 'true')
  const one = remote.getByRole('button', { name: new RegExp(`^${said.one}`) })
  await one.click()
  await expect(one).toHaveAttribute('data-state', 'success')
  await learning.click()
  await expect(learning).toHaveAttribute('aria-checked', 'false')

  const forgetting = remote.getByRole('switch', { name: said.forget })
  await forgetting.click()
  await one.click()
  await remote.getByRole('button', { name: said.undo }).click()
  await expect(remote.getByRole('button', { name: said.undo })).toHaveCount(0)
  expect(await person.findings()).toEqual([])

  // The home as it was found.
  await one.click()
  await expect(remote.getByRole('button', { name: said.undo })).toBeVisible()
  await remote.getByRole('button', { name: said.other }).click()
  await remote.getByRole('button', { name: said.none }).click()
  await expect(page.getByRole('dialog', { name: said.choose })).toBeVisible()
})
