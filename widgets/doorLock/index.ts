import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'doorLock', places: ['head', 'tile', 'page'], panel: true, guarded: true },
  () => import('./lazy/widget.ts'),
)
