import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanBulk from '../../../locales/ch_DE/bulk.json' with { type: 'json' }
import germanDrift from '../../../locales/ch_DE/drift.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishBulk from '../../../locales/ch_EN/bulk.json' with { type: 'json' }
import englishDrift from '../../../locales/ch_EN/drift.json' with { type: 'json' }
import { call, signIn } from '../../support/at-home.ts'
import { ownDemo as test } from '../../support/demo.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person } from '../../support/test.ts'

const words = {
  ch_DE: { actions: germanActions, bulk: germanBulk, drift: germanDrift },
  ch_EN: { actions: englishActions, bulk: englishBulk, drift: englishDrift },
}

for (const language of seen('desk')) {
  const { actions, bulk, drift } = words[language]

  test(`14.9 a golden home shows who differs and in what, and a bulk operation begins with it, ${language} @phone-at-night`, async ({
    page,
    demo,
  }, { project }) => {
    const size = project.name
    const person = new Person(page, demo)
    const admin = await signIn(demo, accounts.admin)
    const name = `Musterwohnung ${language}`
    await person.returns(admin, language)
    await person.opens('/golden_homes')
    await person.sees()
    expect(await person.findings()).toEqual([])

    await page.getByRole('button', { name: actions.newGoldenHome }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: drift.create }).click()
    await expect(dialog.getByText(drift.nameMissing)).toBeVisible()
    await dialog.getByLabel(drift.name, { exact: true }).fill(name)
    await dialog.getByLabel(drift.group).selectOption({ label: 'Siedlung Lindenweg' })
    await dialog.getByLabel(drift.searchModel).fill('Lindenweg 14')
    await dialog.getByRole('radio', { name: /Lindenweg 14/ }).check()
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: drift.create }).click()
    await expect(page).toHaveURL(/\/golden_home\/[^/]+$/)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

    // The demo home has rooms and scenes that the others have not.
    const differs = (aspect: string) =>
      page
        .getByRole('button', {
          name: new RegExp(size === 'desk' ? `${drift.noAddress}, ${aspect}: \\d` : `${aspect} \\d`),
        })
        .first()
    const scenes = differs(drift.aspects.scenes)
    await expect(scenes).toBeVisible({ timeout: 30_000 })
    const comparing = drift.comparing.split('{{')[0]?.trim() ?? ''
    await expect(page.getByText(comparing)).toHaveCount(0, { timeout: 30_000 })
    await person.sees()
    expect(await person.findings()).toEqual([])
    await scenes.click()
    if (size === 'desk') {
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
    } else await differs(drift.aspects.rooms).click()
    const beside = page.getByRole('region', { name: new RegExp(`, ${drift.aspects.rooms}$`) })
    const room = beside.getByRole('button', { expanded: false }).first()
    await room.click()
    expect(await person.findings()).toEqual([])
    await beside.getByRole('button', { name: drift.allow }).click()
    await expect(beside.getByRole('heading', { name: drift.how.allowed })).toBeVisible()

    // What is chosen in one column stays chosen in the next; nothing is sent before there was a plan.
    await beside.getByRole('checkbox').first().check()
    await differs(drift.aspects.statuses).click()
    const others = page.getByRole('region', { name: new RegExp(`, ${drift.aspects.statuses}$`) })
    await others.getByRole('checkbox').first().check()
    expect(await person.findings()).toEqual([])
    await person.sees()
    await others.getByRole('link', { name: drift.bringChosen_other.replace('{{count}}', '2') }).click()
    await expect(page).toHaveURL(/\/bulk\?/)
    await expect(page.getByText(bulk.nothingSent)).toBeVisible()
    await page.getByRole('button', { name: bulk.plan.run }).first().click()
    await expect(
      page.getByRole('button', { name: new RegExp(bulk.start_one.split('{{count}}')[0] ?? '') }),
    ).toBeVisible({
      timeout: 30_000,
    })

    await person.opens('/golden_homes')
    await expect(page.getByText(name)).toBeVisible()
    const { data } = (await call(demo, admin, 'GET', '/golden_homes')) as {
      data: { _id: string; name: string }[]
    }
    const made = data.find((one) => one.name === name)
    await call(demo, admin, 'DELETE', `/golden_homes/${made?._id}`)
    // It goes from every open list.
    await expect(page.getByText(name)).toHaveCount(0)
  })
}
