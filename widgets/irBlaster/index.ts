import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'irBlaster', places: ['tile', 'page'], panel: true },
  () => import('./late/widget.ts'),
  ['controls', 'infrared'],
)
