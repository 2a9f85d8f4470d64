import { readFile } from 'node:fs/promises'
import germanActions from '../../locales/ch_DE/actions.json' with { type: 'json' }
import germanScreens from '../../locales/ch_DE/screens.json' with { type: 'json' }
import germanStatus from '../../locales/ch_DE/status.json' with { type: 'json' }
import englishActions from '../../locales/ch_EN/actions.json' with { type: 'json' }
import englishScreens from '../../locales/ch_EN/screens.json' with { type: 'json' }
import englishStatus from '../../locales/ch_EN/status.json' with { type: 'json' }
import { call, languages } from '../support/at-home.ts'
import { expect, test } from '../support/test.ts'

const words = {
  ch_DE: { actions: germanActions, screens: germanScreens, status: germanStatus },
  ch_EN: { actions: englishActions, screens: englishScreens, status: englishStatus },
}

for (const language of languages) {
  const { actions, screens, status } = words[language]

  for (const who of ['home', 'admin'] as const)
    test(`who did what is read, searched, filtered and kept as a file by ${who}, ${language} @phone`, async ({
      person,
      sessions,
      server,
    }) => {
      const { page } = person
      await call(server.url, sessions.home, 'POST', '/auth/logoutAll', {})
      await call(server.url, sessions.admin, 'POST', '/auth/logoutAll', {})
      await person.returns(sessions[who], language)
      await person.opens('/audit')
      await person.sees()
      await expect(page.getByRole('heading', { level: 1, name: screens.audit.title })).toBeVisible()
      await expect(page.getByText(status.what.login, { exact: true }).first()).toBeVisible()
      const folder = process.env.GATEHOUSE_SHOTS
      const shot = async (name: string) => {
        const width = page.viewportSize()?.width
        if (folder) await page.screenshot({ path: `${folder}/${name}-${who}-${language}-${width}.png` })
      }
      await shot('audit')
      expect(await person.findings()).toEqual([])

      // In the words of who reads.
      const search = page.getByRole('searchbox')
      await search.fill(status.what.logoutAll)
      await search.press('Enter')
      await expect(page).toHaveURL(/q=/)
      await expect(page.getByText(status.what.logoutAll, { exact: true }).first()).toBeVisible()
      await expect(page.getByText(status.what.login, { exact: true })).toHaveCount(0)
      await shot('audit-found')
      expect(await person.findings()).toEqual([])

      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: actions.exportAudit, exact: true }).click()
      const file = await saved
      expect(file.suggestedFilename()).toBe('gatehouse-audit.csv')
      const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
      expect(rows[0]).toBe('\ufeffat,what,who,account,gateway,serialNumber,from,result')
      expect(rows.length).toBeGreaterThan(1)
      // What was searched for, and nothing else.
      expect(rows.slice(1).filter((row) => !row.includes(status.what.logoutAll))).toEqual([])

      await person.opens('/audit?result=refused')
      await person.sees()
      await expect(page.getByText(status.what.login, { exact: true })).toHaveCount(0)
      await shot('audit-refused')

      await person.opens('/audit?q=nothing-has-such-a-name')
      await person.sees()
      await shot('audit-empty')
      expect(await person.findings()).toEqual([])
    })
}
