import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const both = ['read' as const, 'write' as const]

export const examples: readonly Example[] = [
  {
    name: 'running',
    placed: placedOf('countdownTimer', 'TimerService', 'countdown', {
      kind: 'range',
      access: both,
      unit: 's',
      min: 0,
      max: 43_200,
    }),
    values: { 'TimerService/countdown': 754 },
  },
  {
    name: 'not running',
    placed: placedOf('countdownTimer', 'TimerService', 'countdown', {
      kind: 'range',
      access: both,
      unit: 'min',
      min: 0,
      max: 240,
      presets: [
        { value: 5, label: '5 min' },
        { value: 30, label: '30 min' },
        { value: 60, label: '1 h' },
        { value: 240, label: '4 h' },
      ],
    }),
    values: { 'TimerService/countdown': 0 },
  },
]
