import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'rgbPanelType', places: ['tile', 'page'], panel: false },
  () => import('./late/widget.ts'),
)
