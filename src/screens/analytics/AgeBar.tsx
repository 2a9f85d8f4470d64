import { useState } from 'react'
import { useNow } from '#engine/property/state/useNow.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { FleetReport } from '#schemas/generated/entities/fleet-report.ts'
import { Button } from '#ui/Button.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './report.module.css'

interface Props {
  report: FleetReport
  /** Nobody who may not is asked. */
  onRequest?(): Promise<void>
}

/** How old the data are, who did not answer, and new ones for whoever asks. */
export function AgeBar({ report, onRequest }: Props) {
  const { t } = useText()
  const words = useWords()
  const now = useNow()
  const [asking, setAsking] = useState(false)
  const { at, oldest, silent, counting, gateways, counted } = report
  // Those that were never counted have no older data either.
  const late = Math.max(0, silent - (gateways - counted))
  const unknown = gateways - counted
  const ask = async (): Promise<void> => {
    setAsking(true)
    await onRequest?.()
    setAsking(false)
  }
  return (
    <div className={styles.age}>
      <Badge icon="clock" tone="plain" />
      <p aria-live="polite">
        {at === undefined ? (
          <>
            <b>{t('fleetReport.never')}</b> {t('fleetReport.neverText')}
          </>
        ) : (
          <>
            <b>{t('fleetReport.dataOf', { at: words.moment(at, now, READER) })}</b> {words.age(at, now)}
            {' · '}
            {late > 0 && oldest !== undefined
              ? t('fleetReport.silent', { count: late, oldest: words.date(oldest) })
              : unknown === 0 && t('fleetReport.allAnswered')}{' '}
            {unknown > 0 && t('fleetReport.unknown', { count: unknown })}
          </>
        )}
      </p>
      {onRequest && (
        <Button look="main" icon="refresh" busy={asking || counting} onClick={() => void ask()}>
          {t(counting ? 'fleetReport.counting' : 'fleetReport.request')}
        </Button>
      )}
    </div>
  )
}
