import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Served, serve } from '../../../tests/support/serve.ts'
import { arrives, atHome, call, HOME, type Signed, signIn } from '../../support/at-home.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, type Person, test } from '../../support/test.ts'

for (const language of seen('phone')) {
  // 1.2-127 1.4-041 1.4-044 1.4-045 1.2-150 1.4-043
  test(`the PIN lock of another shows its countdown and is opened by the PIN, ${language} @phone`, async ({
    person,
    server,
    sessions,
  }) => {
    const words = language === 'ch_DE' ? 'PIN eingeben' : 'Enter the PIN'
    await atHome(person, sessions.home, language)
    await call(server.url, sessions.admin, 'POST', `/udm/device/${HOME}/activateGtwPinLockedMode`, {})
    await arrives(person, '/gateway-locked')
    await expect(person.page.getByRole('timer')).toHaveText(/^0[45]:\d\d$/)
    expect(await person.findings()).toEqual([])
    await person.page.getByRole('button', { name: words }).click()
    const dialog = person.page.getByRole('dialog')
    await dialog.getByLabel('PIN', { exact: true }).fill('1')
    await dialog.getByRole('button', { name: words }).click()
    await expect(
      dialog.getByText(language === 'ch_DE' ? 'Die PIN ist falsch.' : 'The PIN is wrong.'),
    ).toBeVisible()
    expect(await person.findings()).toEqual([])
    await dialog.getByLabel('PIN', { exact: true }).fill('4711')
    await dialog.getByRole('button', { name: words }).click()
    await arrives(person, '/devices/quick_controls')
  })

  // 1.2-126 1.4-038 1.4-040
  test(`somebody else's privileged mode keeps out until it ends, ${language} @phone @night`, async ({
    person,
    server,
    sessions,
  }) => {
    await atHome(person, sessions.home, language)
    await call(server.url, sessions.admin, 'POST', `/udm/device/${HOME}/activatePrivilege`)
    await arrives(person, '/privilege-mode-active')
    expect(await person.findings()).toEqual([])
    await call(server.url, sessions.admin, 'POST', `/udm/device/${HOME}/deactivatePrivilege`)
    await arrives(person, '/devices/quick_controls')
  })

  // 1.2-117 1.2-118 1.2-119 1.4-028
  test(`a restart leads to gateway_offline and back, ${language} @phone`, async ({
    person,
    server,
    sessions,
  }) => {
    await atHome(person, sessions.home, language)
    await call(server.url, sessions.home, 'POST', `/udm/device/${HOME}/reboot`)
    await arrives(person, '/gateway_offline')
    expect(await person.findings()).toEqual([])
    await arrives(person, '/devices/quick_controls')
  })
}

// 1.2-124 1.4-048 1.4-049
test('a firmware upgrade shows how far it has come and can be cancelled @night @phone', async ({
  person,
  server,
  sessions,
}) => {
  await atHome(person, sessions.home, 'ch_EN')
  const gateway = await call(server.url, sessions.home, 'GET', `/udm/device/hg/${HOME}/info`)
  const offer = await call(server.url, sessions.home, 'GET', `/udm/device/${HOME}/firmware`)
  await call(server.url, sessions.home, 'POST', `/udm/device/${HOME}/firmware`, {
    gatewayID: gateway?._id,
    campaignID: offer?.campaignID,
  })
  await arrives(person, '/fw-upgrade')
  await expect(person.page.getByRole('progressbar')).toHaveAttribute('value', /\d+/)
  expect(await person.findings()).toEqual([])
  await person.page.getByRole('button', { name: 'Cancel the upgrade' }).click()
  await person.page.getByRole('dialog').getByRole('button', { name: 'Cancel the upgrade' }).click()
  await arrives(person, '/devices/quick_controls')
})

test.describe('a deployment that lets gateways be made, replaced and added step by step', () => {
  let own: Served
  let admin: Signed
  let home: Signed
  test.beforeAll(async () => {
    own = await serve()
    await own.stop()
    const settings = join(own.data, 'settings.json')
    writeFileSync(
      settings,
      JSON.stringify({
        flags: { VIRTUAL_GTW: true, RPL_GTW: true, GW_EXTEND: true, ADVANCED_OFFLINE_MODE_AVAILABLE: true },
      }),
    )
    own = await serve({ GATEHOUSE_SETTINGS: settings }, own.data)
    admin = await signIn(own.url, accounts.admin)
    home = await signIn(own.url, accounts.home)
  })
  test.afterAll(() => own.remove())

  const there = (person: Person): Person => Object.assign(person, { url: own.url })

  // 1.1-002 1.2-155 1.2-156 1.4-031
  test('a gateway is added step by step @phone-at-night', async ({ person: somebody }) => {
    const person = there(somebody)
    const { page } = person
    const { data } = (await call(own.url, admin, 'GET', '/udm/device/fetchGtwWithoutUser?limit=1')) as {
      data: { serialNumber: string }[]
    }
    await person.returns(home, 'ch_EN')
    await person.opens('/new_gateway')
    await person.sees()
    expect(await person.findings()).toEqual([])
    await page.getByLabel('Serial number').fill((data[0]?.serialNumber ?? '').toLowerCase())
    await page.getByLabel('Secure ID').fill('demo-secure-id')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByLabel('Name').fill('Ferienhaus')
    await page.getByRole('button', { name: 'Add the gateway' }).click()
    await expect(page.getByRole('button', { name: 'Save the address' })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page.getByText('The gateway now belongs to this account.')).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: 'Open the gateway' }).click()
    await expect(page.getByRole('button', { name: /Ferienhaus/ })).toBeVisible()
    await call(own.url, home, 'DELETE', `/udm/device/${data[0]?.serialNumber}`)
    await arrives(person, '/gateway_removed')
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: 'Understood' }).click()
    await arrives(person, '/gtw_settings')
  })

  // 1.6-028 1.7-058
  test('an administrator makes a virtual gateway @night', async ({ person: somebody }) => {
    const person = there(somebody)
    const { page } = person
    await person.returns(admin, 'ch_EN')
    await person.opens('/gate_select')
    await person.sees()
    await page.getByRole('button', { name: 'Virtual gateway' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Versuch')
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('The virtual gateway is ready.')).toBeVisible()
    await page.getByRole('searchbox').fill('Versuch')
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByRole('cell', { name: /^Versuch/ })).toBeVisible()
  })

  // 1.4-021 1.4-023 1.2-108 1.4-036 1.4-037
  test('a gateway that is replaced shows so, and goes on when it is done @night @phone', async ({
    person: somebody,
  }) => {
    const person = there(somebody)
    const { data } = (await call(
      own.url,
      admin,
      'GET',
      '/udm/device/fetchGtwWithoutUser?limit=100&models=DOC400',
    )) as { data: { serialNumber: string; connectionStatus: string }[] }
    const free = data.find(({ connectionStatus }) => connectionStatus === 'online')
    await atHome(person, home, 'ch_DE')
    const point = (await call(own.url, home, 'POST', '/backup/saveBackup', {
      ...{ userId: home.userId, serialNumber: HOME, type: 'manual', snapshotName: 'Vor dem Ersatz' },
    })) as { _id: string }
    await call(own.url, admin, 'POST', '/replace/gw', {
      ...{ failedGtwSN: HOME, newGtwSN: free?.serialNumber, restorePoint: point._id },
      ...{ userId: home.userId, automaticFactoryReset: false },
    })
    await arrives(person, '/rpl-gw-progress')
    expect(await person.findings()).toEqual([])
    await expect(person.page).not.toHaveURL(/rpl-gw-progress/, { timeout: 40_000 })
  })
})

// L-09 1.4-056 1.4-057
test('two tabs of one person hear once why the session ended @night', async ({ person, server, context }) => {
  // Not the account whose session the other journeys share: all sessions of this one end.
  const guest = { identity: 'guest@gatehouse.test', secret: 'Gatehouse-Guest-1' }
  const session = await signIn(server.url, guest)
  const other = await signIn(server.url, guest)
  await atHome(person, session, 'ch_EN')
  const second = await context.newPage()
  await second.addInitScript(
    (kept) => localStorage.setItem('gatehouse.session', kept),
    JSON.stringify(session),
  )
  await second.goto(`${server.url}/gtw_settings`)
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  await call(server.url, other, 'POST', '/auth/logoutAll', {})
  for (const page of [person.page, second]) {
    await expect(page).toHaveURL(/login/)
    await expect(page.getByText(/logged out this session|session has ended|Sitzung/)).toHaveCount(1)
  }
  await call(server.url, other, 'GET', '/auth/logout')
})
