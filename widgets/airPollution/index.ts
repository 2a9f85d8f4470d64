import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'airPollution', places: ['tile', 'page'], panel: true },
  () => import('./late/widget.ts'),
)
