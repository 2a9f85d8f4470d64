import { defineWidget } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { CountdownTimer } from './CountdownTimer.tsx'
import { decode, encode, kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['head', 'tile', 'page'],
  options,
  decode,
  encode,
  read,
  Component: CountdownTimer,
  accessibility: {
    role: 'group with a timer and buttons',
    keys: { Enter: 'starts the typed time, or stops' },
  },
  examples,
})
