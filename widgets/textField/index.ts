import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'textField', places: ['page'], panel: false },
  () => import('./lazy/widget.ts'),
  ['controls'],
)
