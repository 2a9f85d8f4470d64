import type { Reading, Words } from '#engine/widget.ts'
import { iconFor } from '../icons.ts'
import type { PropertySpec } from '../property-spec.ts'
import { UNKNOWN } from '../read.ts'
import type { Colour } from './colour.ts'
import { nameOf } from './palette.ts'

/** A colour in words, for footers, tables and strips. */
export const readingOf = (value: Colour | undefined, spec: PropertySpec, words: Words): Reading => ({
  text: value ? nameOf(value, words) : UNKNOWN,
  icon: iconFor(spec, undefined),
})
