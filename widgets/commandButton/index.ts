import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'commandButton', places: ['tile', 'page'], panel: false },
  () => import('./lazy/widget.ts'),
  ['controls'],
)
