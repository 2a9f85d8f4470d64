import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const write = ['write' as const]

export const examples: readonly Example[] = [
  {
    name: 'identify',
    placed: placedOf('commandButton', 'CommandService', 'identify', {
      kind: 'option',
      access: write,
      options: [{ value: 'identify' }],
    }),
    values: {},
  },
  {
    name: 'two sides',
    placed: placedOf('commandButton', 'SirenService', 'warning', {
      kind: 'bool',
      access: write,
      on: 'start',
      off: 'stop',
    }),
    values: {},
  },
  {
    name: 'asks again',
    placed: placedOf(
      'commandButton',
      'MeterService',
      'reset_energy',
      { kind: 'bool', access: write, on: 'RESET', label: 'Reset the energy counter' },
      { options: { params: { confirm: true } } },
    ),
    values: {},
  },
]
