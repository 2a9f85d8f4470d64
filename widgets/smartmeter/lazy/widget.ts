import { definePanel } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { SmartMeter } from './SmartMeter.tsx'
import { kind, options, read } from './value.ts'

export default definePanel({
  kind,
  places: ['tile', 'page'],
  options,
  read,
  Component: SmartMeter,
  accessibility: { role: 'images with their values in words, and lists of terms', keys: {} },
  examples,
})
