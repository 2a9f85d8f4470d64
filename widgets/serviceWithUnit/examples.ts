import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const read = ['read' as const]

export const examples: readonly Example[] = [
  {
    name: 'temperature',
    placed: placedOf('serviceWithUnit', 'TemperatureService', 'temperature', {
      kind: 'number',
      access: read,
      unit: '°C',
      precision: 1,
    }),
    values: { 'TemperatureService/temperature': 21.3 },
  },
  {
    name: 'power',
    placed: placedOf('serviceWithUnit', 'MeterService', 'power', { kind: 'number', access: read, unit: 'W' }),
    values: { 'MeterService/power': 1843.52 },
  },
  {
    name: 'battery',
    placed: placedOf('serviceWithUnit', 'BatteryService', 'battery', {
      kind: 'number',
      access: read,
      unit: '%',
      min: 0,
      max: 100,
      bands: [{ from: 0, icon: 'battery-low', level: 'danger' }, { from: 15, level: 'warn' }, { from: 45 }],
    }),
    values: { 'BatteryService/battery': 4 },
  },
  {
    name: 'brightness',
    placed: placedOf('serviceWithUnit', 'LightService', 'brightness', {
      kind: 'range',
      access: read,
      unit: '%',
      min: 0,
      max: 254,
      scale: 100 / 254,
      precision: 0,
    }),
    values: { 'LightService/brightness': 254 },
  },
  {
    name: 'button',
    placed: placedOf('serviceWithUnit', 'ButtonService', 'action', {
      kind: 'option',
      access: ['event'],
      options: [{ value: 'single' }, { value: 'double' }, { value: 'hold' }],
    }),
    values: { 'ButtonService/action': 'single' },
  },
]
