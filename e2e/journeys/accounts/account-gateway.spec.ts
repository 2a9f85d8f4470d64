import { serve } from '../../../tests/support/serve.ts'
import { session } from '../../support/mails.ts'
import { accounts, expect, Person, test } from '../../support/test.ts'

// 1.2-032 1.7-022
test('whoever holds the secret of a gateway signs in with it; the secret itself is not sent @phone-at-night', async ({
  page,
}) => {
  const server = await serve()
  try {
    const admin = await session(server.url, accounts.admin)
    const home = await session(server.url, accounts.home)
    const { data } = await home.call<{ data: { serialNumber: string; userId: string }[] }>('/udm/device/list')
    const serialNumber = data.find(({ userId }) => userId === home.userId)?.serialNumber ?? ''
    const { secret } = await admin.call<{ secret: string }>(`/udm/device/${serialNumber}/secret`, {
      method: 'POST',
      body: {},
    })

    const person = new Person(page, server.url)
    await person.speaks('ch_DE')
    await person.opens('/gateway-login')
    expect(await person.findings()).toEqual([])
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await page.getByLabel('Seriennummer').fill(serialNumber.toLowerCase())
    await page.getByLabel('Geheimnis', { exact: true }).fill('falsch')
    const button = page.getByRole('button', { name: 'Anmelden', exact: true })
    await button.click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(button).toBeEnabled()
    await page.getByLabel('Geheimnis', { exact: true }).fill(secret)
    await button.click()
    await page.waitForURL((url) => url.pathname !== '/gateway-login')
    expect(sent.some((body) => body.includes('"loginType":"gateway"'))).toBe(true)
    expect(sent.some((body) => body.includes(secret))).toBe(false)
  } finally {
    await server.remove()
  }
})
