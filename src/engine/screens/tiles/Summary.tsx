import { useText } from '#i18n/useText.ts'
import { useDevices } from '../../property/useHome.ts'
import type { Overview } from './overview.ts'

/** "41 devices, 12 of them on, one is offline." */
export function Summary({ overview }: { overview: Overview }) {
  const { t } = useText()
  const { total } = useDevices()
  const parts = [t('device.tiles.count', { count: total })]
  if (overview.on > 0) parts.push(t('device.tiles.on', { count: overview.on }))
  if (overview.offline > 0) parts.push(t('device.tiles.offline', { count: overview.offline }))
  return <>{`${parts.join(', ')}.`}</>
}
