import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'irBlaster', places: ['tile', 'page'], panel: true },
  () => import('./lazy/widget.ts'),
  ['controls', 'infrared'],
)
