import { expect, test } from 'vitest'
import { codes } from '#server/http/failure.ts'
import { Messages } from '#server/http/messages.ts'
import { languages } from '#server/lib/language.ts'

const messages = new Messages('locales', undefined)

test.each(languages)(
  'every code that the server sends is said in words of %s, which stand in one place',
  (language) => {
    const mute = codes.filter((errorCode) => messages.entry(language, { errorCode }).message === errorCode)
    expect(mute).toEqual([])
  },
)

test('codes stand in their list once', () => expect([...new Set(codes)]).toEqual(codes))
