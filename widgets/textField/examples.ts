import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const both = ['read' as const, 'write' as const]

export const examples: readonly Example[] = [
  {
    name: 'schedule of a day',
    placed: placedOf('textField', 'ThermostatService', 'schedule_monday', {
      kind: 'text',
      access: both,
      label: 'Schedule monday',
      description: 'HH:MM/temperature, six times, separated by a space',
    }),
    values: { 'ThermostatService/schedule_monday': '06:00/20.0 08:00/16.5 17:30/21.0 22:30/16.0' },
  },
  {
    name: 'effect colour',
    placed: placedOf('textField', 'LightEffectService', 'effect_color', {
      kind: 'text',
      access: ['write'],
      label: 'Effect colour',
    }),
    values: {},
  },
  {
    name: 'pin',
    placed: placedOf('textField', 'DoorLockService', 'pin', {
      kind: 'text',
      access: both,
      secret: true,
      lengthMin: 4,
      lengthMax: 8,
    }),
    values: { 'DoorLockService/pin': '4711' },
  },
  {
    name: 'long text',
    placed: placedOf('textField', 'ScreenService', 'message', {
      kind: 'text',
      access: both,
      lengthMax: 2048,
    }),
    values: { 'ScreenService/message': 'Der Kaminfeger kommt am Dienstag.\nBitte die Tür offen lassen.' },
  },
  {
    name: 'two kilobytes',
    placed: placedOf('textField', 'ScreenService', 'note', { kind: 'text', access: both }),
    values: { 'ScreenService/note': 'ß<b>'.repeat(512) },
  },
]
