import { useText } from '#i18n/useText.ts'
import type { IconName } from '#ui/Icon.tsx'
import { Lamp, Tag, type Tone } from '#ui/Tag.tsx'
import { useHomeMoment } from '../../home-clocks.ts'
import type { DeviceHead } from '../../ports.ts'
import { useNow } from '../../property/state/useNow.ts'
import { type CellProps, defineCell, headOf } from '../cell.ts'
import { useMain } from '../main-value.ts'

/** What wants a look; ready and online are quiet (docs/look.md, "Tables"). */
const LOOKS: Readonly<Record<number, { tone: Tone; icon: IconName }>> = {
  0: { tone: 'off', icon: 'pause' },
  3: { tone: 'off', icon: 'moon' },
  4: { tone: 'danger', icon: 'alert' },
  5: { tone: 'off', icon: 'offline' },
  6: { tone: 'automation', icon: 'refresh' },
  7: { tone: 'off', icon: 'ban' },
}

function Status({ head, card }: { head: DeviceHead; card: boolean }) {
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

const StatusCell = ({ row }: CellProps) => {
  const head = headOf(row)
  return head ? <Status head={head} card={false} /> : null
}

const CardStatus = ({ row }: CellProps) => {
  const head = headOf(row)
  return head ? <Status head={head} card /> : null
}

export default defineCell({
  kind: 'deviceStatus',
  card: 'tag',
  Component: StatusCell,
  CardComponent: CardStatus,
})
