import type { Example } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'

const target: Value = { kind: 'range', access: ['read', 'write'], unit: '°C', min: 16, max: 31, step: 0.5 }
const actual: Value = { kind: 'number', access: ['read'], unit: '°C', precision: 1 }
const demand: Value = { kind: 'number', access: ['read'], unit: '%', precision: 0 }
const state: Value = {
  kind: 'option',
  access: ['read'],
  options: [{ value: 'idle' }, { value: 'heat' }, { value: 'cool' }],
}
const service = 'ThermostatService'

export const examples: readonly Example[] = [
  {
    name: 'heating',
    placed: placedOf('thermostat', service, 'occupied_heating_setpoint', target, {
      grid: [0, 0, 4, 3],
      more: [
        { service, property: 'local_temperature', value: actual },
        { service, property: 'running_state', value: state },
        { service, property: 'pi_heating_demand', value: demand },
      ],
    }),
    values: {
      'ThermostatService/occupied_heating_setpoint': 22.5,
      'ThermostatService/local_temperature': 21.3,
      'ThermostatService/running_state': 'heat',
      'ThermostatService/pi_heating_demand': 34,
    },
  },
  {
    name: 'target only',
    placed: placedOf('thermostat', service, 'occupied_cooling_setpoint', {
      kind: 'range',
      access: ['read', 'write'],
      unit: '°C',
    }),
    values: { 'ThermostatService/occupied_cooling_setpoint': 26 },
  },
  {
    name: 'nothing known',
    placed: placedOf('thermostat', service, 'current_heating_setpoint', target),
    values: {},
  },
]
