import { useText } from '#i18n/useText.ts'
import type { AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import { Button } from '#ui/Button.tsx'
import story from './AlarmStory.module.css'
import { AlarmStory } from './AlarmStory.tsx'
import styles from './alarms.module.css'
import { PRIORITIES } from './priorities.ts'

/** How urgent, and where. */
export function useWhere({ alarmNotifParams, gatewayName }: AlarmNotification): string {
  const { t } = useText()
  const { roomName, notificationPriority } = alarmNotifParams
  const priority = PRIORITIES.find(({ code }) => code === notificationPriority.alarmPriorityCode)
  return [priority && t(`alarms.priority.${priority.name}`), roomName, gatewayName]
    .filter((one) => one)
    .join(' · ')
}

/** What became of one notification, beside the list (mock 18-notifications). */
export function StoryPanel({
  notification,
  id,
  onClose,
}: {
  notification: AlarmNotification
  id: string
  onClose(): void
}) {
  const { t } = useText()
  const where = useWhere(notification)
  return (
    <section id={id} className={styles.panel} aria-label={t('alarms.storyOf', { name: notification.title })}>
      <header className={story.panelHead}>
        <div>
          <h2>{notification.title}</h2>
          <p>{where}</p>
        </div>
        <Button only look="quiet" icon="close" onClick={onClose}>
          {t('alarms.closeStory')}
        </Button>
      </header>
      <AlarmStory notification={notification} />
    </section>
  )
}
