import { definePanel } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { HueBridge } from './HueBridge.tsx'
import { kind, options, read } from './value.ts'

export default definePanel({
  kind,
  places: ['tile', 'page'],
  options,
  read,
  Component: HueBridge,
  accessibility: {
    role: 'button, switch and slider',
    keys: {
      Enter: 'presses the key, or switches over',
      Space: 'presses the key, or switches over',
      ArrowUp: 'brighter',
      ArrowDown: 'darker',
    },
  },
  examples,
})
