import { expect, test } from 'vitest'
import { plainLetters } from './letters.ts'

test.each([
  ['Müller', 'muller'],
  ['YILDIZ Çelik', 'yildiz celik'],
  ['Łovelace', 'lovelace'],
  ['İstanbul', 'istanbul'],
  ['Strasse, Straße', 'strasse, strasse'],
  ['Đorđe', 'dorde'],
  ['한국어', '한국어'],
  ['हिन्दी', 'हिन्दी'],
  ['1:%_\\', '1:%_\\'],
])('%s is typed as %s without accents', (text, typed) => {
  expect(plainLetters(text)).toBe(typed)
})
