import { definePanel } from '#engine/widget.ts'
import { examples } from './examples.ts'
import { RollerShutter } from './RollerShutter.tsx'
import { kind, options, read } from './value.ts'

export default definePanel({
  kind,
  places: ['head', 'tile', 'page'],
  options,
  read,
  Component: RollerShutter,
  accessibility: {
    role: 'group with buttons; slider on the page',
    keys: { ArrowUp: 'further open', ArrowDown: 'further closed', Home: 'closed', End: 'open' },
  },
  examples,
})
