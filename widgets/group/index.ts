import { definePanel } from '#engine/widget.ts'
import { examples } from './examples.ts'
import { Group } from './Group.tsx'
import { kind, options, read } from './value.ts'

export default definePanel({
  kind,
  places: ['tile', 'page'],
  headless: true,
  options,
  read,
  Component: Group,
  accessibility: { role: 'list of terms', keys: {} },
  examples,
})
