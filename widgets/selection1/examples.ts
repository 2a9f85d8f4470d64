import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const both = ['read' as const, 'write' as const]
const scenes = Array.from({ length: 5000 }, (_, index) => ({ value: index, label: `Scene ${index}` }))

export const examples: readonly Example[] = [
  {
    name: 'thermostat mode',
    placed: placedOf('selection1', 'ThermostatService', 'system_mode', {
      kind: 'option',
      access: both,
      options: [{ value: 'off' }, { value: 'heat' }, { value: 'cool' }, { value: 'auto' }],
    }),
    values: { 'ThermostatService/system_mode': 'heat' },
  },
  {
    name: 'power-on behaviour',
    placed: placedOf('selection1', 'ConfigurationService', 'power_on_behavior', {
      kind: 'option',
      access: both,
      options: ['off', 'on', 'toggle', 'previous', 'last known state', 'default'].map((value) => ({ value })),
    }),
    values: { 'ConfigurationService/power_on_behavior': 'previous' },
  },
  {
    name: 'five thousand options',
    placed: placedOf('selection1', 'SceneService', 'scene', {
      kind: 'option',
      access: both,
      options: scenes,
    }),
    values: { 'SceneService/scene': 4711 },
  },
  {
    name: 'identify',
    placed: placedOf('selection1', 'ConfigurationService', 'identify', {
      kind: 'option',
      access: ['write'],
      options: [{ value: 'identify' }],
    }),
    values: {},
  },
]
