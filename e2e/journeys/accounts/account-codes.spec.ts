import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanEngine from '../../../locales/ch_DE/engine.json' with { type: 'json' }
import germanFields from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanShell from '../../../locales/ch_DE/shell.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishEngine from '../../../locales/ch_EN/engine.json' with { type: 'json' }
import englishFields from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishShell from '../../../locales/ch_EN/shell.json' with { type: 'json' }
import { serve } from '../../../tests/support/serve.ts'
import { call, HOME, signIn } from '../../support/at-home.ts'
import { outboxOf } from '../../support/mails.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    actions: germanActions,
    engine: germanEngine,
    fields: germanFields,
    screens: germanScreens,
    shell: germanShell,
  },
  ch_EN: {
    actions: englishActions,
    engine: englishEngine,
    fields: englishFields,
    screens: englishScreens,
    shell: englishShell,
  },
}

const owner = accounts.home.identity

const post = async (url: string, body: object): Promise<Response> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
  return answer
}

for (const language of seen('phone')) {
  const { actions, engine, fields, screens, shell } = words[language]

  // 1.2-026 1.2-029 1.2-030 1.7-014
  test(`a code from a mail leads in by hash, once, and leaves nothing in the address, ${language} @phone`, async ({
    person,
    sessions,
    browser,
  }) => {
    const { page, url } = person
    const outbox = await outboxOf(url, sessions.admin)
    const before = await outbox.count(owner)
    await post(`${url}/api/auth/sendotp`, { identity: owner })
    const otp = await outbox.code(owner, before + 1)
    const answer = await post(`${url}/api/auth/hashLogin`, { identity: owner, otp })
    const { token } = (await answer.json()) as { token: string }
    const way = `/hashloginredirect?${new URLSearchParams({ username: owner, token, origin: '/user_settings' })}`

    const referrers: string[] = []
    page.on('request', (request) => void referrers.push(request.headers().referer ?? ''))
    await person.speaks(language)
    await person.opens(way)
    await page.waitForURL(`${url}/user_settings`)
    await person.sees()
    await expect(page.getByRole('heading', { level: 1, name: 'Seraina Bühler' })).toBeVisible()
    expect(page.url()).not.toContain(token)
    expect(referrers.some((referrer) => referrer.includes(token))).toBe(false)

    // It works once: whoever comes with it again is told so, and signs in as usual.
    const elsewhere = await browser.newContext()
    const second = await elsewhere.newPage()
    const other = new Person(second, url)
    await other.speaks(language)
    await other.opens(way)
    await expect(second.getByRole('heading', { level: 1, name: screens['login-failed'].title })).toBeVisible()
    expect(await other.findings()).toEqual([])
    await elsewhere.close()
  })

  // 1.2-155 1.5-027 3.6-035
  test(`an important step waits for the code from a mail, ${language} @night`, async ({ page }) => {
    const data = mkdtempSync(join(tmpdir(), 'gatehouse-codes-'))
    const settings = join(data, 'settings.json')
    writeFileSync(
      settings,
      JSON.stringify({ flags: { RPL_GTW: true, SECURE_IMPORTANT_ROUTES_WITH_OTP: true } }),
    )
    const own = await serve({ GATEHOUSE_SETTINGS: settings, GATEHOUSE_CONNECTS: '1000' }, data)
    try {
      const person = new Person(page, own.url)
      const owned = await signIn(own.url, accounts.home)
      await call(own.url, owned, 'POST', '/backup/saveBackup', {
        ...{ userId: owned.userId, serialNumber: HOME, type: 'manual', snapshotName: 'Restore point' },
      })
      const outbox = await outboxOf(own.url)
      const { admin } = outbox
      await person.returns({ userId: admin.userId, sessionId: admin.sessionId }, language)
      await person.opens(`/gate_select?q=${HOME}`)
      await person.sees()
      const row = page.getByRole('row').filter({ hasText: HOME })
      await row.getByRole('button', { name: new RegExp(shell.more) }).click()
      await page.getByRole('menuitem', { name: actions.replace, exact: true }).click()

      const { successor, restorePoint } = screens.gateway_replace.steps
      const other = page.getByRole('combobox', { name: fields.gatewaySuccessor.newGtwSN })
      const point = page.getByRole('combobox', { name: fields.restorePoint.restorePoint })
      await expect(other).toBeEnabled()
      await other.selectOption({ index: 1 })
      await page.getByRole('button', { name: successor.submit, exact: true }).click()
      await expect(point).toBeEnabled()
      await point.selectOption({ index: 1 })
      await page.getByRole('button', { name: restorePoint.submit, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: engine.otp.title })
      const code = dialog.getByLabel(engine.otp.code, { exact: true })
      const next = dialog.getByRole('button', { name: engine.otp.submit })
      await expect(code).toBeVisible()
      expect(await person.findings()).toEqual([])
      const right = await outbox.code(accounts.admin.identity)
      // Complete only at exactly six characters.
      await code.fill(right.slice(0, 5))
      await expect(next).toBeDisabled()
      await code.fill(right)
      await next.click()

      await expect(page.getByText(screens.gateway_replace.steps.begun.text)).toBeVisible()
      expect(await person.findings()).toEqual([])
      const replacing = async () =>
        (await admin.call<{ inProgress: boolean }>(`/replace/gw/check/${HOME}`)).inProgress
      await expect.poll(replacing).toBe(true)
    } finally {
      await own.remove()
    }
  })
}
