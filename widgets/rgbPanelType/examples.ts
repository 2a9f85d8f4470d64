import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const both = ['read' as const, 'write' as const]

export const examples: readonly Example[] = [
  {
    name: 'hue and saturation',
    placed: placedOf(
      'rgbPanelType',
      'LightService',
      'color',
      {
        kind: 'color',
        access: both,
        fields: {
          hue: { kind: 'number', access: both, unit: '°', min: 0, max: 255, scale: 1.4 },
          saturation: { kind: 'number', access: both, unit: '%', min: 0, max: 100 },
        },
      },
      { grid: [0, 0, 4, 4] },
    ),
    values: { 'LightService/color': { hue: 137, saturation: 80 } },
  },
  {
    name: 'red, green and blue',
    placed: placedOf(
      'rgbPanelType',
      'LightService',
      'color',
      {
        kind: 'color',
        access: both,
        fields: {
          red: { kind: 'number', access: both, min: 0, max: 255 },
          green: { kind: 'number', access: both, min: 0, max: 255 },
          blue: { kind: 'number', access: both, min: 0, max: 255 },
        },
      },
      { grid: [0, 0, 4, 4] },
    ),
    values: { 'LightService/color': { red: 255, green: 51, blue: 173 } },
  },
]
