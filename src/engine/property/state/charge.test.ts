import { expect, test } from 'vitest'
import { chargeOf } from './charge.ts'

test.each([
  ['a number', 40, 40],
  ['a number as text', '40', 40],
  ['less than nothing', -1, 0],
  ['nothing', null, undefined],
  ['no number', 'full', undefined],
  ['an object that turns into nothing', { toString: 1, valueOf: 1 }, undefined],
  ['a list', [40], undefined],
])('U-02 the charge of %s', (_what, raw, charge) => expect(chargeOf(raw)).toBe(charge))
