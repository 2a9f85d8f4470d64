import { comingWidget } from '../shared/coming.ts'

export default comingWidget(
  { kind: 'thermostat', places: ['head', 'tile', 'page'], panel: true },
  () => import('./late/widget.ts'),
)
