import { useEffect, useSyncExternalStore } from 'react'
import catalogue from '#catalogue/news.json'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { News, NotificationLook } from '#schemas/generated/definitions/news.ts'
import { useSession } from '#session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { activity } from './current.ts'
import styles from './Entry.module.css'
import { Entry, Nothing } from './Entry.tsx'
import { notifications } from './following.ts'
import { Question } from './Question.tsx'
import { useGatewayName } from './use-gateway-name.ts'

const looks: Readonly<Record<string, NotificationLook | undefined>> = (catalogue as News).notifications

/** What homes have told this person; whoever opens it has seen it. */
function Notified() {
  const { t } = useText()
  const { age } = useWords()
  const now = useNow()
  const nameOf = useGatewayName()
  const me = useSession().user?.id ?? ''
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
        {list?.map(({ id, kind, title, body, gateway, at, seen, question }) => (
          <Entry
            key={id}
            icon={iconNamed(looks[kind]?.icon ?? 'bell')}
            tone={looks[kind]?.tone ?? 'plain'}
            title={title}
            text={body}
            note={`${nameOf(gateway)} · ${age(Date.parse(at), now)}`}
            fresh={seen ? undefined : t('shell.news.fresh')}
          >
            {question && (
              <Question question={question} me={me} onAnswer={(answer) => notifications.answer(id, answer)} />
            )}
          </Entry>
        ))}
      </ul>
    </section>
  )
}

interface Props {
  /** Whether homes tell this person things. */
  notified: boolean
  onClose(): void
}

/** What has happened to the gateways and in the homes, the newest first. Whoever opens it has seen it. */
export default function NewsPanel({ notified, onClose }: Props) {
  const { t, say } = useText()
  const { age } = useWords()
  const now = useNow()
  const nameOf = useGatewayName()
  const { news, unread } = useSyncExternalStore(activity.subscribe, activity.current)
  useEffect(() => {
    if (unread > 0) activity.seen()
  }, [unread])
  return (
    <Dialog
      open
      look="panel"
      title={t('shell.news.title')}
      onClose={onClose}
      actions={
        <>
          {news.length > 0 && <Button onClick={() => activity.clearNews()}>{t('shell.news.clear')}</Button>}
          <Button look={news.length > 0 ? 'plain' : 'main'} onClick={onClose}>
            {t('shell.close')}
          </Button>
        </>
      }
    >
      {notified && <Notified />}
      {notified && news.length > 0 && <h3 className={styles.heading}>{t('shell.news.gateways')}</h3>}
      {news.length === 0 ? (
        !notified && <Nothing icon="bell" title={t('shell.news.none')} text={t('shell.news.noneText')} />
      ) : (
        <ul>
          {news.map(({ text, icon, tone, serialNumber, at }) => (
            <Entry
              key={`${at} ${text} ${serialNumber}`}
              icon={iconNamed(icon)}
              tone={tone}
              title={say(`news.${text}`, '', {
                name: serialNumber === undefined ? '' : nameOf(serialNumber),
              })}
              note={age(at, now)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
