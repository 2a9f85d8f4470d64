import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanMenu from '../../../locales/ch_DE/menu.json' with { type: 'json' }
import germanNetwork from '../../../locales/ch_DE/netdiag.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishMenu from '../../../locales/ch_EN/menu.json' with { type: 'json' }
import englishNetwork from '../../../locales/ch_EN/netdiag.json' with { type: 'json' }
import { type Served, serve } from '../../../tests/support/serve.ts'
import { arrives, call, HOME, type Signed, signIn } from '../../support/at-home.ts'
import { freePort } from '../../support/free-port.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, type Person, test } from '../../support/test.ts'

const words = {
  ch_DE: { actions: germanActions, menu: germanMenu, network: germanNetwork },
  ch_EN: { actions: englishActions, menu: englishMenu, network: englishNetwork },
}
const SN = 'CELLAR-1'
const built = { serialNumber: SN, secureId: 'ON-ITS-LABEL', model: 'DOC400' }

let folder: string
let own: Served
let port: string
let gateway: ChildProcess
let home: Signed

/** A gateway as a process of its own: only such a one can be stopped for as long as somebody looks. */
const begin = (): void => {
  const where = ['--broker', `mqtt://127.0.0.1:${port}`, '--server', own.url, '--serial', SN]
  const what = [
    '--driver',
    'virtual',
    '--devices',
    join(folder, 'devices.json'),
    '--data',
    join(folder, 'gateway'),
  ]
  gateway = spawn(process.execPath, ['gateway/main.ts', ...where, ...what], {
    env: { PATH: process.env.PATH, GATEHOUSE_SECURE_ID: built.secureId },
    stdio: 'ignore',
  })
}
const end = (): Promise<void> =>
  new Promise((done) => {
    if (gateway.exitCode !== null || gateway.signalCode !== null) return done()
    gateway.once('exit', () => done())
    gateway.kill('SIGKILL')
  })
const isOnline = (online: boolean): Promise<void> =>
  expect
    .poll(async () => (await call(own.url, home, 'GET', `/home/${SN}/snapshot`))?.online, { timeout: 40_000 })
    .toBe(online)

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-offline-'))
  const settings = join(folder, 'settings.json')
  const flags = { ADVANCED_OFFLINE_MODE_AVAILABLE: true, NETDIAG_AVAILABLE_TO_USER: true }
  writeFileSync(
    settings,
    JSON.stringify({ flags, modules: { offline_netdiag_history: true, analytics: true } }),
  )
  port = String(await freePort())
  own = await serve({ GATEHOUSE_SETTINGS: settings, GATEHOUSE_GATEWAY_PORT: port })
  home = await signIn(own.url, accounts.home)
  // Devices as another home has them; the gateway itself knows none.
  const known = (await call(own.url, home, 'GET', `/home/${HOME}/snapshot`)) as {
    devices: { device: object }[]
  }
  writeFileSync(join(folder, 'devices.json'), JSON.stringify(known.devices.map(({ device }) => ({ device }))))
  const admin = await signIn(own.url, accounts.admin)
  await call(own.url, admin, 'POST', '/udm/device/upload/one', built)
  const { serialNumber, secureId } = built
  await call(own.url, home, 'PUT', `/udm/device/${SN}/assign`, {
    serialNumber,
    secureId,
    userId: home.userId,
    name: 'Keller',
  })
})
test.beforeEach(async () => {
  begin()
  await isOnline(true)
})
test.afterEach(end)
test.afterAll(async () => {
  await own.remove()
  rmSync(folder, { recursive: true, force: true })
})

for (const language of seen('phone')) {
  const { actions, menu, network } = words[language]

  test(`1.2-076 1.2-077 1.2-078 2.2-019 2.2-020 2.2-021 a gateway that has gone leaves its devices, network and history in sight, ${language} @phone`, async ({
    person: somebody,
  }) => {
    test.slow()
    const person: Person = Object.assign(somebody, { url: own.url })
    const { page } = person
    await person.returns(home, language, SN)
    await expect
      .poll(async () => (await call(own.url, home, 'GET', `/home/${SN}/snapshot`))?.total, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0)
    await call(own.url, home, 'POST', `/aggregated_data/${SN}`, {})
    await person.opens('/devices/quick_controls')
    await end()
    await arrives(person, '/gateway_offline')

    await page.getByRole('button', { name: actions.offlineMode }).click()
    await arrives(person, '/offline_mode')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Esstischlampe' })
      .getByRole('button', { name: actions.history })
      .click({ timeout: 20_000 })
    await expect(page).toHaveURL(/\/dashboard-chart-offline\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(
      page
        .getByRole('main')
        .getByText(/offline/)
        .first(),
    ).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: /Esstischlampe/ })).toBeVisible()
    await expect(page.getByRole('slider').first()).toBeVisible()
    expect(await person.findings()).toEqual([])
    await expect(
      page
        .getByRole('main')
        .getByText(/offline/)
        .first(),
    ).toBeVisible()

    await page.goBack()
    await arrives(person, '/offline_mode')
    await page.getByRole('button', { name: actions.gatewayHistory }).click()
    await arrives(person, '/node_history_offline')
    await expect(page.getByRole('slider').first()).toBeVisible()
    await expect(
      page
        .getByRole('main')
        .getByText(/offline/)
        .first(),
    ).toBeVisible()
    expect(await person.findings()).toEqual([])

    // What its menu leads to holds without it; everything else waits.
    await person.opens('/offline_mode')
    await page.getByRole('button', { name: actions.lastNetwork }).click()
    await arrives(person, '/net_diag_offline')
    const list = page.getByRole('region', { name: network.list })
    await expect(list.getByRole('listitem').first()).toBeVisible()
    expect(await person.findings()).toEqual([])
    const entry = page.getByRole('link', { name: menu.netdiag }).filter({ visible: true })
    if (await entry.count()) await expect(entry.first()).toHaveAttribute('href', '/net_diag_offline')

    await person.opens('/gateway_offline')
    begin()
    await isOnline(true)
    await expect(page).not.toHaveURL(/gateway_offline/, { timeout: 30_000 })
  })
}
