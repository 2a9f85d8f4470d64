import { expect, test } from '../../support/test.ts'

const tile = (name: string) => `article[aria-label="${name}"]`

test.beforeEach(async ({ person, sessions }) => {
  await person.returns(sessions.home)
  await person.opens('/devices/quick_controls?n=48')
  await expect(person.page.locator(tile('Küche Deckenlicht'))).toBeVisible()
})

// 2.2-006
test('tiles show the home: what is on is lit, what is away says since when and why @phone', async ({
  person,
}) => {
  await expect(person.page.locator(tile('Handtuchheizung'))).toContainText(/Offline seit/)
  await expect(person.page.locator(tile('Bewässerung'))).toContainText('703')
  await expect(person.page.locator(tile('Heizkörper Schlafzimmer'))).toContainText('4')
  expect(await person.findings()).toEqual([])
})

test('a lamp that is switched moves at once and is confirmed by the device @phone-at-night', async ({
  person,
}) => {
  const lamp = person.page.locator(tile('Esstischlampe'))
  const toggle = lamp.getByRole('switch')
  const before = await toggle.getAttribute('aria-checked')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true')
  await expect(lamp).toContainText('bestätigt')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-checked', before ?? '')
  await expect(lamp).toContainText('bestätigt')
})

test('a device that does not answer ends as failed, goes back to what is true, says why and offers to try again', async ({
  person,
}) => {
  const lamp = person.page.locator(tile('Nachttischlampe'))
  const toggle = lamp.getByRole('switch')
  const before = await toggle.getAttribute('aria-checked')
  await toggle.click()
  await expect(lamp).toContainText('Das Gerät antwortet nicht. Es bleibt bei', { timeout: 25_000 })
  await expect(toggle).toHaveAttribute('aria-checked', before ?? '')
  await expect(lamp.getByRole('button', { name: 'Nochmals' })).toBeVisible()
  expect(await person.findings()).toEqual([])
})

test('a dimmer is set by typing, by keys, and reads itself out', async ({ person }) => {
  const lamp = person.page.locator(tile('Esstischlampe'))
  const slider = lamp.getByRole('slider')
  await slider.focus()
  await person.page.keyboard.press('Home')
  await expect(lamp).toContainText('bestätigt')
  await person.page.keyboard.press('PageUp')
  await expect(slider).not.toHaveAttribute('aria-valuenow', '0')
  await expect(slider).toHaveAttribute('aria-valuetext', /%/)
})

test('a shutter goes down, shows that it moves, and stops when told @night', async ({ person }) => {
  const shutter = person.page.locator(tile('Storen Süd'))
  await shutter.getByRole('button', { name: /Ab|Schliessen/ }).click()
  await expect(shutter).toContainText(/Gateway hat es|sendet/)
  await shutter.getByRole('button', { name: /Stopp/ }).click()
  await expect(shutter).not.toContainText('fehlgeschlagen')
})

// 2.9-007 2.2-008
test('more tiles come on demand, the count doubles, and the address keeps it @night', async ({ person }) => {
  await person.opens('/devices/quick_controls')
  const tiles = person.page.locator('article')
  await expect(tiles).toHaveCount(6)
  await person.page.getByRole('button', { name: /Mehr zeigen/ }).click()
  await expect(tiles).toHaveCount(12)
  await person.page.reload()
  await expect(tiles).toHaveCount(12)
})

test('a room shows its own devices, by click and by address @night', async ({ person }) => {
  await person.page.getByRole('button', { name: /^Küche/ }).click()
  await expect(person.page.locator(tile('Kaffeemaschine'))).toBeVisible()
  await expect(person.page.locator(tile('Esstischlampe'))).toHaveCount(0)
  await person.page.reload()
  await expect(person.page.locator(tile('Kaffeemaschine'))).toBeVisible()
})

test('a device has a page of its own, with sections, facts and the way back @phone-at-night', async ({
  person,
}) => {
  await person.page.locator(tile('Storen Süd')).getByRole('link').first().click()
  await expect(person.page.getByRole('heading', { level: 1, name: 'Storen Süd' })).toBeVisible()
  await expect(person.page.getByText('Über das Gerät')).toBeVisible()
  expect(await person.findings()).toEqual([])
  await person.page.getByRole('link', { name: 'Geräte' }).first().click()
  await expect(person.page).toHaveURL(/quick_controls/)
})

test('a device that does not exist says so @night', async ({ person }) => {
  await person.opens('/devices/device/nothing-here')
  await expect(person.page.getByRole('link', { name: /Geräte/ }).first()).toBeVisible()
  await expect(person.page.locator('main')).toContainText(/nicht/)
})
