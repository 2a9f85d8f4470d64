import { defineWidget } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { CommandButton } from './CommandButton.tsx'
import { decode, encode, kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['tile', 'page'],
  options,
  decode,
  encode,
  read,
  Component: CommandButton,
  accessibility: { role: 'button', keys: { Enter: 'orders', Escape: 'takes back a first press' } },
  examples,
})
