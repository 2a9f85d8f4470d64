import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'airPollution', places: ['tile', 'page'], panel: true },
  () => import('./lazy/widget.ts'),
)
