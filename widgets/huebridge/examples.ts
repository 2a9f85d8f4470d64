import type { Example } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'

const both = ['read' as const, 'write' as const]
const link: Value = {
  kind: 'option',
  access: ['write'],
  options: [{ value: 'link', icon: 'link' }],
  icon: 'link',
}
const linked: Value = { kind: 'bool', access: ['read'], on: true, off: false, icon: 'link' }
const lights: Value = { kind: 'number', access: ['read'], precision: 0, icon: 'bulb' }
const address: Value = { kind: 'text', access: ['read'], icon: 'network' }
const bridge = (property: string, value: Value) => ({ service: 'HueBridgeService', property, value })
const more = [
  bridge('linked', linked),
  {
    service: 'LightService',
    property: 'state',
    value: { kind: 'bool' as const, access: both, on: true, off: false },
  },
  {
    service: 'LightService',
    property: 'brightness',
    value: {
      kind: 'range' as const,
      access: both,
      unit: '%',
      min: 0,
      max: 254,
      scale: 100 / 254,
      precision: 0,
    },
  },
  bridge('lights', lights),
  bridge('address', address),
]

export const examples: readonly Example[] = [
  {
    name: 'connected',
    placed: placedOf('huebridge', 'HueBridgeService', 'link', link, { grid: [0, 0, 4, 3], more }),
    values: {
      'HueBridgeService/linked': true,
      'LightService/state': true,
      'LightService/brightness': 178,
      'HueBridgeService/lights': 14,
      'HueBridgeService/address': '192.168.1.60',
    },
  },
  {
    name: 'not connected',
    placed: placedOf('huebridge', 'HueBridgeService', 'link', link, { grid: [0, 0, 4, 3], more }),
    values: { 'HueBridgeService/linked': false, 'HueBridgeService/address': '192.168.1.60' },
  },
]
