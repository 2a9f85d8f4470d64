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
  ['D#E#L#A#Y', ''],
  [' d#e#l#a#y\u200b', ''],
  ['D#E#L#A#Y 2', 'D#E#L#A#Y 2'],
])('V-12 the name %j becomes %j', (name, clean) => {
  expect(cleanName(name)).toBe(clean)
})
