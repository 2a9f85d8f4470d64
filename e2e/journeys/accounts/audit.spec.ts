import { readFile } from 'node:fs/promises'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanEngine from '../../../locales/ch_DE/engine.json' with { type: 'json' }
import germanFields from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanStatus from '../../../locales/ch_DE/status.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishEngine from '../../../locales/ch_EN/engine.json' with { type: 'json' }
import englishFields from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishStatus from '../../../locales/ch_EN/status.json' with { type: 'json' }
import { call } from '../../support/at-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    actions: germanActions,
    engine: germanEngine,
    fields: germanFields,
    screens: germanScreens,
    status: germanStatus,
  },
  ch_EN: {
    actions: englishActions,
    engine: englishEngine,
    fields: englishFields,
    screens: englishScreens,
    status: englishStatus,
  },
}

for (const language of seen('desk')) {
  const { actions, engine, fields, screens, status } = words[language]

  test(`what was done is read whole, however long the words for it are, ${language} @night`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    const longest = Object.entries(status.what)
      .toSorted(([, one], [, other]) => other.length - one.length)
      .slice(0, 8)
    await page.route('**/api/audit?*', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: object[] }
      const [row] = answer.data
      const data = longest.map(([what], id) => ({ ...row, what, id: String(id) }))
      await route.fulfill({ response, json: { ...answer, data } })
    })
    await person.returns(sessions.admin, language)
    await person.opens('/audit')
    await person.sees()
    for (const [, text] of longest) {
      const cell = page.getByRole('cell', { name: text, exact: true })
      await expect(cell).toBeVisible()
      expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThan(2)
    }
  })

  for (const who of ['home', 'admin'] as const)
    test(`C-05 who did what is read, searched, filtered and kept as a file by ${who}, ${language} @phone${who === 'admin' ? ' @night' : ''}`, async ({
      person,
      sessions,
      server,
    }) => {
      const { page } = person
      for (const session of [sessions.home, sessions.admin])
        await call(server.url, session, 'POST', '/auth/logoutAll', {})
      const done = (what: string) => page.getByText(what, { exact: true })
      await person.returns(sessions[who], language)
      await person.opens('/audit')
      await person.sees()
      await expect(page.getByRole('heading', { level: 1, name: screens.audit.title })).toBeVisible()
      await expect(done(status.what.login).first()).toBeVisible()
      expect(await person.findings()).toEqual([])

      // A row tells what is known of it, by two clocks.
      const row = page.getByRole('button', { name: new RegExp(status.what.login) }).first()
      await row.click()
      await expect(row).toHaveAttribute('aria-expanded', 'true')
      await expect(page.getByText(/UTC/)).toBeVisible()
      expect(await person.findings()).toEqual([])

      // What comes meanwhile moves nothing until it is asked for.
      const lines = page.locator('[data-row]')
      const newest = await lines.first().textContent()
      await call(server.url, sessions[who], 'POST', '/auth/logoutAll', {})
      // Others do something meanwhile, too.
      const { some_one, some_other } = engine.list.news
      const some = new RegExp([some_one, some_other].join('|').replaceAll('{{total}}', '\\d+'))
      const more = page.getByRole('button', { name: some })
      await expect(more).toBeVisible({ timeout: 30_000 })
      expect(await lines.first().textContent()).toBe(newest)
      await more.click()
      await expect(lines.first()).not.toHaveText(newest ?? '')

      // In the words of who reads.
      const search = page.getByRole('searchbox')
      await search.fill(status.what.logoutAll)
      await search.press('Enter')
      await expect(page).toHaveURL(/q=/)
      await expect(done(status.what.login)).toHaveCount(0)
      await expect(done(status.what.logoutAll).first()).toBeVisible()

      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: actions.exportAudit, exact: true }).click()
      const file = await saved
      expect(file.suggestedFilename()).toBe(`${screens.audit.title}.csv`)
      const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
      expect(rows[0]?.split(',').slice(0, 3)).toEqual([fields.audit.at, fields.audit.what, fields.audit.who])
      expect(rows.length).toBeGreaterThan(1)
      // What was searched for, and nothing else.
      expect(rows.slice(1).filter((row) => !row.includes(status.what.logoutAll))).toEqual([])

      // Signing in may be refused; ending one's own sessions never is.
      await person.goes('/audit?f.result=refused')
      await person.sees()
      await expect(done(status.what.logoutAll)).toHaveCount(0)

      await person.goes('/audit?q=nothing-has-such-a-name')
      await expect(page.getByText(engine.list.noHits.title)).toBeVisible()
      expect(await person.findings()).toEqual([])
    })
}
