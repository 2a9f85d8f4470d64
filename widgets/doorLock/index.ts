import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'doorLock', places: ['head', 'tile', 'page'], panel: true, guarded: true },
  () => import('./late/widget.ts'),
)
