import { useText } from '#i18n/useText.ts'
import type { IconName } from '#ui/Icon.tsx'
import { Lamp, Tag, type Tone } from '#ui/Tag.tsx'
import { useHomeMoment } from '../../home-clocks.ts'
import type { DeviceHead } from '../../ports.ts'
import { useNow } from '../../property/state/useNow.ts'
import { useMain } from './use-main.ts'

/** What wants a look; ready and online are quiet (docs/look.md, "Tables"). */
const LOOKS: Readonly<Record<number, { tone: Tone; icon: IconName }>> = {
  0: { tone: 'off', icon: 'pause' },
  3: { tone: 'off', icon: 'moon' },
  4: { tone: 'danger', icon: 'alert' },
  5: { tone: 'off', icon: 'offline' },
  6: { tone: 'automation', icon: 'refresh' },
  7: { tone: 'off', icon: 'ban' },
}

/** How a device is, where that wants a look; on a card nothing while all is well. */
export function DeviceStatus({ head, card }: { head: DeviceHead; card: boolean }) {
  const { say, t } = useText()
  const moment = useHomeMoment()
  const now = useNow()
  const { delivery } = useMain(head)
  const look = LOOKS[head.status]
  if (delivery.phase === 'failed')
    return (
      <Tag tone="danger" icon="alert">
        {t('engine.device.failed')}
      </Tag>
    )
  if (delivery.phase === 'diverged')
    return (
      <Tag tone="warn" icon="warning">
        {t('engine.device.diverged')}
      </Tag>
    )
  const since = head.status === 5 && head.statusSince !== undefined
  const name = since
    ? t('device.state.offlineSince', { since: moment(head.statusSince ?? now, now) })
    : say(`status.status.${head.status}`)
  if (look)
    return (
      <Tag tone={look.tone} icon={look.icon}>
        {name}
      </Tag>
    )
  return card ? null : <Lamp tone="ok">{name}</Lamp>
}
