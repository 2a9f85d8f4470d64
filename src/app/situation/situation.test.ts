import { expect, test } from 'vitest'
import { changeLanguage } from '#i18n/i18n.ts'
import type { SessionState } from '#session/store.ts'
import { situationOf } from './situation.ts'

test.each(['ch_EN', 'ch_DE'] as const)('the language of a session is the one in use: %s', async (inUse) => {
  await changeLanguage(inUse)
  const user = { id: 'u1', username: 'a', groups: ['users'], preferredLanguage: 'ch_DE', contact: {} }
  const state = { user, credentials: undefined } as unknown as SessionState
  expect(
    situationOf(
      state,
      () => undefined,
      () => undefined,
    ).session.language,
  ).toBe(inUse)
})
