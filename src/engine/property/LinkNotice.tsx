import { useHomeMoment } from '#engine/home-clocks.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useAway, useLink, useStaleSince } from './state/useHome.ts'

/** `gone`: since when the gateway is away, as its record has it. Says that the values on the page are the last known ones, since when, and how to connect; else what keeps many devices away. */
export function LinkNotice({ gone }: { gone?: string | undefined }) {
  const { t } = useText()
  const words = useWords()
  const moment = useHomeMoment()
  const { state, until, retry } = useLink()
  const since = useStaleSince()
  const away = useAway()
  if (since === undefined)
    return away ? (
      <Notice tone="warn" icon="offline">
        {t(`device.link.${away.reason}`, { count: away.count })}
      </Notice>
    ) : null
  // The link knows only since when this page is told.
  const from = Math.min(since, Date.parse(gone ?? '') || since)
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
        ? t(`device.link.${kind}`, { since: moment(kind === 'offline' ? from : since, Date.now()) })
        : t('device.link.paced', { wait: words.duration(Math.ceil((until - Date.now()) / 1000)) })}
    </Notice>
  )
}
