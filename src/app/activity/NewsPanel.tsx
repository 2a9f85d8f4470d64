import { useEffect, useSyncExternalStore } from 'react'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { activity } from './current.ts'
import styles from './Entry.module.css'
import { Entry, Nothing } from './Entry.tsx'
import { Notified } from './Notified.tsx'
import { useGatewayName } from './use-gateway-name.ts'

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
