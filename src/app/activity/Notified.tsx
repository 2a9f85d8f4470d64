import { useEffect, useSyncExternalStore } from 'react'
import catalogue from '#catalogue/news.json'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { News, NotificationLook } from '#schemas/generated/definitions/news.ts'
import { Button } from '#ui/Button.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { notifications } from './current-notifications.ts'
import styles from './Entry.module.css'
import { Entry } from './Entry.tsx'
import { useGatewayName } from './use-gateway-name.ts'

const looks: Readonly<Record<string, NotificationLook | undefined>> = (catalogue as News).notifications

/** What homes have told this person; whoever opens it has seen it. */
export function Notified() {
  const { t } = useText()
  const { age } = useWords()
  const now = useNow()
  const nameOf = useGatewayName()
  const { list, failed } = useSyncExternalStore(notifications.told.subscribe, notifications.told.current)
  useEffect(() => notifications.look(), [])
  return (
    <section>
      <h3 className={styles.heading}>{t('shell.news.notifications')}</h3>
      {failed && (
        <div className={styles.failed}>
          <Notice tone="warn">{t('shell.news.failed')}</Notice>
          <Button size="dense" onClick={() => void notifications.fetch()}>
            {t('shell.retry')}
          </Button>
        </div>
      )}
      {list?.length === 0 && <p className={styles.none}>{t('shell.news.unsaid')}</p>}
      <ul aria-busy={list === undefined && !failed}>
        {list?.map(({ id, kind, title, body, gateway, at, seen }) => (
          <Entry
            key={id}
            icon={iconNamed(looks[kind]?.icon ?? 'bell')}
            tone={looks[kind]?.tone ?? 'plain'}
            title={title}
            text={body}
            note={`${nameOf(gateway)} · ${age(Date.parse(at), now)}`}
            fresh={seen ? undefined : t('shell.news.fresh')}
          />
        ))}
      </ul>
    </section>
  )
}
