import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const read = ['read' as const]

export const examples: readonly Example[] = [
  {
    name: 'motion sensor',
    placed: placedOf(
      'group',
      'TemperatureService',
      'temperature',
      { kind: 'number', access: read, unit: '°C', precision: 1 },
      {
        more: [
          {
            service: 'LightLevelService',
            property: 'illuminance',
            value: { kind: 'number', access: read, unit: 'lx', precision: 0 },
          },
          {
            service: 'HumidityService',
            property: 'humidity',
            value: { kind: 'number', access: read, unit: '%', precision: 0 },
          },
          {
            service: 'BatteryService',
            property: 'battery',
            value: {
              kind: 'number',
              access: read,
              unit: '%',
              bands: [
                { from: 0, icon: 'battery-low', level: 'danger' },
                { from: 15, level: 'warn' },
                { from: 45 },
              ],
            },
          },
        ],
      },
    ),
    values: {
      'TemperatureService/temperature': 20.6,
      'LightLevelService/illuminance': 38,
      'HumidityService/humidity': 47,
      'BatteryService/battery': 31,
    },
  },
  {
    name: 'compound',
    placed: placedOf('group', 'LightService', 'level_config', {
      kind: 'object',
      access: read,
      fields: {
        on_transition_time: { kind: 'number', access: read, unit: 's', scale: 0.1 },
        on_level: { kind: 'option', access: read, options: [{ value: 'previous' }] },
      },
    }),
    values: { 'LightService/level_config': { on_transition_time: 15, on_level: 'previous' } },
  },
]
