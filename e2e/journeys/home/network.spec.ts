import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import german from '../../../locales/ch_DE/netdiag.json' with { type: 'json' }
import english from '../../../locales/ch_EN/netdiag.json' with { type: 'json' }
import { type Served, serve } from '../../../tests/support/serve.ts'
import { session } from '../../support/mails.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, type Person, test } from '../../support/test.ts'

const words = { ch_DE: german, ch_EN: english }

let own: Served
let home: Awaited<ReturnType<typeof session>>
test.beforeAll(async () => {
  const settings = join(mkdtempSync(join(tmpdir(), 'gatehouse-e2e-')), 'settings.json')
  writeFileSync(settings, JSON.stringify({ flags: { NETDIAG_AVAILABLE_TO_USER: true } }))
  own = await serve({ GATEHOUSE_SETTINGS: settings })
  home = await session(own.url, accounts.home)
})
test.afterAll(() => own.remove())

const there = (person: Person): Person => Object.assign(person, { url: own.url })

for (const language of seen('desk')) {
  const netdiag = words[language]

  test(`2.2-022 2.2-024 the network is read in a list, searched, asked, and looked at as it was, ${language} @phone`, async ({
    person: somebody,
  }) => {
    const person = there(somebody)
    const { page } = person
    await person.returns(home, language)
    await person.opens('/net_diag')
    await expect(page.getByRole('heading', { level: 1, name: netdiag.title })).toBeVisible()
    const list = page.getByRole('region', { name: netdiag.list })
    await expect(list.getByRole('listitem').first()).toBeVisible()
    expect(await person.findings()).toEqual([])
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])
    await person.likes('light')

    await list.getByLabel(netdiag.search).fill('Küche')
    await expect(list.getByText(/Küche/).first()).toBeVisible()
    const some = await list.getByRole('listitem').count()
    await list.getByLabel(netdiag.search).fill('<script>')
    await expect(list.getByText(netdiag.nothing)).toBeVisible()
    await list.getByLabel(netdiag.search).fill('')
    await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(some)

    // A week of snapshots is there; the address says which one is looked at.
    const moment = page.getByRole('slider', { name: netdiag.moment, exact: true })
    await moment.focus()
    await page.keyboard.press('Home')
    await expect(moment).not.toHaveAttribute('aria-valuetext', netdiag.now)
    await expect(page).toHaveURL(/at=\d+/)
    await expect(list.getByRole('listitem').first()).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.reload()
    await expect(moment).not.toHaveAttribute('aria-valuetext', netdiag.now)

    // Two snapshots beside each other: what appeared, vanished, got weaker between them, in either order.
    const compared = new RegExp(`^${netdiag.fromTo.replaceAll(/{{\w+}}/g, '.+')}$`)
    await page.getByRole('button', { name: netdiag.compare }).click()
    const second = page.getByRole('slider', { name: netdiag.second })
    await expect(second).toHaveAttribute('aria-valuetext', netdiag.now)
    await second.focus()
    const newest = Number(await second.inputValue())
    // Two keys at once are two steps, however late the page is.
    await Promise.all([page.keyboard.press('ArrowLeft'), page.keyboard.press('ArrowLeft')])
    await expect(second).toHaveValue(String(newest - 2))
    await expect(second).not.toHaveAttribute('aria-valuetext', netdiag.now)
    await expect(page).toHaveURL(/at=\d+.*compare=\d+|compare=\d+.*at=\d+/)
    const said = page.getByText(compared)
    await expect(said).toBeVisible()
    expect(await person.findings()).toEqual([])
    const forward = await said.textContent()
    await moment.focus()
    await page.keyboard.press('ArrowRight')
    await expect(said).not.toHaveText(forward ?? '')
    await page.keyboard.press('ArrowLeft')
    await expect(said).toHaveText(forward ?? '')
    await page.reload()
    await expect(second).not.toHaveAttribute('aria-valuetext', netdiag.now)
    await expect(said).toHaveText(forward ?? '')
    await page.getByRole('button', { name: netdiag.compareEnd }).click()
    await expect(second).toHaveCount(0)
    await moment.focus()
    await page.keyboard.press('End')
    await expect(moment).toHaveAttribute('aria-valuetext', netdiag.now)

    await page.getByRole('button', { name: netdiag.take }).click()
    await expect(page.getByText(netdiag.taken).first()).toBeVisible()
  })
}
