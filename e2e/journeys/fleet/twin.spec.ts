import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanDevice from '../../../locales/ch_DE/device.json' with { type: 'json' }
import germanJoining from '../../../locales/ch_DE/joining.json' with { type: 'json' }
import germanMenu from '../../../locales/ch_DE/menu.json' with { type: 'json' }
import germanProperties from '../../../locales/ch_DE/properties.json' with { type: 'json' }
import germanScenes from '../../../locales/ch_DE/scenes.json' with { type: 'json' }
import germanTwin from '../../../locales/ch_DE/twin.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishDevice from '../../../locales/ch_EN/device.json' with { type: 'json' }
import englishJoining from '../../../locales/ch_EN/joining.json' with { type: 'json' }
import englishMenu from '../../../locales/ch_EN/menu.json' with { type: 'json' }
import englishProperties from '../../../locales/ch_EN/properties.json' with { type: 'json' }
import englishScenes from '../../../locales/ch_EN/scenes.json' with { type: 'json' }
import englishTwin from '../../../locales/ch_EN/twin.json' with { type: 'json' }
import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person, signIn, test } from '../../support/test.ts'
import { visualFaults } from '../../support/visual-lint.ts'

const words = {
  ch_DE: {
    actions: germanActions,
    device: germanDevice,
    joining: germanJoining,
    properties: germanProperties,
    menu: germanMenu,
    scenes: germanScenes,
    twin: germanTwin,
  },
  ch_EN: {
    actions: englishActions,
    device: englishDevice,
    joining: englishJoining,
    properties: englishProperties,
    menu: englishMenu,
    scenes: englishScenes,
    twin: englishTwin,
  },
}
const SN = 'DOC4-7F21-90A3'
const LAMP = 'Esstischlampe'

for (const language of seen('desk')) {
  const { actions, menu, scenes, twin } = words[language]

  test(`14.10 an administrator tries a gateway in a twin, and nothing of it reaches the home, ${language} @phone-at-night`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.admin, language)
    await person.opens(`/gate_statistic/${SN}`)
    await page.getByRole('button', { name: actions.tryTwin }).click()
    await page.getByRole('dialog').getByRole('button', { name: twin.fork.submit }).click()
    const banner = page.getByRole('status').filter({ hasText: twin.banner.split('{{name}}')[1] ?? '' })
    await expect(banner).toBeVisible()
    await expect(page).toHaveURL(/quick_controls/)
    await expect(page.locator('article').first()).toBeVisible()
    expect(await visualFaults(page, page.viewportSize()?.width ?? 0, true)).toEqual([])

    // From here on nothing is asked for but the app's own files, and what a deployment draws otherwise.
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && pathname !== '/api/catalogue/definitions') asked.push(pathname)
    })
    page.on('websocket', (socket) => asked.push(socket.url()))
    await person.sees()
    expect(await person.findings()).toEqual([])

    // A device answers, and one that only measures is told what it measures.
    const tile = page.locator('article').filter({ hasText: LAMP }).first()
    const lamp = tile.getByRole('switch').first()
    const was = await lamp.isChecked()
    await lamp.click()
    await expect(lamp).toBeChecked({ checked: !was })
    await tile.getByRole('link', { name: LAMP }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: LAMP })).toBeVisible()
    await banner.getByRole('button', { name: twin.tell.open }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel(twin.tell.device)).toHaveValue(/./)
    await dialog.getByRole('textbox').fill('23.5')
    await dialog.getByRole('button', { name: twin.tell.submit, exact: true }).click()
    await expect(
      dialog.getByText(twin.tell.said.split(': ')[0]?.replace('{{device}}', LAMP) ?? ''),
    ).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByText('23.5').first()).toBeVisible()

    // Scenes run, with their story.
    await page.getByRole('navigation').getByRole('link', { name: menu.scenes }).last().click()
    await page.getByRole('link', { name: 'Guten Morgen' }).or(page.getByText('Guten Morgen')).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Guten Morgen' })).toBeVisible()
    await page.getByRole('button', { name: actions.playRule, exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: actions.playRule, exact: true }).click()
    await expect(page.getByRole('main')).not.toContainText(scenes.lastRun.never)
    expect(await person.findings()).toEqual([])

    // No address leads out of it by itself, and whoever leaves is asked.
    await page.goBack()
    await expect(banner).toBeVisible()
    await banner.getByRole('button', { name: twin.leave }).click()
    expect(await person.findings()).toEqual([])
    expect(asked).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: twin.leaving.leave }).click()
    await expect(banner).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`/gate_statistic/${SN}`))
  })
}

// What is brought onto a gateway stays there: each language has a home of its own.
for (const language of seen('desk'))
  test.describe(language, () => {
    const home = ownHome()
    const { actions, device, joining, menu, properties, twin } = words[language]

    test(`14.10 what was changed in a twin stands beside the gateway as it is, and is brought onto it, ${language} @night`, async ({
      page,
    }) => {
      const person = new Person(page, home.url)
      await person.returns(await signIn(home.url, accounts.admin), language)
      await person.opens(`/gate_statistic/${SN}`)
      await page.getByRole('button', { name: actions.tryTwin }).click()
      await page.getByRole('dialog').getByRole('button', { name: twin.fork.submit }).click()
      await page.getByRole('navigation').getByRole('link', { name: menu.scenes }).last().click()
      const row = page.getByRole('row').filter({ hasText: 'Guten Morgen' })
      await row.getByRole('switch').click()
      await expect(row.getByRole('switch')).not.toBeChecked()
      // A device is set otherwise, another one taken out.
      await person.goes('/devices/device/bedroom-radiator')
      await page.getByRole('tab', { name: device.page.configuration }).click()
      const childLock = page.getByRole('switch', { name: properties.ConfigurationService.child_lock })
      await childLock.click()
      await expect(childLock).toBeChecked()
      await person.goes('/devices/device/living-dining')
      await page.getByRole('main').locator('button[aria-haspopup]').first().click()
      await page.getByRole('menuitem', { name: actions.exclude }).click()
      await page.getByRole('dialog').getByRole('button', { name: joining.exclude.go }).click()
      await page.getByRole('dialog').getByRole('button', { name: joining.exclude.done }).click()
      await page.getByRole('button', { name: twin.changes.open }).click()
      await expect(page.getByRole('heading', { level: 1, name: twin.changes.title })).toBeVisible()
      const told = page.getByRole('main').getByRole('listitem')
      await expect(told).toHaveText([
        /Guten Morgen/,
        /Esstischlampe/,
        /Heizkörper Schlafzimmer/,
        /Wohnzimmer/,
      ])
      await expect(told.nth(1)).toContainText(twin.bring.standing.byHand)
      expect(await person.findings()).toEqual([])
      await page.getByRole('button', { name: twin.changes.bring }).click()
      await expect(page).toHaveURL(new RegExp(`/twin/changes/${SN}`))
      await expect(page.getByRole('checkbox', { name: 'Guten Morgen' })).toBeChecked()
      await expect(page.getByRole('checkbox', { name: 'Esstischlampe' })).toHaveCount(0)
      // No home is open here, and yet it is said in words what the device was set to.
      await told.nth(2).getByRole('button').click()
      await expect(
        told.nth(2).getByRole('row', { name: properties.ConfigurationService.child_lock }),
      ).toBeVisible()
      expect(await person.findings()).toEqual([])
      expect(await visualFaults(page, page.viewportSize()?.width ?? 0, true)).toEqual([])
      await page.getByRole('button', { name: twin.bring.do_other.replace('{{count}}', '3') }).click()
      await expect(page.getByText(twin.bring.begun)).toBeVisible()
      expect(await person.findings()).toEqual([])
    })
  })
