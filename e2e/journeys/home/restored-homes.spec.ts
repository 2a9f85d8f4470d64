import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { type BenchHome, openHome } from '../../../bench/support/home.ts'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanBackups from '../../../locales/ch_DE/backups.json' with { type: 'json' }
import germanFields from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import germanNews from '../../../locales/ch_DE/news.json' with { type: 'json' }
import germanObjects from '../../../locales/ch_DE/objects.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanToasts from '../../../locales/ch_DE/toasts.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishBackups from '../../../locales/ch_EN/backups.json' with { type: 'json' }
import englishFields from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import englishNews from '../../../locales/ch_EN/news.json' with { type: 'json' }
import englishObjects from '../../../locales/ch_EN/objects.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishToasts from '../../../locales/ch_EN/toasts.json' with { type: 'json' }
import type { Backup } from '../../../schemas/generated/entities/backup.ts'
import { packed, unpacked } from '../../../server/gateways/backups/archive.ts'
import { type Served, serve } from '../../../tests/support/serve.ts'
import { start, type Zigbee2Mqtt } from '../../peers/zigbee2mqtt/start.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person, type Signed, signIn, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    actions: germanActions,
    backups: germanBackups,
    fields: germanFields,
    more: germanObjects.more,
    news: germanNews.backup_progress,
    screens: germanScreens,
    toasts: germanToasts,
    room: 'Raum hinzufügen',
  },
  ch_EN: {
    actions: englishActions,
    backups: englishBackups,
    fields: englishFields,
    more: englishObjects.more,
    news: englishNews.backup_progress,
    screens: englishScreens,
    toasts: englishToasts,
    room: 'Add room',
  },
}

/** Words with a count, whatever it is. */
const counted = (text: string, others = '[\\d’,.]+'): RegExp =>
  new RegExp(
    text
      .split(/\{\{\w+\}\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join(others),
  )

const lineOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const groupOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.describe('a home whose server is lost', () => {
  const settings = 'catalogue/demo-settings.json'
  let bridge: Zigbee2Mqtt
  let missing: string | undefined
  let server: Served | undefined
  test.beforeAll(async () => {
    test.setTimeout(240_000)
    const started = await start()
    if ('missing' in started) missing = started.missing
    else bridge = started
  })
  test.afterAll(async () => {
    await server?.remove()
    await bridge?.stop()
  })

  /** A server on a machine of its own, at the same bridge. */
  const begins = async (): Promise<{ url: string; session: Signed; sn: string }> => {
    await server?.remove()
    server = await serve({ GATEHOUSE_ZIGBEE2MQTT: bridge.mqttUrl, GATEHOUSE_SETTINGS: settings })
    const { url } = server
    const session = await signIn(url, accounts.home)
    const list = await fetch(`${url}/api/udm/device/list`, { headers: { sessionId: session.sessionId } })
    const { data } = (await list.json()) as { data: { name: string; serialNumber: string }[] }
    return { url, session, sn: data.find(({ name }) => name.includes('Zigbee2MQTT'))?.serialNumber ?? '' }
  }

  // S-07 3.2-043 3.2-045 3.2-046
  for (const language of seen('phone'))
    test(`comes back on another one, with its rooms, what it did, and its radio network's own backup, ${language} @phone @night`, async ({
      browser,
    }) => {
      test.skip(missing !== undefined, missing)
      const { actions, backups, fields, news, screens, toasts, room } = words[language]
      const { stages } = screens['bck-restore-progress']
      const opened = async (path: string): Promise<Person> => {
        const { url, session, sn } = await begins()
        const page = await browser.newPage()
        const person = new Person(page, url)
        await person.returns(session, language, sn)
        await person.opens(path)
        return person
      }

      const before = await opened('/home_setup/zones_list')
      await bridge.join('weather', 'hue')
      for (const measuredValue of [1910, 2040, 2170])
        await bridge.report('weather', 'msTemperatureMeasurement', { measuredValue })
      await before.page.getByRole('button', { name: room, exact: true }).first().click()
      const asked = before.page.getByRole('dialog')
      await asked.getByRole('textbox').first().fill('Werkstatt')
      await asked.getByRole('textbox').last().fill('Keller')
      await asked.getByRole('button', { name: room }).click()
      await expect(before.page.getByRole('link', { name: /^Werkstatt/ })).toBeVisible()
      await before.opens('/backups')
      await before.page.getByRole('button', { name: actions.createBackup }).first().click()
      await asked.getByRole('textbox').first().fill('Alles')
      await asked.getByRole('checkbox', { name: fields.backupNaming.history }).check()
      await asked.getByRole('checkbox', { name: fields.backupNaming.radios }).check()
      expect(await before.findings()).toEqual([])
      await asked.getByRole('button', { name: actions.createBackup }).click()
      await expect(before.page.getByText(toasts.backupCreated)).toBeVisible({ timeout: 30_000 })
      const download = before.page.waitForEvent('download')
      await before.page
        .getByRole(test.info().project.name === 'phone' ? 'listitem' : 'row')
        .filter({ hasText: 'Alles' })
        .getByRole('button', { name: /^(?:Mehr|More|Weitere)/ })
        .click()
      await before.page.getByRole('menuitem', { name: actions.exportBackup }).click()
      const file = readFileSync(await (await download).path())
      await before.page.close()

      // Another machine: it knows the bridge's devices, and nothing of what people had set up or what the home did.
      const person = await opened('/backups')
      const { page } = person
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: actions.importBackup }).click()
      await (await choosing).setFiles({ name: 'home.zip', mimeType: 'application/zip', buffer: file })
      await expect(page.getByText(toasts.IMPORT_SUCCESSFUL)).toBeVisible()
      await page
        .getByRole('link', { name: actions.restoreFrom })
        .or(page.getByRole('button', { name: actions.restoreFrom }))
        .first()
        .click()
      const history = page.getByRole('checkbox', { name: counted(backups.alongside.history, '.+') })
      await expect(history).toBeChecked()
      await expect(page.getByText(counted(backups.alongside.missing_other))).toBeVisible()
      const returns = lineOf(page, backups.becomes.returns).filter({ hasText: 'Werkstatt' })
      await expect(returns).toHaveCount(1)
      const radio = page.waitForEvent('download')
      await page.getByRole('button', { name: backups.alongside.download }).click()
      const packedByBridge = unzipSync(new Uint8Array(readFileSync(await (await radio).path())))
      expect(Object.keys(packedByBridge)).toContain('configuration.yaml')
      // What is chosen stands at the button, and the button at hand.
      const restore = page.getByRole('button', { name: backups.restore.doHistory })
      await expect(restore).toHaveCount(0)
      await expect(page.getByText(backups.restore.withHistory)).toBeInViewport()
      await history.uncheck()
      await expect(page.getByText(backups.restore.withHistory)).toHaveCount(0)
      await history.check()
      expect(await person.findings()).toEqual([])
      await person.likes('dark')
      expect(await person.findings(['color-contrast'])).toEqual([])
      await person.likes('light')
      await page
        .getByRole('button', {
          name: new RegExp(`${counted(backups.restore.do_other).source}|^${backups.restore.do_one}$`),
        })
        .click()

      // All of it is a step of its own, also for whoever comes only now.
      await expect(lineOf(page, stages.waiting)).toHaveAttribute('aria-current', 'step')
      await expect(lineOf(page, stages.history)).toBeVisible()
      await page.reload()
      await expect(lineOf(page, stages.history)).toBeVisible()
      expect(await person.findings()).toEqual([])
      await expect(page.getByText(counted(news.restoreCompleted, '.*Zigbee2MQTT.*')).first()).toBeVisible({
        timeout: 30_000,
      })
      await person.opens('/backups')
      await page
        .getByRole('link', { name: actions.restoreFrom })
        .or(page.getByRole('button', { name: actions.restoreFrom }))
        .last()
        .click()
      await expect(page.getByText(backups.restore.alike)).toBeVisible()
      await expect(page.getByText(backups.alongside.complete)).toBeVisible()
      await person.opens('/home_setup/zones_list')
      await expect(page.getByRole('link', { name: /^Werkstatt/ })).toBeVisible()
      await page.close()
    })
})

test.describe('a backup of a home of a thousand devices', () => {
  const DEVICES = 1000
  /** So many the home has instead of some of the backup. */
  const OTHERS = 400
  let home: BenchHome
  test.beforeAll(async () => {
    home = await openHome(DEVICES)
  })
  test.afterAll(async () => await home.stop())

  const api = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { sessionId } = home.session
    const answer = await fetch(`${home.url}/api${path}`, {
      ...init,
      headers: { sessionId, ...(typeof init.body === 'string' && { 'Content-Type': 'application/json' }) },
    })
    expect(answer.ok, path).toBe(true)
    return answer
  }
  /** As it was under other names, with four hundred devices that are not there any more. */
  const taken = async (): Promise<Backup> => {
    const { userId, gateway } = home.session
    const about = { userId, serialNumber: gateway, type: 'manual', snapshotName: 'Alle' }
    const made = (await (
      await api('/backup/saveBackup', { method: 'POST', body: JSON.stringify(about) })
    ).json()) as Backup
    const file = new Uint8Array(await (await api(`/backup/export/${made._id}`)).arrayBuffer())
    const { manifest, content } = await unpacked(file)
    const { format: _format, schemaVersion: _version, content: _content, ...facts } = manifest
    const devices = content.devices.map((device, at) => ({
      ...device,
      device_id: at < OTHERS ? `gone${at}` : device.device_id,
      device_name: `Früher ${at} 北${'北'.repeat(at % 20)}`,
    }))
    const { settings: _settings, ...rest } = content
    const form = new FormData()
    const bytes = await packed(facts, { ...rest, devices })
    form.set('file', new File([new Uint8Array(bytes)], 'home.zip'))
    for (const [field, value] of Object.entries({ fileName: 'home.zip', userId, gtwSN: gateway }))
      form.set(field, value)
    return (await (await api(`/backup/import/${gateway}`, { method: 'POST', body: form })).json()) as Backup
  }

  // 3.2-045
  for (const language of seen('desk'))
    test(`shows what would become of all of them by twenties, and brings it back, ${language} @phone`, async ({
      page,
    }) => {
      const { actions, backups, more, news } = words[language]
      const { _id } = await taken()
      const person = new Person(page, home.url)
      await person.returns(home.session, language, home.session.gateway)
      await person.opens('/backups')
      // What it would hold is said before.
      await page.getByRole('button', { name: actions.createBackup }).first().click()
      await expect(page.getByRole('dialog').getByText(/1[’,]?000/)).toBeVisible({ timeout: 30_000 })
      await page.keyboard.press('Escape')

      await person.opens(`/backups/${_id}`)
      const devices = groupOf(page, backups.kinds.device)
      await expect(devices.getByRole('listitem')).toHaveCount(21)
      expect(await page.locator('*').count()).toBeLessThan(3000)
      // One hundred of the gone ones have a list of hundreds to choose from, once somebody looks.
      expect(await page.locator('option').count()).toBeLessThan(100)
      await devices.getByRole('button', { name: more }).click()
      await expect(devices.getByRole('listitem')).toHaveCount(41)
      expect(await person.findings()).toEqual([])

      // All of a kind are left out and chosen at once, those out of sight as well.
      const chosen = page.getByText(counted(backups.restore.chosen_other)).first()
      await expect(chosen).toContainText(/^609 /)
      await devices.getByRole('checkbox', { name: backups.kinds.device, exact: true }).click()
      await expect(chosen).toContainText(/^9 /)
      await devices.getByRole('checkbox', { name: backups.kinds.device, exact: true }).click()
      await expect(chosen).toContainText(/^609 /)
      await devices.getByRole('button', { name: backups.kinds.device, exact: true }).click()
      await expect(devices.getByRole('listitem')).toHaveCount(0)
      await devices.getByRole('button', { name: backups.kinds.device, exact: true }).click()
      await expect(devices.getByRole('listitem')).toHaveCount(41)

      await page.getByRole('button', { name: counted(backups.restore.do_other) }).click()
      await expect(page.getByText(counted(news.restoreCompleted, '.*')).first()).toBeVisible({
        timeout: 60_000,
      })
      await expect(devices.getByText(backups.becomes.changed)).toHaveCount(0)

      // What is gone gets a substitute, says so, and can be given another or none.
      const gone = lineOf(page, 'Früher 0').first()
      const substitute = gone.getByRole('combobox')
      await substitute.focus()
      const options = substitute.locator('option')
      expect(await options.count()).toBeGreaterThan(20)
      const name = (await options.nth(1).textContent()) ?? ''
      await substitute.selectOption({ index: 1 })
      await expect(gone.getByText(backups.becomes.substituted.replace('{{device}}', name))).toBeVisible()
      expect(await person.findings()).toEqual([])
      await substitute.selectOption({ label: backups.noSubstitute })
      await expect(gone.getByText(backups.becomes.substituted.replace('{{device}}', name))).toHaveCount(0)
    })
})
