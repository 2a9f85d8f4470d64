import type { Value } from '#schemas/generated/definitions/value.ts'

type Scaled = Pick<Value, 'scale' | 'step' | 'min' | 'max' | 'precision'>

/** So many figures leave no need for fractions: the next one is half a hundredth of the range away at most. */
const MANY = 100

/** On what steps a value lies; what names none, and has many whole figures between whole ends, takes these (decision 0279). */
export function stepOf({
  step,
  min = NaN,
  max = NaN,
}: Pick<Value, 'step' | 'min' | 'max'>): number | undefined {
  if (step !== undefined && step > 0) return step
  return Number.isInteger(min) && Number.isInteger(max) && max - min >= MANY ? 1 : undefined
}

/** Without what computers add to decimals. */
export const exact = (value: number): number => Number(value.toPrecision(12))

/** Digits after the point that tell apart what the device can be set to; a factor makes more of them than anybody means. */
function digitsOf(value: Scaled): number | undefined {
  const { scale = 1, precision } = value
  if (scale === 1) return undefined
  const step = stepOf(value)
  if (precision !== undefined || step === undefined) return precision
  return Math.min(12, Math.max(0, Math.ceil(-Math.log10(step * scale))))
}

/** A number of the wire as people read and type it: 254 with a factor of 0.393701 is 100, not 100.000054. */
export function onScreen(wire: number, value: Scaled): number {
  const { scale = 1 } = value
  const digits = digitsOf(value)
  return digits === undefined ? exact(wire * scale) : Number((wire * scale).toFixed(digits))
}

/** Back to the wire: what a factor brought between two of its figures is the nearer one, as no device ever says what lies between. */
export function onWire(screen: number, value: Scaled): number {
  const { scale = 1 } = value
  const step = scale === 1 ? undefined : stepOf(value)
  return exact(step === undefined ? screen / scale : Math.round(screen / scale / step) * step)
}

/** How far one press of an arrow goes on the screen. */
export function stepOnScreen(value: Scaled): number | undefined {
  const { scale = 1 } = value
  const digits = digitsOf(value)
  if (digits !== undefined) return 10 ** -digits
  return value.step === undefined ? undefined : exact(value.step * scale)
}
