import type { OfferedProperty } from '../offered/properties.ts'
import { choicesOf, type Scalar } from './PlainValue.tsx'

/** What a device's value begins with in a scene: on, what it says just now, or what it may say at least. */
export function firstValue(offered: OfferedProperty, now: unknown): Scalar {
  const { kind, min = 0 } = offered.value
  if (kind === 'bool') return choicesOf(offered)[0] ?? true
  if (typeof now === 'string' || typeof now === 'number' || typeof now === 'boolean') return now
  return choicesOf(offered)[0] ?? (kind === 'number' || kind === 'range' ? min : '')
}
