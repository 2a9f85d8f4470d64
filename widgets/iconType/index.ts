import { defineWidget } from '#engine/widget.ts'
import { examples } from './examples.ts'
import { IconType } from './IconType.tsx'
import { decode, encode, kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['head', 'tile', 'page'],
  options,
  decode,
  encode,
  read,
  Component: IconType,
  accessibility: { role: 'switch', keys: { Space: 'switches over', Enter: 'switches over' } },
  examples,
})
