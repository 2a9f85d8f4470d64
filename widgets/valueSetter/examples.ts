import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const both = ['read' as const, 'write' as const]

export const examples: readonly Example[] = [
  {
    name: 'setpoint',
    placed: placedOf('valueSetter', 'ThermostatService', 'occupied_heating_setpoint', {
      kind: 'range',
      access: both,
      unit: '°C',
      step: 0.5,
      min: 5,
      max: 30,
    }),
    values: { 'ThermostatService/occupied_heating_setpoint': 22.5 },
  },
  {
    name: 'brightness',
    placed: placedOf('valueSetter', 'LightService', 'brightness', {
      kind: 'range',
      access: both,
      unit: '%',
      min: 0,
      max: 254,
      scale: 100 / 254,
    }),
    values: { 'LightService/brightness': 157 },
  },
  {
    name: 'white tone',
    placed: placedOf(
      'valueSetter',
      'LightService',
      'color_temp',
      { kind: 'range', access: both, unit: 'K', min: 2200, max: 6500, step: 50 },
      { options: { params: { track: 'warmth' } } },
    ),
    values: { 'LightService/color_temp': 2900 },
  },
  {
    name: 'timeout',
    placed: placedOf('valueSetter', 'ConfigurationService', 'occupancy_timeout', {
      kind: 'number',
      access: both,
      unit: 's',
    }),
    values: { 'ConfigurationService/occupancy_timeout': 30 },
  },
]
