import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const both = ['read' as const, 'write' as const]
const percent = { kind: 'range' as const, access: both, unit: '%', min: 0, max: 100 }
const order = {
  kind: 'option' as const,
  access: both,
  options: [{ value: 'OPEN' }, { value: 'STOP' }, { value: 'CLOSE' }],
}

export const examples: readonly Example[] = [
  {
    name: 'south blinds',
    placed: placedOf('rollerShutter', 'RollerShutterService', 'state', order, {
      grid: [0, 0, 2, 4],
      more: [
        { service: 'RollerShutterService', property: 'position', value: percent },
        { service: 'RollerShutterService', property: 'tilt', value: percent },
      ],
    }),
    values: {
      'RollerShutterService/state': 'OPEN',
      'RollerShutterService/position': 55,
      'RollerShutterService/tilt': 30,
    },
  },
  {
    name: 'awning without position',
    placed: placedOf('rollerShutter', 'RollerShutterService', 'state', order),
    values: { 'RollerShutterService/state': 'CLOSE' },
  },
]
