import type { Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { paramOf } from '../shared/params.ts'
import { read as readSetting, type Setting, type Shown, settingOf } from '../shared/setting.ts'

export const kind = 'valueSetter'

export interface Options extends Setting {
  /** A thick slider where there are many steps, − value + where there are few. */
  control: 'slider' | 'stepper'
  /** Whites along the slider: kelvin go up to cold, mired to warm. */
  track?: 'warmth' | 'coolness'
}

const MANY_STEPS = 60

/** Lamps count whites in mired, people know them in kelvin: one is a million by the other, both ways. */
const KELVIN_MIRED = 1_000_000
/** Lamps don't hold them more exactly than this. */
const KELVIN_STEP = 10

/** As people know it; undefined where the unit is theirs already. */
const kelvinOf = (mired: number, { unit }: Pick<Options, 'unit'>): number | undefined =>
  unit === 'mired' && mired > 0 ? Math.round(KELVIN_MIRED / mired / KELVIN_STEP) * KELVIN_STEP : undefined

/** What was typed, in the unit of the lamp. */
export const typedIn = (typed: number, { unit }: Pick<Options, 'unit'>): number =>
  unit === 'mired' && typed > 0 ? KELVIN_MIRED / typed : typed

/** Whites in mired are told in kelvin. */
export function read(value: Shown, spec: Options, words: Words): Reading {
  const kelvin = value === undefined ? undefined : kelvinOf(value, spec)
  return kelvin === undefined
    ? readSetting(value, spec, words)
    : readSetting(kelvin, { ...spec, unit: 'K', value: { ...spec.value, unit: 'K' }, digits: 0 }, words)
}

export function options(value: Value, placed: Placed): Options {
  const setting = settingOf(value, placed)
  const { min, max, step } = setting
  if (min === undefined || max === undefined) return { ...setting, control: 'stepper' }
  const asked = paramOf(placed, 'control')
  // Plus would make whites in mired warmer, and their kelvin less.
  const fitting = setting.unit === 'mired' || (max - min) / step > MANY_STEPS ? 'slider' : 'stepper'
  const whites = paramOf(placed, 'track') === 'warmth'
  return {
    ...setting,
    control: asked === 'slider' || asked === 'stepper' ? asked : fitting,
    ...(whites && { track: setting.unit === 'K' ? 'warmth' : 'coolness' }),
  }
}
