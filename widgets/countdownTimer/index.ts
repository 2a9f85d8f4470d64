import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'countdownTimer', places: ['head', 'tile', 'page'], panel: false },
  () => import('./late/widget.ts'),
)
