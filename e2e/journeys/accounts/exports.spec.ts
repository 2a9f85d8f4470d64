import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanJobs from '../../../locales/ch_DE/jobs.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanStatus from '../../../locales/ch_DE/status.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishJobs from '../../../locales/ch_EN/jobs.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishStatus from '../../../locales/ch_EN/status.json' with { type: 'json' }
import { seen } from '../../support/pairs.ts'
import { shown } from '../../support/shown.ts'
import { expect, signIn, test } from '../../support/test.ts'

const guest = { identity: 'guest@gatehouse.test', secret: 'Gatehouse-Guest-1' }

const words = {
  ch_DE: { actions: germanActions, jobs: germanJobs, screens: germanScreens, status: germanStatus },
  ch_EN: { actions: englishActions, jobs: englishJobs, screens: englishScreens, status: englishStatus },
}

for (const language of seen('phone')) {
  const { actions, jobs, screens, status } = words[language]

  // 3.2-049 3.2-050 3.2-051 3.2-052 3.4-007
  test(`3.1-012 somebody asks for his data, follows the job, opens the file and deletes it, ${language} @phone`, async ({
    person,
    server,
  }) => {
    const { page } = person
    await person.returns(await signIn(server.url, guest), language)
    await person.opens('/user_settings')
    await person.sees()
    // Whoever is not connected yet hears of a job when it is over.
    await expect
      .poll(
        async () =>
          /channel_connections (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1],
      )
      .not.toBe('0')
    const data = page.getByRole('region', { name: screens.user_settings.sections.data.title })
    await expect(data.getByText(screens.user_settings.sections.data.empty.title)).toBeVisible()
    await data.getByRole('button', { name: actions.exportMine }).click()
    const row = data.getByRole('listitem')
    await expect(row).toContainText(status.taskState.status.Completed)
    expect(await person.findings()).toEqual([])

    // The job centre knows it after a reload, too.
    await page.reload()
    await page.getByRole('button', { name: /^(?:Aufgaben|Vorgänge|Jobs)/ }).click()
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText(jobs.export.title)
    await expect(panel).toContainText(jobs.export.done)
    expect(await person.findings()).toEqual([])
    await page.keyboard.press('Escape')

    const act = async (name: string) => {
      const button = row.getByRole('button', { name })
      const more = row.getByRole('button', { name: /^(?:Mehr|More|Weitere)/ })
      if (await shown(button, more)) return button.click()
      await more.click()
      await page.getByRole('menuitem', { name }).click()
    }
    const coming = page.waitForEvent('download')
    await act(actions.downloadExport)
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/^gatehouse-\d{4}-\d\d-\d\d\.zip$/)
    const files = unzipSync(readFileSync(await file.path()))
    const opened = await page.context().newPage()
    await opened.setContent(Buffer.from(files['index.html'] ?? []).toString())
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(opened.getByText('guest@gatehouse.test').first()).toBeAttached()
    await opened.close()

    await act(actions.deleteExport)
    await page.getByRole('dialog').getByRole('button', { name: actions.deleteExport }).click()
    await expect(data.getByText(screens.user_settings.sections.data.empty.title)).toBeVisible()
  })
}

// 3.2-009 3.2-010 1.2-082 1.2-083 1.1-008 1.2-139
test('3.9-001 administrators see every export live, open one, and nobody else does @night', async ({
  person,
  sessions,
  server,
}) => {
  const { page } = person
  await person.returns(sessions.admin)
  await person.opens('/gate_select')
  await page.getByRole('link', { name: 'Datenexport' }).click()
  await expect(page).toHaveURL(/\/tasks$/)
  const rows = page.getByRole('row').filter({ hasText: 'Lino' })
  await expect(page.getByRole('heading', { name: germanScreens.tasks.title })).toBeVisible()
  const asked = await fetch(`${server.url}/api/privacy/user/demo-guest/export`, {
    method: 'POST',
    headers: { sessionId: (await signIn(server.url, guest)).sessionId },
  })
  expect(asked.status).toBe(202)
  await expect(rows).toContainText(germanStatus.taskState.status.Completed)
  expect(await person.findings()).toEqual([])
  await rows.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/export_detailsCampaign\/\w+$/)
  await expect(page.getByText(germanStatus.about.profile)).toBeVisible()
  expect(await person.findings()).toEqual([])
  const address = new URL(page.url()).pathname
  await person.returns(sessions.home)
  await person.opens(address)
  await expect(page).not.toHaveURL(/export_detailsCampaign/)
})
