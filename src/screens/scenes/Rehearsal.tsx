import { Suspense, useState } from 'react'
import { failureText } from '#engine/failure-text.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { countTriggers } from '#gateway/rules/parts.ts'
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
const OneRun = lazyPart(() => import('./rehearsal/once/OneRun.tsx'), ['builder'])

/** Days that are played through; 0 is one run, now. */
const PERIODS = [7, 30] as const
const ONCE = 0

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
        {edited.length === 0 ? t('rehearsal.never') : t('rehearsal.times', { count: edited.length })}{' '}
        {saved &&
          (more + fewer === 0
            ? t('rehearsal.asBefore')
            : t('rehearsal.compared', { more: words.number(more), fewer: words.number(fewer) }))}
      </p>
      {recording.since > recording.from && (
        <p className={styles.quiet}>
          {t('rehearsal.since', {
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
function OverDays({ rule, saved, days }: Props & { days: number }) {
  const text = useText()
  const { t } = text
  const recording = useRecording(saved ? [rule, saved] : [rule], days)
  const rehearsed = useRehearsed(rule, saved, recording.data)
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

/** The scene without anything moving: one run as it would be now, or all that there would have been. */
export function Rehearsal({ rule, saved, begun = false }: Props & { begun?: boolean }) {
  const { t } = useText()
  const [chosen, setDays] = useState<number | undefined>(begun ? ONCE : undefined)
  // Nothing that happens sets off what is run by hand only.
  const byHand = countTriggers(rule) === 0
  const days = byHand && chosen !== undefined ? ONCE : chosen
  return (
    <Card
      title={t('rehearsal.title')}
      aside={
        days !== undefined &&
        !byHand && (
          <Suspense>
            <Period days={days} choices={[ONCE, ...PERIODS]} onChange={setDays} />
          </Suspense>
        )
      }
    >
      <div className={styles.body}>
        <p className={styles.quiet}>
          {t(days === ONCE || byHand ? 'rehearsal.once.text' : 'rehearsal.text')}
        </p>
        {days === undefined ? (
          <div className={styles.begin}>
            <Button icon="play" onClick={() => setDays(ONCE)}>
              {t('rehearsal.once.begin')}
            </Button>
            {!byHand && (
              <Button icon="history" onClick={() => setDays(PERIODS[0])}>
                {t('rehearsal.begin')}
              </Button>
            )}
          </div>
        ) : days === ONCE ? (
          <Suspense fallback={<Skeleton height="160px" />}>
            <OneRun rule={rule} />
          </Suspense>
        ) : (
          <OverDays rule={rule} saved={saved} days={days} />
        )}
      </div>
    </Card>
  )
}
