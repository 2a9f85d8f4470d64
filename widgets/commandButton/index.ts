import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'commandButton', places: ['tile', 'page'], panel: false },
  () => import('./late/widget.ts'),
  ['controls'],
)
