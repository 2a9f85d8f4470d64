import { expect, test } from 'vitest'
import { cleanName } from './clean-name.ts'

test.each([
  [' Küche ', 'Küche'],
  ['Haus\u202e am\u0000 See\u200b', 'Haus am See'],
  ['a\u2066b\u2069c\u061c', 'abc'],
  ['zwei\r\nZeilen\u2028hier', 'zweiZeilenhier'],
  ['\ud83dallein', 'allein'],
  ['Cafe\u0301', 'Café'],
  ['👨‍👩‍👧 Família', '👨‍👩‍👧 Família'],
  ['عربي', 'عربي'],
  // What nobody sees is no name, and stands in none.
  ['\u3164', ''],
  ['\u00ad\u2800\ufff9', ''],
  ['\u200d\ufe0f', ''],
  ['La\u00admpe\u{e0041}', 'Lampe'],
  ['e\u0301\u0316\u0317\u0318\u0319\u031c\u031d'.repeat(2), 'é\u0316\u0317\u0318\u0319'.repeat(2)],
  ['สวัสดี', 'สวัสดี'],
  ['❤️ Zuhause', '❤️ Zuhause'],
  ['D#E#L#A#Y', ''],
  [' d#e#l#a#y\u200b', ''],
  ['D#E#L#A#Y 2', 'D#E#L#A#Y 2'],
])('V-12 the name %j becomes %j', (name, clean) => {
  expect(cleanName(name)).toBe(clean)
})
