import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'huebridge', places: ['tile', 'page'], panel: true },
  () => import('./late/widget.ts'),
)
