import { accounts, expect, test } from '../../support/test.ts'

test('B-02 B-03 no screen meets its content security policy, and a sink for scripts throws', async ({
  person,
}) => {
  await person.page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  await person.signsIn(accounts.home)
  for (const path of [
    '/devices/quick_controls',
    '/devices/devices_table',
    '/devices/device/living-shutter-south',
    '/gtw_settings',
    '/gateway_offline',
  ]) {
    await person.opens(path)
    await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('B-03 a sink for scripts throws @night', async ({ browser, server }) => {
  const page = await browser.newPage()
  await page.goto(`${server.url}/login`)
  // In a task of the page's own: what a debugger evaluates may do more.
  const sinks = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        setTimeout(() => {
          const acts = {
            html: () => document.createElement('div').insertAdjacentHTML('beforeend', '<b>x</b>'),
            worker: () => new Worker('/assets/other.js'),
            code: () => new Function('return 1')(),
          }
          resolve(
            Object.entries(acts).map(([name, act]) => {
              try {
                act()
                return `${name} ran`
              } catch {
                return `${name} refused`
              }
            }),
          )
        }),
      ),
  )
  expect(sinks).toEqual(['html refused', 'worker refused', 'code refused'])
  await page.close()
})
