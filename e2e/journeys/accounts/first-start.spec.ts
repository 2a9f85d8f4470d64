import { codeOf } from '../../../tests/support/authenticator-app.ts'
import { serve } from '../../../tests/support/serve.ts'
import { expect, Person, test, words } from '../../support/test.ts'

test('A-07 A-09 the first administrator sets a password over the link of the start, once, and signs in @phone-at-night', async ({
  page,
}) => {
  const server = await serve({ GATEHOUSE_MODE: 'production' })
  try {
    const path = await expect
      .poll(() => /\/resetPassword\/\S+/.exec(server.output())?.[0])
      .toBeTruthy()
      .then(() => /\/resetPassword\/\S+/.exec(server.output())?.[0] ?? '')
    const person = new Person(page, server.url)
    await person.speaks('ch_EN')
    await person.opens(path)
    // The secret of the link has left the address before anything was drawn.
    await expect(page).toHaveURL(/\/resetPassword$/)
    await person.sees()
    expect(await person.findings()).toEqual([])

    await page.getByLabel('New password', { exact: true }).fill('Gate-and-Garden-7')
    await page.getByLabel('Repeat the new password').fill('Gate-and-Garden-8')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByLabel('Repeat the new password')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Repeat the new password').fill('Gate-and-Garden-7')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'The password is set' })).toBeVisible()

    await page
      .getByRole('link', { name: 'Go to sign-in' })
      .or(page.getByRole('button', { name: 'Go to sign-in' }))
      .click()
    await page.getByLabel(words.ch_EN.user).fill('admin@localhost')
    await page.getByLabel(words.ch_EN.secret, { exact: true }).fill('Gate-and-Garden-7')
    await page.getByRole('button', { name: words.ch_EN.signIn, exact: true }).click()
    // Whoever administers has more than a password before anything opens.
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
    await person.sees()
    expect(await person.findings()).toEqual([])
    const secret = (await page.locator('code').textContent())?.replaceAll(/\s/g, '') ?? ''
    await page.getByLabel('Code from the app').fill('000000')
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await expect(page.getByLabel('Code from the app')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Code from the app').fill(codeOf(secret, Date.now()))
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
    await expect(page.locator('ol code')).toHaveCount(10)
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page).toHaveURL(/gate_select/)

    // Used up.
    await page.evaluate(() => localStorage.clear())
    await person.opens(path)
    await page.getByLabel('New password', { exact: true }).fill('Gate-and-Garden-9')
    await page.getByLabel('Repeat the new password').fill('Gate-and-Garden-9')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  } finally {
    await server.remove()
  }
})
