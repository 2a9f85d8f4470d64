import { defineWidget } from '#engine/widget.ts'
import { ColourPicker } from '../../shared/lazy/ColourPicker.tsx'
import { pickerKeys } from '../../shared/lazy/picker-keys.ts'
import { examples } from '../examples.ts'
import { decode, encode, kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['tile', 'page'],
  options,
  decode,
  encode,
  read,
  Component: ColourPicker,
  accessibility: { role: 'group of buttons, and sliders; slider in a tile', keys: pickerKeys },
  examples,
})
