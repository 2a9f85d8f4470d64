import { defineWidget } from '#engine/widget.ts'
import { CompoundForm } from '../../shared/lazy/CompoundForm.tsx'
import { examples } from '../examples.ts'
import { decode, encode, kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['page'],
  options,
  decode,
  encode,
  read,
  Component: CompoundForm,
  accessibility: { role: 'form of groups', keys: { Enter: 'sends what is filled in' } },
  examples,
})
