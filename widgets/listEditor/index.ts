import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'listEditor', places: ['page'], panel: false },
  () => import('./late/widget.ts'),
  ['controls'],
)
