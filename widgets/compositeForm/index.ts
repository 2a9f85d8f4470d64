import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'compositeForm', places: ['page'], panel: false },
  () => import('./lazy/widget.ts'),
  ['controls'],
)
