import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { paramOf } from '../shared/params.ts'
import { type Setting, settingOf } from '../shared/setting.ts'

export const kind = 'valueSetter'

export interface Options extends Setting {
  /** A thick slider where there are many steps, − value + where there are few. */
  control: 'slider' | 'stepper'
  /** Whites along the slider: kelvin go up to cold, mired to warm. */
  track?: 'warmth' | 'coolness'
}

const MANY_STEPS = 60

export function options(value: Value, placed: Placed): Options {
  const setting = settingOf(value, placed)
  const { min, max, step } = setting
  if (min === undefined || max === undefined) return { ...setting, control: 'stepper' }
  const asked = paramOf(placed, 'control')
  const fitting = (max - min) / step > MANY_STEPS ? 'slider' : 'stepper'
  const whites = paramOf(placed, 'track') === 'warmth'
  return {
    ...setting,
    control: asked === 'slider' || asked === 'stepper' ? asked : fitting,
    ...(whites && { track: setting.unit === 'K' ? 'warmth' : 'coolness' }),
  }
}
