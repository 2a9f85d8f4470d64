import { seen } from '../support/pairs.ts'
import { expect, test } from '../support/test.ts'

const words = {
  ch_DE: {
    send: 'Senden',
    command: 'Zeigen',
    text: 'Durchsage',
    kind: 'Art des Alarms',
    fire: 'Feuer',
    temperature: 'Temperatur',
    add: 'Eintrag hinzufügen',
    remove: 'Eintrag 3 entfernen',
    time: 'Zeit',
  },
  ch_EN: {
    send: 'Send',
    command: 'Identify',
    text: 'Announcement',
    kind: 'Kind of alarm',
    fire: 'Fire',
    temperature: 'Temperature',
    add: 'Add an entry',
    remove: 'Remove entry 3',
    time: 'Time',
  },
} as const

for (const language of seen('desk')) {
  const said = words[language]

  test(`a lamp is told to show itself, a loudspeaker a text, a siren a form and a thermostat a list, in ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    let isOpen = false
    const configures = async (device: string) => {
      const address = `/devices/device/${device}?section=configuration`
      await (isOpen ? person.goes(address) : person.opens(address))
      isOpen = true
      await person.sees()
    }
    /** What was sent is with the device: nothing is under way any more. */
    const settled = () => expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    const send = page.getByRole('button', { name: said.send, exact: true })

    await configures('kitchen-ceiling')
    await page.getByRole('button', { name: said.command, exact: true }).click()
    await settled()
    expect(await person.findings()).toEqual([])

    await configures('living-speaker')
    const text = page.getByRole('textbox', { name: said.text })
    await expect(send).toBeDisabled()
    await text.fill('Das Essen ist bereit.')
    await send.click()
    await expect(text).toHaveValue('')
    await settled()
    if (language === 'ch_DE') expect(await person.findings()).toEqual([])

    await configures('garden-siren')
    await page.getByRole('combobox', { name: said.kind }).selectOption({ label: said.fire })
    await send.click()
    await settled()
    if (language === 'ch_EN') expect(await person.findings()).toEqual([])

    await configures('living-climate')
    const temperatures = page.getByLabel(said.temperature, { exact: true })
    await expect(temperatures).toHaveCount(2)
    await page.getByRole('button', { name: said.add }).click()
    await page.getByLabel(said.time, { exact: true }).nth(2).fill('23:15')
    await temperatures.nth(2).fill('16.5')
    await send.click()
    await settled()
    await page.reload()
    await person.sees()
    await expect(temperatures).toHaveCount(3)
    await expect(temperatures.nth(2)).toHaveValue('16.5')
    if (language === 'ch_DE') expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: said.remove }).click()
    await send.click()
    await settled()
    await page.reload()
    await person.sees()
    await expect(temperatures).toHaveCount(2)
  })
}
