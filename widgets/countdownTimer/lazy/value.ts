import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { clamp, toNumber, toStep } from '../../shared/numbers.ts'
import { type PropertySpec, specOf } from '../../shared/property-spec.ts'
import { UNKNOWN } from '../../shared/read.ts'
import { unitOf } from '../../shared/words.ts'

export const kind = 'countdownTimer'

export interface Options extends PropertySpec {
  /** Seconds of one wire unit. */
  factor: number
  /** The longest time, seconds. */
  longest: number
  /** Times to choose from, seconds. */
  presets: readonly number[]
}

/** Seconds that are left; undefined while nobody knows. */
export type Shown = number | undefined

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3600, d: 86_400 }
const DAY = 86_400
// spec 2 §5: what the delay picker offers.
const USUAL = [10, 30, 60, 300, 1800]

export function options(value: Value, placed: Placed): Options {
  const factor = SECONDS[value.unit ?? 's'] ?? 1
  const longest = value.max !== undefined && value.max > 0 ? value.max * factor : DAY
  const own = (value.presets ?? []).flatMap((preset) => toNumber(preset.value) ?? [])
  const presets = (own.length > 0 ? own.map((wire) => wire * factor) : USUAL).filter(
    (seconds) => seconds >= factor && seconds > 0 && seconds <= longest,
  )
  return { ...specOf(placed), factor, longest, presets }
}

export function decode(raw: RawValue | undefined, { factor, longest }: Options): Shown {
  const wire = toNumber(raw)
  return wire === undefined ? undefined : clamp(Math.round(wire * factor), { min: 0, max: longest })
}

/** Whole steps of the wire; a time that the wire cannot count becomes the next longer one rather than none. */
export function encode(value: Shown, { factor, longest, value: { step = 1 } }: Options): RawValue {
  const seconds = clamp(value === undefined || Number.isNaN(value) ? 0 : value, { min: 0, max: longest })
  const wire = Math.ceil(seconds / factor / step - 1e-9) * step
  return toStep(wire, { min: 0, max: Math.floor(longest / factor / step) * step, step })
}

/** What is left so long after a report. A timer that runs out by itself stands at nothing. */
export const leftAfter = (reported: number, passed: number): number =>
  Math.max(0, Math.ceil(reported - passed))

const two = (value: number): string => String(value).padStart(2, '0')

/** "5:00", "1:05:00": the same in every language. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** "5 min", "1 h 30 min": as short as a key needs it. */
export function brief(seconds: number, words: Words): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${words.number(count)}\u00a0${unitOf(unit, words)}`)
    .join(' ')
}

/** What somebody typed: "90" are minutes, "1:30" minutes and seconds, "1:05:00" with hours (spec 2 §5: 23, 59, 59). */
export function typedTime(text: string): number | undefined {
  const parts = text.trim().split(':')
  if (parts.length > 3 || parts.some((part) => !/^\d{1,4}$/.test(part))) return undefined
  const [a = 0, b = 0, c = 0] = parts.map(Number)
  if (parts.length === 1) return a * 60
  if (parts.length === 2) return b > 59 ? undefined : a * 60 + b
  return b > 59 || c > 59 ? undefined : a * 3600 + b * 60 + c
}

export function read(value: Shown, _options: Options, words: Words): Reading {
  if (value === undefined) return { text: UNKNOWN, icon: 'clock' }
  return { text: value === 0 ? words.say('panels.timer.idle', 'off') : clock(value), icon: 'clock' }
}
