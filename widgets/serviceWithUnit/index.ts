import { defineWidget } from '#engine/widget.ts'
import { examples } from './examples.ts'
import { ServiceWithUnit } from './ServiceWithUnit.tsx'
import { decode, kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['head', 'tile', 'page'],
  options,
  decode,
  read,
  Component: ServiceWithUnit,
  accessibility: { role: 'text with a hidden name', keys: {} },
  examples,
})
