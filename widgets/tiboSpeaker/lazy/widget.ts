import { definePanel } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { Speaker } from './Speaker.tsx'
import { kind, options, read } from './value.ts'

export default definePanel({
  kind,
  places: ['tile', 'page'],
  options,
  read,
  Component: Speaker,
  accessibility: {
    role: 'group with buttons, and a slider',
    keys: {
      Enter: 'presses the key',
      Space: 'presses the key',
      ArrowUp: 'louder',
      ArrowDown: 'quieter',
      Home: 'silent',
      End: 'loudest',
    },
  },
  examples,
})
