import fc from 'fast-check'
import type { RawValue } from '#engine/widget.ts'

/** Whatever a gateway may send: numbers that are none, nulls, objects, 2 kB of text. */
export const wild: fc.Arbitrary<RawValue | undefined> = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(
    null,
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    '',
    ' ',
    'NaN',
    '1e999',
    '__proto__',
  ),
  fc.string(),
  fc.string({ minLength: 2000, maxLength: 2048 }),
  fc.array(fc.integer()),
  fc.dictionary(fc.string(), fc.integer()),
)
