import { useSyncExternalStore } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import styles from './GatewaySummary.module.css'

const OFFLINE = 5

/** What the home consists of, counted from what the page has of it (decision 0196). */
export default function GatewaySummary() {
  const { t } = useText()
  const words = useWords()
  const { home } = usePorts()
  const { heads, total, complete } = useDevices()
  const rooms = useSyncExternalStore(home.subscribe, () => home.rooms())
  const floors = useSyncExternalStore(home.subscribe, () => home.floors())
  const figures = [
    { name: 'devices', count: complete || total > 0 ? total : undefined },
    // Of a part of them nobody knows how the rest are.
    {
      name: 'unreachable',
      count: complete ? heads.filter(({ status }) => status === OFFLINE).length : undefined,
    },
    { name: 'rooms', count: floors && rooms.length },
    { name: 'floors', count: floors?.length },
  ] as const
  return (
    <Card title={t('summary.title')}>
      <dl className={styles.figures}>
        {figures.map(({ name, count }) => (
          <div
            key={name}
            data-warns={(name === 'unreachable' && count !== undefined && count > 0) || undefined}
          >
            <dt>{t(`summary.${name}`)}</dt>
            <dd>{count === undefined ? '–' : words.number(count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
