import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import { Icon } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './alarms.module.css'

/** More of them say nothing that the number does not. */
const NAMED = 3

interface Props {
  /** Those that are here, newest first. */
  notifications: readonly AlarmNotification[]
  /** How many there are in all. */
  count: number
  now: number
  open: boolean
  onOpen(): void
}

/** What can wait, in one row: how many, of what, and since when (mock 18-notifications). */
export function GatheredRow({ notifications, count, now, open, onOpen }: Props) {
  const { t } = useText()
  const words = useWords()
  const titles = [...new Set(notifications.map(({ title }) => title))]
  const last = Math.max(...notifications.map((one) => Date.parse(one.timeOfEventGeneration)))
  const named = titles.slice(0, NAMED).join(', ')
  return (
    <li className={styles.row}>
      <button type="button" className={styles.gathered} aria-expanded={open} onClick={onOpen}>
        <Badge icon="history" tone="plain" />
        <span className={styles.what}>
          <b>{t('alarms.gathered', { count })}</b>
          <span>
            {t('alarms.lastOf', {
              names: titles.length > NAMED ? `${named} …` : named,
              when: words.age(last, now),
            })}
          </span>
        </span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size="small" />
      </button>
    </li>
  )
}
