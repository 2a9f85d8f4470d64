import type { RawValue } from '#engine/widget.ts'

const rgb = /^#([0-9a-f]{6})$/i

const channels = (text: string): number[] | undefined => {
  const hex = rgb.exec(text)?.[1]
  return hex === undefined ? undefined : [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

/** Whether a device reports what was asked of it. Devices round numbers and mix colours in their own steps. */
export function sameValue(reported: RawValue | undefined, wanted: RawValue): boolean {
  if (reported === wanted) return true
  if (typeof reported === 'number' && typeof wanted === 'number')
    return Math.abs(reported - wanted) <= Math.max(1e-6, Math.abs(wanted) * 0.005)
  if (typeof reported === 'string' && typeof wanted === 'string') {
    const [a, b] = [channels(reported), channels(wanted)]
    return (
      a !== undefined && b !== undefined && a.every((value, index) => Math.abs(value - (b[index] ?? 0)) <= 8)
    )
  }
  if (isFields(reported) && isFields(wanted)) {
    const names = Object.keys(wanted)
    return (
      names.length === Object.keys(reported).length &&
      names.every((name) => name in reported && sameValue(reported[name], wanted[name] ?? null))
    )
  }
  return JSON.stringify(reported) === JSON.stringify(wanted)
}

const isFields = (value: RawValue | undefined): value is Readonly<Record<string, RawValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
