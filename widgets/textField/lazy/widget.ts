import { defineWidget } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { TextField } from './TextField.tsx'
import { decode, encode, kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['page'],
  options,
  decode,
  encode,
  read,
  Component: TextField,
  accessibility: { role: 'textbox', keys: { Enter: 'sends', Escape: 'takes back what was typed' } },
  examples,
})
