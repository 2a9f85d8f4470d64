import { defineWidget } from '#engine/widget.ts'
import { decode, encode } from '../shared/setting.ts'
import { examples } from './examples.ts'
import { ValueSetter } from './ValueSetter.tsx'
import { kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['tile', 'page'],
  options,
  decode,
  encode,
  read,
  Component: ValueSetter,
  accessibility: {
    role: 'slider or spinbutton',
    keys: {
      ArrowUp: 'one step up',
      ArrowDown: 'one step down',
      PageUp: 'a tenth of the range up',
      PageDown: 'a tenth of the range down',
      Home: 'lowest value',
      End: 'highest value',
    },
  },
  examples,
})
