import { expect, test } from 'vitest'
import { initialsOf } from './Face.tsx'

test.each([
  ['Seraina Bühler', 'SB'],
  ['Bartholomäus-Maximilian von Oberdonau', 'BO'],
  ['çağrı', 'Ç'],
  ['m•••@example.ch', 'M'],
  ['«Ida» Öztürk', 'IÖ'],
  ['', ''],
])('the face of %s has the letters %s', (name, letters) => {
  expect(initialsOf(name)).toBe(letters)
})
