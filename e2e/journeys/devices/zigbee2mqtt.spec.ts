import netdiag from '../../../locales/ch_DE/netdiag.json' with { type: 'json' }
import toasts from '../../../locales/ch_DE/toasts.json' with { type: 'json' }
import { radioHome } from '../../peers/zigbee2mqtt/radio-home.ts'
import { accounts, expect, Person, test } from '../../support/test.ts'

// The unmodified Zigbee2MQTT on a virtual radio, our server connected to its broker, a real browser in front.
test.describe('a home with Zigbee2MQTT', () => {
  // The network page is one of the demo's: it ships off.
  const home = radioHome({ GATEHOUSE_SETTINGS: 'catalogue/demo-settings.json' })

  async function atHome(page: Person['page']): Promise<Person> {
    const person = new Person(page, home.url)
    await person.signsIn(accounts.home)
    await person.page.getByRole('button', { name: /Lindenweg 14/ }).click()
    await person.page
      .getByRole('menuitemradio', { name: /Zigbee2MQTT/ })
      .or(person.page.getByRole('menuitem', { name: /Zigbee2MQTT/ }))
      .click()
    await expect(person.page.locator('header').getByText('Zigbee2MQTT').first()).toBeVisible()
    await person.page
      .getByRole('link', { name: /Geräte/ })
      .first()
      .click()
    await expect(person.page.locator('article').first()).toBeVisible()
    if ((await person.page.locator('article').count()) < 7)
      await person.page.getByRole('button', { name: /Mehr zeigen/ }).click()
    return person
  }

  test('its seven devices appear, a lamp obeys, a sensor reports, a dead device fails with its reason', async ({
    page,
  }) => {
    const person = await atHome(page)
    await expect(person.page.locator('article')).toHaveCount(7, { timeout: 30_000 })

    const lamp = person.page.locator('article[aria-label^="Hue"]')
    await expect(lamp.getByRole('switch')).toBeVisible()
    const slider = lamp.getByRole('slider')
    await slider.focus()
    await person.page.keyboard.press('Home')
    for (let step = 0; step < 3; step++) await person.page.keyboard.press('PageUp')
    await expect(lamp).toContainText('bestätigt', { timeout: 20_000 })
    await expect
      .poll(async () =>
        (await home.bridge.received()).some(
          ({ device, cluster, command }) =>
            device === 'hue' && cluster === 'genLevelCtrl' && command.startsWith('moveToLevel'),
        ),
      )
      .toBe(true)

    await home.bridge.report('weather', 'msTemperatureMeasurement', { measuredValue: 2290 })
    await expect(person.page.locator('article', { hasText: '22.9' })).toBeVisible()
    await home.bridge.report('weather', 'msTemperatureMeasurement', { measuredValue: 1870 })
    await expect(person.page.locator('article', { hasText: '18.7' })).toBeVisible()

    await home.bridge.dead('hue', true)
    const toggle = lamp.getByRole('switch')
    const before = await toggle.getAttribute('aria-checked')
    await toggle.click()
    await expect(lamp).toContainText('Das Gerät antwortet nicht.', { timeout: 30_000 })
    await expect(toggle).toHaveAttribute('aria-checked', before ?? '')
    expect(await person.findings()).toEqual([])
  })

  // 2.4-098 2.4-099 2.2-022
  test('its network is mapped by hand: the page has every device with its way, says what is weak, asks it, and keeps a snapshot @night', async ({
    page,
  }) => {
    const person = await atHome(page)
    await person.opens('/net_diag')
    const list = page.getByRole('region', { name: netdiag.list })
    await expect(list.getByRole('listitem')).toHaveCount(7)
    await page.getByRole('button', { name: netdiag.check }).click()
    await expect(page.getByText(toasts.mapNetwork)).toBeVisible()
    // The radio tells of its ways, and the open page follows.
    const blind = list.getByRole('button', { name: /^FYRTUR/ })
    await expect(blind).toContainText('über Smart plug', { timeout: 60_000 })
    await expect(
      list.getByRole('button', { name: /^Ally thermostat direkt am Gateway schwach/ }),
    ).toBeVisible()
    const findings = page.getByRole('region', { name: netdiag.noticed }).getByRole('heading')
    await expect(findings).toHaveText(['Ally thermostat wird schwach gehört'])
    await blind.click()
    const way = list.getByRole('list', { name: netdiag.way }).getByRole('listitem')
    await expect(way).toHaveText([/^FYRTUR.*mittel$/, /^Smart plug.*mittel$/, netdiag.gateway])
    expect(await person.findings()).toEqual([])

    // The lamp is asked over the radio, and says nothing once it is dead.
    const lamp = list.getByRole('button', { name: /^ACME/ })
    await lamp.click()
    await list.getByRole('button', { name: /^ACME.* anfragen$/ }).click()
    await expect(page.getByText(/^ACME.* antwortet nach .* s\.$/)).toBeVisible()
    await home.bridge.dead('unknown', true)
    await list.getByRole('button', { name: /^ACME.* anfragen$/ }).click()
    await expect(page.getByText(/^ACME.* antwortet nicht\.$/)).toBeVisible({ timeout: 20_000 })
    await home.bridge.dead('unknown', false)

    await page.getByRole('button', { name: netdiag.take }).click()
    await expect(page.getByText(netdiag.taken).first()).toBeVisible()
    await expect(page.getByRole('region', { name: netdiag.back }).getByRole('listitem').first()).toBeVisible()
  })

  /** As it would come from another home. */
  const shade = {
    kind: 'gatehouse.scenes',
    rules: [
      {
        id: 'shade',
        name: 'Beschattung',
        rule_logic: 'OR',
        active: true,
        event_triggers: [
          {
            id: 'hot',
            event_source: '0x00158d0000000004',
            service_name: 'TemperatureService',
            property_name: 'temperature',
            value: 28,
            compare_type: 'GT',
          },
        ],
        scenes: [
          {
            id: 'close',
            name: 'Schliessen',
            devices: [
              {
                id: '0x0017880100000003',
                settings: [{ service_name: 'RollerShutterService', property_name: 'position', value: 0 }],
              },
            ],
          },
        ],
      },
    ],
  }

  test('a scene that is taken in closes its blind when its sensor says that it is hot, and tells step by step @night', async ({
    page,
  }) => {
    const person = await atHome(page)
    await home.bridge.report('weather', 'msTemperatureMeasurement', { measuredValue: 2110 })
    await expect(person.page.locator('article', { hasText: '21.1' })).toBeVisible()

    await person.page.getByRole('link', { name: 'Szenen' }).first().click()
    await page.waitForURL('**/scenes/scenes_list**')
    await person.page.getByRole('button', { name: 'Mehr zu Szenen' }).click()
    await person.page.getByRole('menuitem', { name: 'Importieren' }).click()
    const dialog = person.page.getByRole('dialog', { name: 'Szenen importieren' })
    const file = {
      name: 'scenes.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(shade)),
    }
    await dialog.getByLabel('Datei wählen').setInputFiles(file)
    await expect(dialog.getByRole('list')).toContainText('Beschattung')
    await dialog.getByRole('button', { name: 'Importieren' }).click()
    await expect(dialog).toBeHidden()
    await person.page.getByRole('link', { name: 'Beschattung' }).first().click()
    await page.waitForURL('**/scenes/scene/shade**')
    await expect(person.page.getByText('Die Szene ist in den letzten 30 Tagen nicht gelaufen.')).toBeVisible()

    await home.bridge.report('weather', 'msTemperatureMeasurement', { measuredValue: 2950 })
    const run = person.page.locator('details').filter({ hasText: 'Ohne Fehler' })
    await expect(run).toContainText('bestätigt', { timeout: 20_000 })
    await expect
      .poll(async () =>
        (await home.bridge.received()).some(
          ({ cluster, command, payload }) =>
            cluster === 'closuresWindowCovering' &&
            command === 'goToLiftPercentage' &&
            payload.percentageliftvalue === 100,
        ),
      )
      .toBe(true)
    expect(await person.findings()).toEqual([])
  })
})
