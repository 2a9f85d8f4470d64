import { type Served, serve } from '../../../tests/support/serve.ts'
import { outboxOf, session } from '../../support/mails.ts'
import { accounts, expect, Person, test } from '../../support/test.ts'

let server: Served
test.beforeAll(async () => {
  server = await serve()
})
test.afterAll(async () => {
  await server.remove()
})

const owner = accounts.home.identity

/** The link that the owner of the home asks for. */
async function linkFor(messages: number): Promise<string> {
  const outbox = await outboxOf(server.url)
  const home = await session(server.url, accounts.home)
  const { data } = await home.call<{ data: { serialNumber: string; userId: string }[] }>('/udm/device/list')
  const serialNumber = data.find(({ userId }) => userId === home.userId)?.serialNumber ?? ''
  await home.call('/auth/resetPin', { method: 'POST', body: { serialNumber } })
  return await outbox.link(owner, /^\/resetPin\/hash\//, messages)
}

// 1.2-011 1.4-071 1.4-072 3.9-025
test('the owner sets a new PIN by the link in the mail; used again it says so, and the button rests @phone-at-night', async ({
  page,
}) => {
  const person = new Person(page, server.url)
  const before = await (await outboxOf(server.url)).count(owner)
  const link = await linkFor(before + 1)
  await person.speaks('ch_DE')
  await person.opens(link)
  await expect(page).toHaveURL(/\/resetPin\/hash$/)
  expect(await person.findings()).toEqual([])
  const pin = page.getByLabel('Neue PIN', { exact: true })
  const again = page.getByLabel('Neue PIN wiederholen')
  const button = page.getByRole('button', { name: 'PIN setzen' })
  await pin.fill('4711')
  await again.fill('4712')
  await button.click()
  await expect(page.getByLabel('Hinweise').getByText('Die beiden PINs sind nicht gleich.')).toBeVisible()
  await expect(again).toHaveAttribute('aria-invalid', 'true')
  await again.fill('4711')
  await button.click()
  await expect(page.getByRole('heading', { name: 'Die PIN ist gesetzt' })).toBeFocused()
  expect(await person.findings()).toEqual([])

  await person.opens(link)
  await pin.fill('4713')
  await again.fill('4713')
  await page.clock.install()
  await button.click()
  await expect(page.getByRole('alert').getByText(/Dieser Link ist abgelaufen/)).toBeVisible()
  await expect(button).toBeDisabled()
  await page.clock.fastForward(4000)
  await expect(button).toBeEnabled()
  await expect(page.getByRole('alert').getByText(/Dieser Link ist abgelaufen/)).toBeVisible()
})

// 1.2-011 1.2-012
test('A-07 somebody who is signed in uses the link as well; its secret leaves the address first @night', async ({
  page,
}) => {
  const person = new Person(page, server.url)
  const before = await (await outboxOf(server.url)).count(owner)
  const link = await linkFor(before + 1)
  const { userId, sessionId } = await session(server.url, accounts.home)
  await person.returns({ userId, sessionId }, 'ch_EN')
  await person.opens(link)
  await expect(page).toHaveURL(/\/resetPin\/hash$/)
  await page.getByLabel('New PIN', { exact: true }).fill('4714')
  await page.getByLabel('Repeat the new PIN').fill('4714')
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await expect(page.getByRole('heading', { name: 'The PIN is set' })).toBeVisible()
})

// 1.2-012 1.6-027
test('an administrator has no PIN to set @night', async ({ page }) => {
  const person = new Person(page, server.url)
  const { userId, sessionId } = await session(server.url, accounts.admin)
  await person.returns({ userId, sessionId }, 'ch_EN')
  await person.opens('/resetPin/hash/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
  await expect(page).not.toHaveURL(/resetPin/)
})
