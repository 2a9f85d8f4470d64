import { definePanel } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { DoorLock } from './DoorLock.tsx'
import { kind, options, read } from './value.ts'

export default definePanel({
  kind,
  places: ['head', 'tile', 'page'],
  guarded: true,
  options,
  read,
  Component: DoorLock,
  accessibility: {
    role: 'group with buttons',
    keys: {
      Enter: 'locks; held for a second it unlocks',
      Space: 'locks; held for a second it unlocks',
      Escape: 'lets go before a second is over',
    },
  },
  examples,
})
