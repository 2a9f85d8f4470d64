import { lazyWidget } from '../shared/lazy.ts'

export default lazyWidget(
  { kind: 'thermostat', places: ['head', 'tile', 'page'], panel: true },
  () => import('./lazy/widget.ts'),
)
