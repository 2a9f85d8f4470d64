import { definePanel } from '#engine/widget.ts'
import { examples } from '../examples.ts'
import { IrBlaster } from './IrBlaster.tsx'
import { kind, options, read } from './value.ts'

export default definePanel({
  kind,
  places: ['tile', 'page'],
  options,
  read,
  Component: IrBlaster,
  accessibility: {
    role: 'group of buttons; dialog with tabs',
    keys: { ArrowRight: 'next part of the remote', ArrowLeft: 'previous part', Escape: 'closes the remote' },
  },
  examples,
})
