import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const both = ['read' as const, 'write' as const]

export const examples: readonly Example[] = [
  {
    name: 'colours of a strip',
    placed: placedOf('listEditor', 'LightEffectService', 'gradient', {
      kind: 'list',
      access: both,
      lengthMin: 1,
      lengthMax: 9,
      item: { kind: 'color', access: both },
    }),
    values: { 'LightEffectService/gradient': ['#ff8800', '#0088ff', '#00cc66'] },
  },
  {
    name: 'schedule',
    placed: placedOf('listEditor', 'ThermostatService', 'schedule', {
      kind: 'list',
      access: both,
      lengthMax: 4,
      item: {
        kind: 'object',
        access: both,
        fields: {
          time: { kind: 'text', access: both, lengthMin: 5, lengthMax: 5, label: 'Time' },
          temperature: { kind: 'range', access: both, min: 5, max: 30, unit: '°C', label: 'Temperature' },
        },
      },
    }),
    values: {
      'ThermostatService/schedule': [
        { time: '06:30', temperature: 21 },
        { time: '22:00', temperature: 17 },
      ],
    },
  },
  {
    name: 'empty',
    placed: placedOf('listEditor', 'ConfigurationService', 'numbers', {
      kind: 'list',
      access: ['write'],
      item: { kind: 'number', access: ['write'] },
    }),
    values: {},
  },
]
