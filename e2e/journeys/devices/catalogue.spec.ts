import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../../../tests/support/serve.ts'
import { accounts, expect, Person, signIn, test } from '../../support/test.ts'

test('a changed model file shows its new layout by itself; a faulty one keeps the last good layout', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-catalogue-'))
  cpSync('catalogue', folder, { recursive: true })
  const server = await serve({ GATEHOUSE_CATALOGUE: folder })
  try {
    const person = new Person(page, server.url)
    await person.returns(await signIn(server.url, accounts.home))
    await person.opens('/devices/quick_controls?n=48')
    const tile = page.locator('article[aria-label="Esstischlampe"]')
    await expect(tile.getByRole('slider')).toBeVisible()
    // The channel is open once an order is confirmed.
    await tile.getByRole('switch').click()
    await expect(tile).toContainText('bestätigt')

    const file = join(folder, 'devices/gatehouse/DIM200.json')
    const text = readFileSync(file, 'utf8')
    const model = JSON.parse(text) as { icon: string }
    const iconOf = () => tile.locator('header svg, span:has(> svg) svg').first().innerHTML()
    const before = await iconOf()
    writeFileSync(file, JSON.stringify({ ...model, icon: model.icon === 'valve' ? 'fan' : 'valve' }, null, 2))
    // The folder is read anew in its own time: a busy machine takes longer than a person's patience.
    await expect.poll(iconOf, { timeout: 30_000 }).not.toBe(before)

    // A word and a drawing that the app was never built with.
    const owned = { ...model, icon: 'own-lamp', icons: { 'own-lamp': 'M4 4h16v16H4z' } }
    writeFileSync(file, JSON.stringify(owned, null, 2))
    await expect.poll(iconOf, { timeout: 30_000 }).toContain('M4 4h16v16H4z')

    const changed = await iconOf()
    writeFileSync(file, text.slice(0, text.length / 2))
    await expect
      .poll(async () => {
        const { sessionId } = JSON.parse(
          (await page.evaluate(() => localStorage.getItem('gatehouse.session'))) ?? '{}',
        ) as { sessionId: string }
        const answer = await fetch(`${server.url}/api/catalogue/problems`, { headers: { sessionId } })
        return ((await answer.json()) as { problems: { file: string }[] }).problems.map(({ file: at }) => at)
      })
      .toContainEqual(expect.stringContaining('DIM200.json'))
    expect(await iconOf()).toBe(changed)
    await expect(tile.getByRole('slider')).toBeVisible()
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true })
  }
})
