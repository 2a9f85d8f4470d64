import { Suspense, useState } from 'react'
import { failureText } from '#engine/failure-text.ts'
import { sideBySide } from '#gateway/rules/rehearse.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { RehearsedRuns } from './rehearsal/RehearsedRuns.tsx'
import { type Recording, useRecording } from './rehearsal/recorded.ts'
import styles from './rehearsal/rehearsal.module.css'
import { Timeline } from './rehearsal/Timeline.tsx'
import { type Rehearsed, useRehearsed } from './rehearsal/use-rehearsed.ts'

interface Props {
  /** As it is edited. */
  rule: Rule
  /** As it is stored, to compare with; without it there is nothing to compare. */
  saved?: Rule | undefined
}

const Period = lazy(() => import('./rehearsal/Period.tsx'))

/** Days that are played through. */
const PERIODS = [7, 30] as const

function Found({ recording, rehearsed }: { recording: Recording; rehearsed: Rehearsed }) {
  const { t } = useText()
  const words = useWords()
  const { edited, saved } = rehearsed
  const pairs = sideBySide({ edited: [...edited], saved: [...(saved ?? [])] })
  const more = pairs.filter((pair) => pair.edited && !pair.saved).length
  const fewer = pairs.filter((pair) => pair.saved && !pair.edited).length
  return (
    <>
      <p className={styles.found} role="status">
        {edited.length === 0
          ? t('scenes.rehearsal.never')
          : t('scenes.rehearsal.times', { count: edited.length })}{' '}
        {saved &&
          (more + fewer === 0
            ? t('scenes.rehearsal.asBefore')
            : t('scenes.rehearsal.compared', { more: words.number(more), fewer: words.number(fewer) }))}
      </p>
      {recording.since > recording.from && (
        <p className={styles.quiet}>
          {t('scenes.rehearsal.since', {
            since: words.moment(recording.since, recording.to, recording.zone),
          })}
        </p>
      )}
      <Timeline recording={recording} rehearsed={rehearsed} />
      {pairs.length > 0 && (
        <RehearsedRuns pairs={pairs} compared={saved !== undefined} to={recording.to} zone={recording.zone} />
      )}
    </>
  )
}

/** When the scene would have run on what really happened, and what it would have done. Nothing is sent. */
export function Rehearsal({ rule, saved }: Props) {
  const text = useText()
  const { t } = text
  const [begun, setBegun] = useState(false)
  const [days, setDays] = useState<number>(PERIODS[0])
  const recording = useRecording(saved ? [rule, saved] : [rule], days, begun)
  const rehearsed = useRehearsed(rule, saved, recording.data)

  const drawn = () => {
    if (!begun)
      return (
        <Button icon="play" onClick={() => setBegun(true)}>
          {t('scenes.rehearsal.begin')}
        </Button>
      )
    if (recording.isError && !recording.data)
      return (
        <div role="alert" className={styles.failed}>
          <p>{failureText(recording.error, text)}</p>
          <Button icon="refresh" onClick={() => void recording.refetch()}>
            {t('shell.retry')}
          </Button>
        </div>
      )
    if (!recording.data || !rehearsed)
      return (
        <div aria-busy="true">
          <Skeleton height="96px" />
        </div>
      )
    return <Found recording={recording.data} rehearsed={rehearsed} />
  }

  return (
    <Card
      title={t('scenes.rehearsal.title')}
      aside={
        begun && (
          <Suspense>
            <Period days={days} choices={PERIODS} onChange={setDays} />
          </Suspense>
        )
      }
    >
      <div className={styles.body}>
        <p className={styles.quiet}>{t('scenes.rehearsal.text')}</p>
        {drawn()}
      </div>
    </Card>
  )
}
