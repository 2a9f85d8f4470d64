import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanFields from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanShell from '../../../locales/ch_DE/shell.json' with { type: 'json' }
import germanStatus from '../../../locales/ch_DE/status.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishFields from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishShell from '../../../locales/ch_EN/shell.json' with { type: 'json' }
import englishStatus from '../../../locales/ch_EN/status.json' with { type: 'json' }
import { type Served, serve } from '../../../tests/support/serve.ts'
import { arrives, atHome, call, HOME, signIn } from '../../support/at-home.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, type Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    actions: germanActions,
    fields: germanFields,
    screens: germanScreens,
    shell: germanShell,
    states: germanStatus.gateway,
    menu: 'Geräte',
  },
  ch_EN: {
    actions: englishActions,
    fields: englishFields,
    screens: englishScreens,
    shell: englishShell,
    states: englishStatus.gateway,
    menu: 'Devices',
  },
}

let own: Served
// The journey ends with a subscription that nobody can give back, and a home without its gateway.
test.beforeEach(async () => {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-conditions-'))
  const settings = join(data, 'settings.json')
  writeFileSync(settings, JSON.stringify({ flags: { RPL_GTW: true, ADVANCED_OFFLINE_MODE_AVAILABLE: true } }))
  own = await serve({ GATEHOUSE_SETTINGS: settings, GATEHOUSE_CONNECTS: '1000' }, data)
})
test.afterEach(() => own.remove())

const there = (person: Person): Person => Object.assign(person, { url: own.url })

interface Listed {
  serialNumber: string
  name: string
  model: string
  connectionStatus: string
}

for (const language of seen('desk')) {
  const { actions, fields, screens, shell, menu } = words[language]

  // 1.2-034 1.2-038 1.2-039 1.2-042 1.4-035 1.4-052
  test(`repair, restricted mode, subscription lock, offline mode and removal lead on and back, ${language} @phone`, async ({
    person: somebody,
  }) => {
    test.slow()
    const person = there(somebody)
    const { page } = person
    const home = await signIn(own.url, accounts.home)
    const admin = await signIn(own.url, accounts.admin)
    await atHome(person, home, language)

    await call(own.url, admin, 'POST', `/udm/device/${HOME}/repair`)
    await arrives(person, '/bck-restore-progress')
    expect(await person.findings()).toEqual([])
    await arrives(person, '/devices/quick_controls')

    await call(own.url, admin, 'PUT', `/udm/device/${HOME}/restricted`, { restricted: true })
    await arrives(person, '/gtw_settings')
    const devices = page.getByRole('link', { name: menu }).filter({ visible: true }).first()
    await expect(devices).toHaveAttribute('aria-disabled', 'true')
    await expect(devices).toHaveAccessibleDescription(shell.disabled.restricted)
    expect(await person.findings()).toEqual([])
    await call(own.url, admin, 'PUT', `/udm/device/${HOME}/restricted`, { restricted: false })
    await expect(devices).not.toHaveAttribute('aria-disabled')

    const { data } = (await call(own.url, admin, 'GET', '/udm/device/fetchGtwWithoutUser?limit=100')) as {
      data: Listed[]
    }
    const away = data.find(({ connectionStatus }) => connectionStatus === 'offline')
    await call(own.url, home, 'PUT', `/udm/device/${away?.serialNumber}/assign`, {
      serialNumber: away?.serialNumber,
      userId: home.userId,
      name: 'Chalet',
      secureId: 'DEMO-SECURE-ID',
    })
    await page.getByRole('button', { name: shell.gateway.switch }).click()
    await page.getByRole('menuitemradio', { name: /Chalet/ }).click()
    await arrives(person, '/gateway_offline')
    await page.getByRole('button', { name: actions.offlineMode }).click()
    await arrives(person, '/offline_mode')
    await person.sees()
    expect(await person.findings()).toEqual([])

    await call(own.url, admin, 'PUT', `/udm/device/${away?.serialNumber}/unassign`, {})
    await arrives(person, '/gateway_removed')
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: actions.understood }).click()
    await arrives(person, '/gtw_settings')

    await call(own.url, home, 'POST', '/subs/deactivate', { serialNumber: HOME })
    await arrives(person, '/subscription_lock')
    expect(await person.findings()).toEqual([])

    await call(own.url, admin, 'PUT', `/udm/device/${HOME}/unassign`, {})
    await arrives(person, '/gateway_removed')
    await page.getByRole('button', { name: actions.understood }).click()
    await arrives(person, '/initial-wizard')
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: actions.newGateway }).click()
    await arrives(person, '/new_gateway')
    // The form comes late; who leaves before it is there leaves a fault behind.
    await expect(page.getByRole('textbox').first()).toBeVisible()
  })

  // 1.2-158 1.2-159 1.2-157 1.4-020 1.4-021 1.4-022 3.2-102
  test(`an administrator repairs, replaces and removes gateways from the list, ${language} @night`, async ({
    person: somebody,
  }) => {
    test.slow()
    const person = there(somebody)
    const { page } = person
    const admin = await signIn(own.url, accounts.admin)
    const { states } = words[language]
    const row = page.getByRole('row').filter({ hasText: HOME })
    const dialog = page.getByRole('dialog')
    const choose = async (action: string): Promise<void> => {
      await row.getByRole('button', { name: new RegExp(shell.more) }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    await person.returns(admin, language)
    await person.opens(`/gate_select?q=${HOME}`)
    await person.sees()

    await choose(actions.repair)
    const { steps } = screens.gateway_repair
    await expect(page.getByRole('heading', { level: 1, name: screens.gateway_repair.title })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: new RegExp(`^${steps.remedy.options.repair.title}`) }).click()
    // Loaded anew it stands where it stood.
    await page.reload()
    await page.getByRole('button', { name: actions.repair, exact: true }).click()
    await expect(dialog.getByRole('button', { name: actions.repair, exact: true })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: actions.repair }).click()
    await arrives(person, '/gate_select')
    await person.opens(`/gate_select?q=${HOME}`)
    await expect(row.getByText(states.restoring)).toBeVisible()
    await expect(row.getByText(states.online, { exact: true })).toBeVisible({ timeout: 30_000 })

    const owned = await signIn(own.url, accounts.home)
    await call(own.url, owned, 'POST', '/backup/saveBackup', {
      ...{ userId: owned.userId, serialNumber: HOME, type: 'manual', snapshotName: 'Restore point' },
    })
    await choose(actions.replace)
    const { successor, restorePoint } = screens.gateway_replace.steps
    const other = page.getByRole('combobox', { name: fields.gatewaySuccessor.newGtwSN })
    const point = page.getByRole('combobox', { name: fields.restorePoint.restorePoint })
    await expect(other).toBeEnabled()
    expect(await person.findings()).toEqual([])
    await other.selectOption({ index: 1 })
    await page.getByRole('button', { name: successor.submit, exact: true }).click()
    await expect(point).toBeEnabled()
    await point.selectOption({ index: 1 })
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: restorePoint.submit, exact: true }).click()
    // What was not meant leaves all that was chosen.
    await dialog.getByRole('button', { name: shell.cancel }).click()
    await expect(point).not.toHaveValue('')

    await person.opens(`/gate_select?q=${HOME}`)
    await choose(actions.removeListed)
    await expect(dialog.getByRole('textbox')).toBeVisible()
    await dialog.getByRole('textbox').fill(HOME)
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: actions.removeListed }).click()
    const owner = async () =>
      (await call(own.url, admin, 'GET', `/udm/device/hg/${HOME}/info`))?.userId ?? null
    await expect.poll(owner).toBeNull()
    await person.sees()
  })
}
