import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanShell from '../../../locales/ch_DE/shell.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishShell from '../../../locales/ch_EN/shell.json' with { type: 'json' }
import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: { actions: germanActions, shell: germanShell },
  ch_EN: { actions: englishActions, shell: englishShell },
}

for (const language of seen('desk')) {
  const { actions, shell } = words[language]

  test(`14.11 an administrator sees a home as its owner does, can change nothing, and is back among his gateways, ${language}`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.admin, language)
    await person.opens('/gate_select')
    const search = page.getByRole('searchbox').first()
    await search.fill('DOC4-7F21-90A3')
    await search.press('Enter')
    const row = page.getByRole('row').filter({ hasText: 'DOC4-7F21-90A3' })
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: actions.viewAsOwner }).click()
    const banner = page
      .getByRole('status')
      .filter({ hasText: shell.viewAs.banner.split('{{name}}')[0] ?? '' })
    await expect(banner).toContainText('Seraina')
    await person.opens('/devices/quick_controls')
    const tile = page.locator('article').first()
    await expect(tile).toBeVisible()
    await person.sees()
    expect(await person.findings()).toEqual([])
    await expect(page.getByRole('switch').first()).toBeDisabled()
    // Another page of the browser is the administrator's own.
    const other = await page.context().newPage()
    await other.goto(new URL('/accounts', page.url()).href)
    await expect(other).toHaveURL(/\/accounts/)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await other.close()
    await page.reload()
    await expect(banner).toBeVisible()
    // No page of the home asks for what is not shown to whoever only looks on.
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url())
    })
    const pages = await page
      .locator('nav a[href^="/"]')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? '/'))])
    expect(pages.length).toBeGreaterThan(5)
    for (const [at, path] of pages.entries()) {
      await (at === 0 ? person.opens(path) : person.goes(path))
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
    }
    expect(refused).toEqual([])
    await banner.getByRole('button', { name: shell.viewAs.end }).click()
    await expect(page).toHaveURL(/\/gate_select/)
    await expect(banner).toHaveCount(0)
    // The page of the gateway leads there as well, and as everybody who uses the home.
    await person.goes('/gate_statistic/DOC4-7F21-90A3')
    const lino = page.getByRole('listitem').or(page.getByRole('row')).filter({ hasText: 'Lino' })
    await lino.getByRole('button', { name: actions.viewAsPerson }).click()
    await expect(banner).toContainText('Lino')
  })
}
