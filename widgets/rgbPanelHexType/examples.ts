import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const colour = { kind: 'color' as const, access: ['read' as const, 'write' as const] }

export const examples: readonly Example[] = [
  {
    name: 'colour light',
    placed: placedOf('rgbPanelHexType', 'LightService', 'color', colour, { grid: [0, 0, 4, 4] }),
    values: { 'LightService/color': '#ffd966' },
  },
  {
    name: 'nobody knows it yet',
    placed: placedOf('rgbPanelHexType', 'LightService', 'color', colour, { grid: [0, 0, 4, 4] }),
    values: {},
  },
]
