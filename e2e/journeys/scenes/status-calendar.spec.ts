import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    more: 'Mehr zu Abwesend',
    menu: 'Kalender',
    url: 'Adresse des Kalenders (iCalendar)',
    words: /^Nur Termine mit diesen Wörtern/,
    keep: 'Kalender folgen',
    bad: /^Aufgerufen werden nur Adressen/,
    known: /Ein Termin in den nächsten 60 Tagen\. Als Nächstes: «Ferien in Rom»/,
    broken: 'Unter der Adresse ist kein Kalender.',
    unread: 'Der Kalender dieses Status kann nicht gelesen werden; er bleibt so, wie er ist.',
    hinders: 'Warum sie nicht lief',
    notes: /Hinweise? zu Ihren Szenen/,
    note: 'Der Kalender des Status «Abwesend» kann nicht gelesen werden',
    close: 'Schliessen',
    by: /durch seinen Kalender · folgt einem Kalender/,
  },
  ch_EN: {
    more: 'More for Away',
    menu: 'Calendar',
    url: 'Address of the calendar (iCalendar)',
    words: /^Only events with these words/,
    keep: 'Follow the calendar',
    bad: /^Only addresses on the public internet/,
    known: /One event within the next 60 days\. Next: “Ferien in Rom”/,
    broken: 'There is no calendar at this address.',
    unread: 'The calendar of this status cannot be read; it stays as it is.',
    hinders: 'Why it did not run',
    notes: /notes? on your scenes/,
    note: 'The calendar of the status “Away” cannot be read',
    close: 'Close',
    by: /by its calendar · follows a calendar/,
  },
} as const

const stamp = (moment: number): string => new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, '')
const calendar = createServer((request, response) => {
  const now = Date.now()
  const event = ['BEGIN:VEVENT', 'UID:1', `DTSTART:${stamp(now - 60_000)}`, `DTEND:${stamp(now + 3_600_000)}`]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...event,
    'SUMMARY:Ferien in Rom',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  response.end(request.url === '/home.ics' ? lines.join('\r\n') : 'Please sign in')
})
let host = ''
const home = ownHome(async () => {
  calendar.listen(0, '127.0.0.1')
  await once(calendar, 'listening')
  host = `127.0.0.1:${(calendar.address() as AddressInfo).port}`
  return { GATEHOUSE_SCENE_HOSTS: host }
})
test.afterAll(() => void calendar.close())

for (const language of seen('desk')) {
  const say = words[language]

  // decision 0246
  test(`the house is away while the calendar says so: ${language} @phone @night`, async ({ page }) => {
    const person = new Person(page, home.url)
    const dialog = page.getByRole('dialog')
    await person.returns(home.session, language)
    await person.opens('/scenes/statuses')
    await page.getByRole('button', { name: say.more, exact: true }).click()
    await page.getByRole('menuitem', { name: say.menu, exact: true }).click()
    await dialog.getByLabel(say.url, { exact: true }).fill('https://192.168.1.4/home.ics')
    await dialog.getByRole('button', { name: say.keep, exact: true }).click()
    await expect(dialog.getByText(say.bad)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await dialog.getByLabel(say.url, { exact: true }).fill(`http://${host}/sign-in`)
    await dialog.getByRole('button', { name: say.keep, exact: true }).click()
    await expect(dialog.getByText(say.broken)).toBeVisible()
    // Scenes that begin with it say so: in their list, at the line, and where it says why they did not run.
    await person.opens('/scenes/scene/nobody-home')
    await expect(page.locator('[data-broken]').getByText(say.unread)).toBeVisible()
    await expect(page.getByRole('region', { name: say.hinders }).getByText(say.unread)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await person.opens('/scenes/scenes_list')
    // Whoever comes home meanwhile would switch the status off: at some hours somebody does.
    const welcome = page
      .getByRole('row')
      .or(page.getByRole('listitem'))
      .filter({ hasText: 'Willkommen' })
      .first()
      .getByRole('switch')
    await welcome.click()
    await expect(welcome).not.toBeChecked()
    await page.getByText(say.notes).click()
    await expect(page.getByText(say.note).first()).toBeVisible()
    expect(await person.findings()).toEqual([])
    await person.opens('/scenes/statuses')
    await page.getByRole('button', { name: say.more, exact: true }).click()
    await page.getByRole('menuitem', { name: say.menu, exact: true }).click()
    await dialog.getByLabel(say.url, { exact: true }).fill(`http://${host}/home.ics`)
    await dialog.getByLabel(say.words).fill('ferien')
    await dialog.getByRole('button', { name: say.keep, exact: true }).click()
    await expect(dialog.getByText(say.known)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: say.close, exact: true }).last().click()
    await expect(page.getByText(say.by)).toBeVisible({ timeout: 20_000 })
    expect(await person.findings()).toEqual([])
  })
}
