import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

export const examples: readonly Example[] = [
  {
    name: 'light',
    placed: placedOf(
      'iconType',
      'LightService',
      'state',
      { kind: 'bool', access: ['read', 'write'], on: 'ON', off: 'OFF' },
      { options: { iconName: 'bulb' } },
    ),
    values: { 'LightService/state': 'ON' },
  },
  {
    name: 'socket',
    placed: placedOf('iconType', 'SwitchService', 'state', { kind: 'bool', access: ['read', 'write'] }),
    values: { 'SwitchService/state': false },
  },
  {
    name: 'contact',
    placed: placedOf(
      'iconType',
      'ContactService',
      'contact',
      { kind: 'bool', access: ['read'] },
      { options: { iconName: { true: 'window', false: 'contact' } } },
    ),
    values: { 'ContactService/contact': false },
  },
  {
    name: 'smoke',
    placed: placedOf('iconType', 'SmokeService', 'smoke', {
      kind: 'bool',
      access: ['read'],
      levels: { on: 'danger' },
    }),
    values: { 'SmokeService/smoke': true },
  },
  {
    name: 'fan mode',
    placed: placedOf('iconType', 'FanService', 'fan_mode', {
      kind: 'option',
      access: ['read', 'write'],
      options: [
        { value: 0, label: 'low' },
        { value: 1, label: 'medium' },
        { value: 2, label: 'high' },
        { value: 3, label: 'off' },
      ],
    }),
    values: { 'FanService/fan_mode': 3 },
  },
]
