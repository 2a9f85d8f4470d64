import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'rgbPanelHexType', places: ['tile', 'page'], panel: false },
  () => import('./lazy/widget.ts'),
)
