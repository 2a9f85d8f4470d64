import type { Example } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'

const both = ['read' as const, 'write' as const]
const command: Value = {
  kind: 'option',
  access: both,
  options: [
    { value: 0, icon: 'play' },
    { value: 1, icon: 'pause' },
    { value: 2, icon: 'stop' },
  ],
}
const volume: Value = { kind: 'range', access: both, unit: '%', min: 0, max: 100, step: 1 }
const mute: Value = { kind: 'bool', access: both, on: true, off: false }
const text: Value = { kind: 'text', access: ['read'] }
const audio = (property: string, value: Value) => ({ service: 'AudioService', property, value })

export const examples: readonly Example[] = [
  {
    name: 'speaker that plays',
    placed: placedOf('tiboSpeaker', 'AudioService', 'command', command, {
      grid: [0, 0, 4, 4],
      more: [
        audio('volume', volume),
        audio('mute', mute),
        audio('track', text),
        audio('artist', text),
        audio('skip', {
          kind: 'option',
          access: ['write'],
          options: [{ value: 'previous' }, { value: 'next' }],
        }),
        audio('album', text),
      ],
    }),
    values: {
      'AudioService/command': 0,
      'AudioService/volume': 24,
      'AudioService/mute': false,
      'AudioService/track': 'Gymnopédie No. 1',
      'AudioService/artist': 'Erik Satie',
      'AudioService/album': 'Trois Gymnopédies',
    },
  },
  {
    name: 'keys alone, muted',
    placed: placedOf('tiboSpeaker', 'AudioService', 'command', command, {
      grid: [0, 0, 4, 3],
      more: [audio('mute', mute)],
    }),
    values: { 'AudioService/command': 2, 'AudioService/mute': true },
  },
  {
    name: 'nobody knows yet',
    placed: placedOf('tiboSpeaker', 'AudioService', 'command', command, {
      grid: [0, 0, 4, 3],
      more: [audio('volume', volume)],
    }),
    values: {},
  },
]
