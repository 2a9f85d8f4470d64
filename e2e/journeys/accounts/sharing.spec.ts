import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanDevice from '../../../locales/ch_DE/device.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import german from '../../../locales/ch_DE/sharing.json' with { type: 'json' }
import germanShell from '../../../locales/ch_DE/shell.json' with { type: 'json' }
import germanStatus from '../../../locales/ch_DE/status.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishDevice from '../../../locales/ch_EN/device.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import english from '../../../locales/ch_EN/sharing.json' with { type: 'json' }
import englishShell from '../../../locales/ch_EN/shell.json' with { type: 'json' }
import englishStatus from '../../../locales/ch_EN/status.json' with { type: 'json' }
import { call, HOME } from '../../support/at-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, signIn, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    actions: germanActions,
    device: germanDevice,
    screens: germanScreens,
    sharing: german,
    shell: germanShell,
    status: germanStatus,
  },
  ch_EN: {
    actions: englishActions,
    device: englishDevice,
    screens: englishScreens,
    sharing: english,
    shell: englishShell,
    status: englishStatus,
  },
}
const guest = { identity: 'guest@gatehouse.test', secret: 'Gatehouse-Guest-1' }
const everyDay = [0, 1, 2, 3, 4, 5, 6]
const today = () => (new Date().getUTCDay() + 6) % 7

for (const language of seen('phone')) {
  const { actions, screens, sharing, shell, status } = words[language]

  test(`1.1-005 one room is shared at certain hours: its owner sees what the other one sees, who finds that and nothing else, ${language} @phone`, async ({
    person,
    sessions,
    server,
    browser,
  }) => {
    const owner = sessions.home
    const { data = [] } = ((await call(
      server.url,
      owner,
      'GET',
      `/crm/linked/getMySecondary/${owner.userId}?limit=100`,
    )) ?? {}) as { data?: { _id: string; person: { firstName?: string } }[] }
    const link = data.find((one) => one.person.firstName === 'Lino')?._id ?? ''
    const limits = `/crm/linked/limits/${link}/${HOME}`
    await call(server.url, owner, 'DELETE', limits)
    await person.returns(owner, language)
    await person.opens('/user_settings')
    await person.sees()
    const { page } = person
    const linked = page.getByRole('region', { name: screens.user_settings.sections.linked.title })
    const row = linked.getByRole('listitem').filter({ hasText: 'Lino' })
    await row.getByRole('button', { name: actions.limitLink }).click()
    await expect(page.getByRole('heading', { level: 1, name: sharing.title })).toBeVisible()
    await expect(page.getByText(sharing.sentence.all)).toBeVisible()
    await page.getByRole('radio', { name: sharing.part }).click()
    await page
      .getByRole('region', { name: 'Küche', exact: true })
      .getByRole('checkbox', { name: /Ganzer Raum|whole room/ })
      .check()
    await page.getByRole('checkbox', { name: 'Leseleuchte' }).check()
    await page.getByRole('radio', { name: sharing.hours }).click()
    expect(await person.findings()).toEqual([])
    for (const box of await page.getByRole('checkbox', { name: /tag$|woch$|day$/ }).all()) await box.check()
    for (const field of await page.getByLabel(/ (von|from)$/).all()) await field.fill('00:00')
    for (const field of await page.getByLabel(/ (bis|until)$/).all()) await field.fill('00:00')
    await page.getByRole('button', { name: sharing.save }).click()
    await expect(page.getByText(sharing.saved)).toBeVisible()
    await expect(page.getByText(/Küche (und|and) 1 (Gerät|device), .*00:00–00:00/)).toBeVisible()
    // On a phone the notice lies over what comes next.
    await page.getByRole('button', { name: shell.hideNotice }).click()
    await page.getByRole('button', { name: sharing.see }).click()
    const seen = page.getByRole('region', { name: sharing.seen.replace('{{name}}', 'Lino Bühler') })
    await expect(seen.getByRole('article')).toHaveCount(6)
    await expect(seen.getByRole('article', { name: 'Leseleuchte' })).toBeVisible()
    await expect(seen.getByRole('switch')).toHaveCount(0)
    expect(await person.findings()).toEqual([])

    await person.opens('/user_settings')
    await expect(row).toContainText(status.limited.true)
    await expect(row).toContainText(/Küche\s*1 (Gerät|device)/)
    await expect(row).toContainText(/Mo(n)?–(So|Sun) 00:00–00:00/)
    expect(await person.findings()).toEqual([])

    const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'de-CH' })
    const lino = new Person(await context.newPage(), server.url)
    await lino.returns(await signIn(server.url, guest), language)
    await lino.opens('/devices/quick_controls')
    await lino.sees()
    await expect(lino.page.getByText('Seraina').filter({ hasText: 'Küche, Wohnzimmer' })).toBeVisible()
    await expect(lino.page.getByRole('article')).toHaveCount(6)
    await expect(lino.page.getByRole('article', { name: 'Esstischlampe' })).toHaveCount(0)
    expect(await lino.findings()).toEqual([])
    await lino.goes('/devices/device/living-dining')
    await expect(lino.page.getByText('Esstischlampe')).toHaveCount(0)
    await lino.goes('/devices/device/kitchen-ceiling')
    const light = lino.page.getByRole('switch').first()
    await expect(light).toBeEnabled()
    // The owner changes the hours: the open page knows at once, and says until when.
    const later = everyDay.filter((day) => day !== today())
    await call(server.url, owner, 'PUT', limits, {
      ...{ everything: false, rooms: ['kitchen'], devices: [] },
      hours: [{ days: [later[2] ?? 0], from: '08:00', until: '18:00' }],
    })
    await expect(light).toBeDisabled()
    await expect(lino.page.getByText(/nur ansehen|look only/)).toBeVisible()
    expect(await lino.findings()).toEqual([])
    await lino.goes('/devices/quick_controls')
    await expect(lino.page.getByRole('article')).toHaveCount(5)
    await call(server.url, owner, 'DELETE', limits)
    await expect(lino.page.getByRole('article', { name: 'Esstischlampe' })).toBeVisible()
    await expect(lino.page.getByText(/nur ansehen|look only/)).toHaveCount(0)
    await context.close()
  })
}
