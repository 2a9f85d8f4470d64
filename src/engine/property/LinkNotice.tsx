import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useAway, useLink, useStaleSince } from './state/useHome.ts'

/** Says that the values on the page are the last known ones, since when, and how to connect; else what keeps many devices away. */
export function LinkNotice() {
  const { t } = useText()
  const words = useWords()
  const { state, until, retry } = useLink()
  const since = useStaleSince()
  const away = useAway()
  if (since === undefined)
    return away ? (
      <Notice tone="warn" icon="offline">
        {t(`device.link.${away.reason}`, { count: away.count })}
      </Notice>
    ) : null
  const kind = state === 'offline' || state === 'failed' ? state : 'stale'
  return (
    <Notice
      tone="warn"
      icon="offline"
      action={
        kind === 'offline' ? undefined : (
          <Button size="dense" onClick={retry}>
            {t('device.link.retry')}
          </Button>
        )
      }
    >
      {until === undefined
        ? t(`device.link.${kind}`, { since: words.moment(since, Date.now()) })
        : t('device.link.paced', { wait: words.duration(Math.ceil((until - Date.now()) / 1000)) })}
    </Notice>
  )
}
