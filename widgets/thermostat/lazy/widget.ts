import { definePanel } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { Thermostat } from './Thermostat.tsx'
import { kind, options, read } from './value.ts'

export default definePanel({
  kind,
  places: ['head', 'tile', 'page'],
  options,
  read,
  Component: Thermostat,
  accessibility: {
    role: 'slider and spinbutton',
    keys: {
      ArrowUp: 'one step warmer',
      ArrowDown: 'one step colder',
      PageUp: 'a tenth of the range up',
      PageDown: 'a tenth of the range down',
      Home: 'lowest value',
      End: 'highest value',
    },
  },
  examples,
})
