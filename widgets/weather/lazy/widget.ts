import { definePanel } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { kind, options, read } from './value.ts'
import { Weather } from './Weather.tsx'

export default definePanel({
  kind,
  places: ['tile', 'page'],
  options,
  read,
  Component: Weather,
  accessibility: { role: 'text and a list of terms', keys: {} },
  examples,
})
