import type { Page } from 'playwright/test'
import germanJobs from '../../../locales/ch_DE/jobs.json' with { type: 'json' }
import germanNews from '../../../locales/ch_DE/news.json' with { type: 'json' }
import germanProperties from '../../../locales/ch_DE/properties.json' with { type: 'json' }
import germanShell from '../../../locales/ch_DE/shell.json' with { type: 'json' }
import englishJobs from '../../../locales/ch_EN/jobs.json' with { type: 'json' }
import englishNews from '../../../locales/ch_EN/news.json' with { type: 'json' }
import englishProperties from '../../../locales/ch_EN/properties.json' with { type: 'json' }
import englishShell from '../../../locales/ch_EN/shell.json' with { type: 'json' }
import { type Served, serve } from '../../../tests/support/serve.ts'
import { NEW_VERSION } from '../../peers/zigbee2mqtt/image.ts'
import { start, type Zigbee2Mqtt } from '../../peers/zigbee2mqtt/start.ts'
import { freePort } from '../../support/free-port.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person, signIn, test } from '../../support/test.ts'

const words = {
  ch_DE: { jobs: germanJobs, news: germanNews, properties: germanProperties, shell: germanShell },
  ch_EN: { jobs: englishJobs, news: englishNews, properties: englishProperties, shell: englishShell },
}
const hue = '0x0017880100000001'

// The unmodified Zigbee2MQTT loads an image over its virtual radio, block after block, slowly enough to look on.
test.describe('firmware of a lamp at Zigbee2MQTT', () => {
  let bridge: Zigbee2Mqtt | undefined
  let server: Served | undefined
  let missing: string | undefined

  test.beforeEach(async () => {
    // On a slow machine a reload and a new server take as long as half of it.
    const started = await start({ blockDelay: 2000 })
    if ('missing' in started) missing = started.missing
    else bridge = started
  })
  test.afterEach(async () => {
    await server?.remove()
    await bridge?.stop()
  })

  for (const language of seen('phone'))
    test(`is followed in the job centre over a reload and a killed server, and the bell says that it is there: ${language} @phone @night`, async ({
      page,
    }) => {
      test.skip(missing !== undefined, missing)
      if (!bridge) return
      const { jobs, news, properties, shell } = words[language]
      const port = await freePort()
      const runs = (data?: string): Promise<Served> =>
        serve({ GATEHOUSE_ZIGBEE2MQTT: bridge?.mqttUrl ?? '', PORT: String(port) }, data)
      server = await runs()
      await bridge.join('hue')
      const { url } = server
      const session = await signIn(url, accounts.home)
      const list = await fetch(`${url}/api/udm/device/list`, { headers: { sessionId: session.sessionId } })
      const { data } = (await list.json()) as { data: { name: string; serialNumber: string }[] }
      const gateway = data.find(({ name }) => name.includes('Zigbee2MQTT'))
      const name = gateway?.name ?? ''
      const person = new Person(page, url)
      await person.returns(session, language, gateway?.serialNumber)

      const firmware = properties.FirmwareService
      await person.opens(`/devices/device/${hue}`)
      await page.getByRole('tab').last().click()
      const part = (word: string) => page.getByRole('region', { name: word })
      await part(firmware.check_update).getByRole('group').getByRole('button').click()
      await expect(part(firmware.latest_version)).toContainText(String(NEW_VERSION), { timeout: 30_000 })
      await part(firmware.install_update).getByRole('group').getByRole('button').click()

      const centre = await opened(page, shell.jobs.title)
      const job = centre.getByRole('listitem').filter({ hasText: fits(jobs.deviceFirmware.title, name) })
      await expect(job).toContainText(jobs.deviceFirmware.running)
      expect(await person.findings()).toEqual([])

      await page.reload()
      const anew = await opened(page, shell.jobs.title)
      await expect(
        anew.getByRole('listitem').filter({ hasText: fits(jobs.deviceFirmware.title, name) }),
      ).toContainText(jobs.deviceFirmware.running)

      // The radio goes on by itself while no server is there.
      await server.stop('SIGKILL')
      server = await runs(server.data)
      await expect(
        anew.getByRole('listitem').filter({ hasText: fits(jobs.deviceFirmware.title, name) }),
      ).toContainText(jobs.deviceFirmware.done, { timeout: 120_000 })
      await page.keyboard.press('Escape')
      const bell = await opened(page, shell.news.title)
      await expect(bell.getByText(fits(news.device_firmware.installed, name))).toBeVisible()
      expect(await person.findings()).toEqual([])
    })
})

async function opened(page: Page, title: string) {
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  const panel = page.getByRole('dialog', { name: title })
  await expect(panel).toBeVisible()
  return panel
}

const fits = (text: string, name: string): string => text.replace('{{name}}', name)
