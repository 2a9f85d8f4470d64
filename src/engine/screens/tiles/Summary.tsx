import { useText } from '#i18n/useText.ts'
import { useDevices } from '../../property/state/useHome.ts'
import type { Overview } from './overview.ts'

/** "41 devices, 12 of them on, one is offline." Of a home that is known in part only how many there are. */
export function Summary({ overview }: { overview: Overview }) {
  const { t } = useText()
  const { total, complete } = useDevices()
  const parts = [t('device.tiles.count', { count: total })]
  if (complete && overview.on > 0) parts.push(t('device.tiles.on', { count: overview.on }))
  if (complete && overview.offline > 0) parts.push(t('device.tiles.offline', { count: overview.offline }))
  return <>{`${parts.join(', ')}.`}</>
}
