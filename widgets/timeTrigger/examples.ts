import type { Example } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'
import { DAYS } from './lazy/value.ts'

const both = ['read' as const, 'write' as const]
const flag: Value = { kind: 'bool', access: both }
const number = (max: number): Value => ({ kind: 'range', access: both, min: 0, max })
const weekly: Value = {
  kind: 'object',
  access: both,
  fields: {
    active: flag,
    hour: number(23),
    minute: number(59),
    second: number(59),
    ...Object.fromEntries(DAYS.map((day) => [day, flag])),
  },
}
const workdays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true }

export const examples: readonly Example[] = [
  {
    name: 'on workdays',
    placed: placedOf('timeTrigger', 'TimerService', 'time_trigger', weekly),
    values: {
      'TimerService/time_trigger': {
        active: true,
        hour: 6,
        minute: 30,
        second: 0,
        ...workdays,
        saturday: false,
        sunday: false,
      },
    },
  },
  {
    name: 'time only',
    placed: placedOf('timeTrigger', 'TimerService', 'start', {
      kind: 'object',
      access: both,
      fields: { hour: number(23), minute: number(59) },
    }),
    values: { 'TimerService/start': { hour: 22, minute: 15 } },
  },
  {
    name: 'nothing known',
    placed: placedOf('timeTrigger', 'TimerService', 'time_trigger', weekly),
    values: {},
  },
]
