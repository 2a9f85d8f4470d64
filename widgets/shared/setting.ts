import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { clamp, digitsOf, type Range, toNumber, toStep } from './numbers.ts'
import { paramOf } from './params.ts'
import { type PropertySpec, specOf } from './property-spec.ts'
import { numberOf, readRaw, scaled } from './read.ts'

/** A number to be set: the range as the screen has it; `value` keeps the one of the wire. */
export interface Setting extends PropertySpec, Range {
  unit: string | undefined
  digits: number
}

export type Shown = number | undefined

// spec 2 §5: range of the value setter where nothing better is known; degrees only (device formats, rules).
const DEGREES = { min: 16, max: 31, step: 0.5 }

const param = (placed: Placed, name: string): number | undefined => toNumber(paramOf(placed, name))
const positive = (step: number | undefined): number | undefined =>
  step !== undefined && step > 0 ? step : undefined

export function settingOf(value: Value, placed: Placed): Setting {
  const degrees = value.unit === '°C' && value.min === undefined && value.max === undefined
  const given = {
    ...value,
    min: param(placed, 'min') ?? value.min ?? (degrees ? DEGREES.min : undefined),
    max: param(placed, 'max') ?? value.max ?? (degrees ? DEGREES.max : undefined),
    step: positive(param(placed, 'step')) ?? positive(value.step) ?? (degrees ? DEGREES.step : undefined),
  }
  const [low, high] = [given.min, given.max].map((end) =>
    end === undefined ? undefined : scaled(end, given),
  )
  // A range the wrong way round is none.
  const [min, max] =
    low !== undefined && high !== undefined && low >= high ? [undefined, undefined] : [low, high]
  const step = stepOf(given)
  const digits = value.precision ?? digitsOf(step)
  return { ...specOf(placed), value: given, min, max, step, unit: value.unit, digits }
}

/** A scaled value moves in whole figures of the screen: 0 to 254 on the wire are 100 steps, not 254. */
function stepOf(value: Value): number {
  const { scale = 1, step = 1, precision } = value
  return scale === 1 ? step : Math.max(scaled(step, value), 10 ** -(precision ?? 0))
}

/** The value on the screen's scale, inside the range; undefined while nobody knows it. */
export function decode(raw: RawValue | undefined, { value, min, max }: Setting): Shown {
  const wire = toNumber(raw)
  return wire === undefined ? undefined : clamp(scaled(wire, value), { min, max })
}

/** Clamped and on a step of the wire; an unknown value becomes the start of the range. */
export function encode(value: Shown, { value: wire, min, max, step }: Setting): RawValue {
  const screen = value === undefined || Number.isNaN(value) ? (min ?? 0) : value
  const { scale = 1, step: wireStep = 1 } = wire
  if (scale === 1) return toStep(screen, { min, max, step })
  const ordered = wire.min !== undefined && wire.max !== undefined && wire.min < wire.max
  return toStep(clamp(screen, { min, max }) / scale, {
    min: ordered ? wire.min : undefined,
    max: ordered ? wire.max : undefined,
    step: wireStep,
  })
}

/** The value so many steps on, inside the range and on a step. */
export const moved = (value: Shown, steps: number, range: Range): number =>
  toStep((value ?? range.min ?? 0) + (value === undefined ? 0 : steps * range.step), range)

export function read(value: Shown, spec: Setting, words: Words): Reading {
  if (value === undefined) return readRaw(undefined, spec, words)
  // The value is on the screen's scale already.
  const reading = readRaw(
    value,
    { ...spec, value: { ...spec.value, scale: undefined, kind: 'number' } },
    words,
  )
  return { ...reading, text: numberOf(value, spec.digits, words) }
}
