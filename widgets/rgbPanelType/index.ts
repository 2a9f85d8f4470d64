import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'rgbPanelType', places: ['tile', 'page'], panel: false },
  () => import('./lazy/widget.ts'),
)
