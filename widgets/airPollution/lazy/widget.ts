import { definePanel } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { AirPollution } from './AirPollution.tsx'
import { kind, options, read } from './value.ts'

export default definePanel({
  kind,
  places: ['tile', 'page'],
  options,
  read,
  Component: AirPollution,
  accessibility: { role: 'text and a list with every level in words', keys: {} },
  examples,
})
