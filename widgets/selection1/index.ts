import { defineWidget } from '#engine/widget.ts'
import { examples } from './examples.ts'
import { Selection } from './Selection.tsx'
import { decode, encode, kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['tile', 'page'],
  options,
  decode,
  encode,
  read,
  Component: Selection,
  accessibility: {
    role: 'radiogroup, listbox, combobox or button',
    keys: {
      ArrowRight: 'next choice',
      ArrowLeft: 'previous choice',
      Enter: 'takes the found choice',
      Escape: 'closes the search',
    },
  },
  examples,
})
