import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'countdownTimer', places: ['head', 'tile', 'page'], panel: false },
  () => import('./lazy/widget.ts'),
)
