import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'tiboSpeaker', places: ['tile', 'page'], panel: true },
  () => import('./late/widget.ts'),
)
