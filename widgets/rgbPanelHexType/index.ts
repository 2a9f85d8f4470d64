import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'rgbPanelHexType', places: ['tile', 'page'], panel: false },
  () => import('./late/widget.ts'),
)
