/** A number from the wire, or undefined when it is none: a gateway may send "12" (decision 0001). */
export function toNumber(raw: unknown): number | undefined {
  if (typeof raw === 'boolean') return raw ? 1 : 0
  if (typeof raw === 'string' && (raw.trim() === '' || raw.length > 40)) return undefined
  if (typeof raw !== 'number' && typeof raw !== 'string') return undefined
  const number = Number(raw)
  return Number.isFinite(number) ? number : undefined
}

export interface Range {
  min: number | undefined
  max: number | undefined
  step: number
}

/** Digits after the point that a step needs: 0.25 → 2. */
export function digitsOf(step: number): number {
  const [mantissa = '', exponent = '0'] = step.toString().split('e')
  const digits = (mantissa.split('.')[1]?.length ?? 0) - Number(exponent)
  return Math.min(6, Math.max(0, digits))
}

const tidy = (value: number, step: number): number => Number(value.toFixed(Math.max(digitsOf(step), 3)))

export const clamp = (value: number, { min = -Infinity, max = Infinity }: Partial<Range>): number =>
  Math.min(max, Math.max(min, value))

/** Nearest step inside the range; steps are counted from the minimum, or from 0 where there is none. */
export function toStep(value: number, { min, max, step }: Range): number {
  const from = min ?? 0
  const stepped = tidy(from + Math.round((clamp(value, { min, max }) - from) / step) * step, step)
  // A range whose end is no step of it: the last step before the end counts.
  if (max !== undefined && stepped > max) return tidy(from + Math.floor((max - from) / step) * step, step)
  return stepped
}

/** What someone typed, with comma or point; undefined when it is no number. */
export const parseTyped = (text: string): number | undefined =>
  toNumber(
    text
      .replaceAll(/[\s\u2019'_]/g, '')
      .replace(',', '.')
      .replace('\u2212', '-'),
  )
