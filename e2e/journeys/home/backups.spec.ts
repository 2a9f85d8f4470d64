import { readFileSync } from 'node:fs'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanBackups from '../../../locales/ch_DE/backups.json' with { type: 'json' }
import germanFields from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanToasts from '../../../locales/ch_DE/toasts.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishBackups from '../../../locales/ch_EN/backups.json' with { type: 'json' }
import englishFields from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishToasts from '../../../locales/ch_EN/toasts.json' with { type: 'json' }
import { HOME } from '../../support/at-home.ts'
import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    actions: germanActions,
    backups: germanBackups,
    fields: germanFields,
    screens: germanScreens,
    toasts: germanToasts,
  },
  ch_EN: {
    actions: englishActions,
    backups: englishBackups,
    fields: englishFields,
    screens: englishScreens,
    toasts: englishToasts,
  },
}

// What is restored and planned stays: each language has a home of its own.
for (const language of seen('phone'))
  test.describe(language, () => {
    const home = ownHome()
    const { actions, backups, fields, screens, toasts } = words[language]
    const { stages } = screens['bck-restore-progress']

    // 3.2-043 3.2-044 3.2-045 3.2-046 3.8-005 3.8-008 3.8-009 3.6-060
    test(`a home is backed up, the backup leaves and comes back as a file, and one scene returns from it, ${language} @phone`, async ({
      page,
    }) => {
      const person = new Person(page, home.url)
      await person.returns(home.session, language)
      await person.opens('/backups')
      await expect(page.getByRole('heading', { level: 1, name: screens.backups.title })).toBeVisible()
      expect(await person.findings()).toEqual([])

      // One that is being made has a card, from which it can be called off as long as there is something to call off.
      const list = /\/api\/backup\/[^/]+\/list\//
      await page.route(list, async (route) => {
        const answer = await route.fetch()
        const json = (await answer.json()) as object
        const making = { serialNumber: HOME, snapshotName: 'Ferien', status: 'inProgress' }
        await route.fulfill({ json: { ...json, making: { ...making, stage: 'history', progress: 40 } } })
      })
      await page.reload()
      await expect(page.getByRole('progressbar')).toBeVisible()
      await expect(page.getByText(backups.making.stages.history)).toBeVisible()
      expect(await person.findings()).toEqual([])
      await page.getByRole('button', { name: backups.making.cancel }).click()
      await expect(page.getByText(backups.making.late)).toBeVisible()
      // A list that is just being asked for is answered first.
      await page.unrouteAll({ behavior: 'wait' })
      await page.reload()
      await expect(page.getByText(backups.making.stages.history)).toHaveCount(0)

      // When it is made by itself, and how many of those stay, is chosen.
      await page.getByRole('button', { name: actions.planBackups }).click()
      const plan = page.getByRole('dialog')
      await plan.getByLabel(fields.backupNights.at).fill('22:45')
      await plan.getByLabel(fields.backupNights.kept).fill('12')
      await plan.getByRole('button', { name: actions.planBackups }).click()
      await expect(plan.getByRole('spinbutton')).toHaveAttribute('aria-invalid', 'true')
      expect(await person.findings()).toEqual([])
      await plan.getByLabel(fields.backupNights.kept).fill('3')
      await plan.getByRole('button', { name: actions.planBackups }).click()
      await expect(page.getByText(toasts.backupNightsSet)).toBeVisible()
      await expect(page.getByText(/22:45/)).toBeVisible()
      await expect(page.getByText(backups.nights.keeps_other.replace('{{count}}', '3'))).toBeVisible()

      await page.getByRole('button', { name: actions.createBackup }).click()
      const asked = page.getByRole('dialog')
      await asked.getByRole('textbox').first().fill('Vor dem Umbau «北» '.repeat(5))
      // What goes along is chosen, and what that comes to is said.
      await asked.getByRole('checkbox', { name: fields.backupNaming.history }).check()
      await expect(asked.getByText(/500/)).toBeVisible()
      await expect(asked.getByRole('checkbox', { name: fields.backupNaming.radios })).toHaveCount(0)
      expect(await person.findings()).toEqual([])
      await asked.getByRole('button', { name: actions.createBackup }).click()
      await expect(page.getByText(toasts.backupCreated)).toBeVisible()
      const rows = page
        .getByRole('main')
        .getByRole(test.info().project.name.includes('phone') ? 'listitem' : 'row')
      const row = rows.filter({ hasText: 'Umbau «北»' }).first()
      await expect(row).toBeVisible()

      // It leaves as a file and comes in again.
      const download = page.waitForEvent('download')
      await row.getByRole('button', { name: /^(?:Mehr|More|Weitere)/ }).click()
      await page.getByRole('menuitem', { name: actions.exportBackup }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/Umbau .*\.zip$/)
      await expect(page.getByText(toasts.SUCCESS_EXPORTING_BACKUP)).toBeVisible()
      const bytes = readFileSync(await file.path())
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: actions.importBackup }).click()
      await (await choosing).setFiles({ name: 'home.zip', mimeType: 'application/zip', buffer: bytes })
      await expect(page.getByText(toasts.IMPORT_SUCCESSFUL)).toBeVisible()
      const wrong = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: actions.importBackup }).click()
      await (await wrong).setFiles({
        name: 'home.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from('no'),
      })
      await expect(page.getByText(toasts.IMPORT_ABORTED)).toBeVisible()

      // Nothing would change as long as nothing has.
      await row
        .getByRole('link', { name: actions.restoreFrom })
        .or(row.getByRole('button', { name: actions.restoreFrom }))
        .click()
      await expect(page).toHaveURL(/\/backups\/[a-z0-9]+$/)
      await expect(page.getByText(backups.restore.alike)).toBeVisible()
      await expect(page.getByText(backups.alongside.complete)).toBeVisible()
      const preview = page.url()

      await person.goes('/scenes/scenes_list')
      const scene = page.getByRole('switch').first()
      const was = await scene.getAttribute('aria-checked')
      await scene.click()
      await expect(scene).toHaveAttribute('aria-checked', was === 'true' ? 'false' : 'true')
      await page.goto(preview)
      const line = page.getByRole('listitem').filter({ hasText: backups.becomes.changed })
      await expect(line).toHaveCount(1)
      await line.getByRole('button').click()
      expect(await person.findings()).toEqual([])
      await person.likes('dark')
      expect(await person.findings(['color-contrast'])).toEqual([])
      await person.likes('light')
      await line.getByRole('checkbox').click()
      const restore = page
        .getByRole('button', { name: new RegExp(`^(?:0|Ein|One|\\d+|${actions.restoreFrom})`) })
        .last()
      await expect(restore).toBeDisabled()
      await line.getByRole('checkbox').click()
      await restore.click()
      // Called off before anything is written, everything is as it was.
      await expect(page.getByRole('listitem').filter({ hasText: stages.waiting })).toHaveAttribute(
        'aria-current',
        'step',
      )
      expect(await person.findings()).toEqual([])
      await page.getByRole('button', { name: actions.cancelRestore }).click()
      await expect(page.getByText(toasts.restoreCanceled)).toBeVisible()
      await expect(line).toHaveCount(1)
      await restore.click()
      await expect(page.getByText(stages.comparing).or(page.getByText(stages.settings)).first()).toBeVisible()
      // The page of the restoration, then nothing differs any more; the way back is a backup too.
      // A day of the history may be on its way from the recorder at this moment, and is offered once more.
      const noDifference = page.getByText(backups.restore.chosen_other.replace('{{count}}', '0'))
      await expect(page.getByText(backups.restore.alike).or(noDifference).first()).toBeVisible({
        timeout: 20_000,
      })
      await person.goes('/backups')
      // The kinds to choose from are called so too.
      await expect(
        rows.filter({ hasText: /Vor dem Wiederherstellen|Before a restoration/ }).first(),
      ).toBeVisible()
      await person.goes('/scenes/scenes_list')
      await expect(page.getByRole('switch').first()).toHaveAttribute('aria-checked', was ?? '')
    })
  })
