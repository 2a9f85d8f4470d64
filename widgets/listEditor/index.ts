import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'listEditor', places: ['page'], panel: false },
  () => import('./lazy/widget.ts'),
  ['controls'],
)
