import { openStore } from '#server/store/store.ts'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanNotices from '../../../locales/ch_DE/notices.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishNotices from '../../../locales/ch_EN/notices.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import { serve } from '../../../tests/support/serve.ts'
import { HOME } from '../../support/at-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: { actions: germanActions, notices: germanNotices, screens: germanScreens },
  ch_EN: { actions: englishActions, notices: englishNotices, screens: englishScreens },
}

/** A server of the demo, and somebody outside who has a question and a mail of the home. */
async function withMails() {
  const first = await serve()
  await first.stop()
  const store = await openStore(first.data)
  const wanted = { serialNumber: HOME, owner: 'demo-home', address: 'aunt@example.com' }
  await store.tokens.put({
    ...{ token: 'the-question', purpose: 'mailConsent', subject: 'aunt', payload: wanted },
    expiresAt: Date.now() + 600_000,
  })
  await store.mailConsents.put({ ...wanted, state: 'asked', secret: 'the-secret', changedAt: 1 })
  await store.close()
  return serve({}, first.data)
}

for (const language of seen('desk'))
  test(`whom a scene wants to write to says yes by a link, and ends it by the link of a mail, ${language} @phone @night`, async ({
    page,
  }) => {
    const server = await withMails()
    try {
      const { actions, notices, screens } = words[language]
      const person = new Person(page, server.url)
      const looks = async (name: string) => {
        expect(await person.findings()).toEqual([])
        const folder = process.env.GATEHOUSE_SHOTS
        const width = page.viewportSize()?.width
        if (folder) await page.screenshot({ path: `${folder}/${name}-${language}-${width}.png` })
      }
      await person.speaks(language)
      await person.opens('/mail_consent/the-question')
      await expect(page.getByRole('heading', { name: screens.mail_consent.title })).toBeVisible()
      // The secret of the link is not in the address.
      await expect(page).toHaveURL(/\/mail_consent$/)
      await looks('mail-consent')
      await page.getByRole('button', { name: actions.agreeToMails, exact: true }).click()
      await expect(page.getByRole('heading', { name: notices.mailsAgreed.title })).toBeVisible()
      await person.opens('/mail_consent/the-question')
      await page.getByRole('button', { name: actions.agreeToMails, exact: true }).click()
      await expect(page.getByRole('heading', { name: notices.mailLinkOver.title })).toBeVisible()
      await looks('mail-over')

      await person.opens('/mail_off/the-secret')
      await expect(page.getByRole('heading', { name: notices.mailsRefused.title })).toBeVisible()
      await looks('mail-off')
    } finally {
      await server.remove()
    }
  })
