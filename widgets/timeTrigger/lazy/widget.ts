import { defineWidget } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { TimeTrigger } from './TimeTrigger.tsx'
import { decode, encode, kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['tile', 'page'],
  options,
  decode,
  encode,
  read,
  Component: TimeTrigger,
  accessibility: {
    role: 'group with a time field, a switch and a button a day',
    keys: { Space: 'takes or leaves a day', Enter: 'takes the typed time', Escape: 'leaves it as it was' },
  },
  examples,
})
