import type { Example } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'

const both = ['read' as const, 'write' as const]
const write = ['write' as const]
const number = (rest: Partial<Value> = {}): Value => ({ kind: 'range', access: both, ...rest })

export const examples: readonly Example[] = [
  {
    name: 'level settings',
    placed: placedOf('compositeForm', 'LightService', 'level_config', {
      kind: 'object',
      access: both,
      fields: {
        on_off_transition_time: number({ min: 0, max: 65_535, unit: 's', label: 'On off transition time' }),
        on_level: number({ min: 1, max: 254, label: 'On level' }),
        execute_if_off: { kind: 'bool', access: both, on: true, off: false, label: 'Execute if off' },
        current_level_startup: {
          kind: 'option',
          access: both,
          label: 'Level after power loss',
          options: [{ value: 'minimum' }, { value: 'previous' }],
        },
      },
    }),
    values: { 'LightService/level_config': { on_level: 120, execute_if_off: false } },
  },
  {
    name: 'siren warning',
    placed: placedOf('compositeForm', 'SirenService', 'warning', {
      kind: 'object',
      access: write,
      fields: {
        mode: {
          kind: 'option',
          access: write,
          label: 'Mode',
          options: [{ value: 'stop' }, { value: 'burglar' }, { value: 'fire' }],
        },
        strobe: { kind: 'bool', access: write, on: true, off: false, label: 'Strobe' },
        duration: number({ min: 1, max: 1800, unit: 's', label: 'Duration' }),
      },
    }),
    values: {},
  },
  {
    name: 'groups and lists within',
    placed: placedOf('compositeForm', 'DoorLockService', 'pin_code', {
      kind: 'object',
      access: both,
      fields: {
        user: number({ min: 0, max: 9, label: 'User' }),
        pin_code: { kind: 'text', access: write, secret: true, lengthMin: 4, lengthMax: 8, label: 'PIN' },
        hours: {
          kind: 'list',
          access: both,
          label: 'Hours',
          lengthMax: 3,
          item: {
            kind: 'object',
            access: both,
            fields: {
              from: { kind: 'text', access: both, lengthMin: 5, lengthMax: 5, label: 'From' },
              to: { kind: 'text', access: both, lengthMin: 5, lengthMax: 5, label: 'To' },
            },
          },
        },
      },
    }),
    values: { 'DoorLockService/pin_code': { user: 2, hours: [{ from: '08:00', to: '18:00' }] } },
  },
]
