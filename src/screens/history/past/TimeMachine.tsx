import { Suspense, useEffect, useMemo } from 'react'
import type { Mark } from '#engine/charts/series.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { usePhone } from '#ui/use-phone.ts'
import styles from './past.module.css'
import { Scrubber } from './Scrubber.tsx'
import { StatusesThen } from './StatusesThen.tsx'
import { useMoment, usePast } from './use-past.ts'

const HomeThen = lazy(() => import('./HomeThen.tsx'))
const LOADING = <Skeleton height="420px" />

/** The home as it was at a moment (mock 16-time-machine). */
export default function TimeMachine(_: BlockProps) {
  const text = useText()
  const { t, say } = text
  const { definitions } = useEngine()
  const moment = useMoment()
  const { at, zone, range, go } = moment
  const times = useTimes(zone)
  const { heads, past, told, changes, runs, waiting, error, retry } = usePast(moment)
  const phone = usePhone()
  const devices = definitions.screen('quick_controls')
  const scene = definitions.screen('scene')
  // Tiles come while the home of then is asked for; that they did not is told where they are drawn.
  useEffect(() => void HomeThen.load().catch(() => {}), [])

  const marks = useMemo(
    (): readonly Mark[] =>
      runs
        .filter((run) => run.at >= range.from && run.at < range.to)
        .map(
          (run): Mark => ({
            at: run.at,
            by: 'rule',
            icon: 'scenes',
            what: t('past.scene', { name: run.rule_name }),
            ...(scene && { href: hrefOf(scene, { scene_id: run.rule_id }) }),
          }),
        )
        .toSorted((a, b) => a.at - b.at),
    [runs, range, scene, t],
  )

  const back = devices && (
    <a href={hrefOf(devices)} {...buttonLook({ look: 'main' })}>
      {t('past.now')}
    </a>
  )
  const body = () => {
    if (error)
      return (
        <ErrorState title={t('past.failed')} onRetry={retry}>
          {failureText(error, text)}
        </ErrorState>
      )
    if (waiting || !past || !told) return LOADING
    if (past.heads.length === 0) {
      const { since } = told
      return (
        <EmptyState
          icon="history"
          tone="plain"
          title={t('past.before.title')}
          action={since !== undefined && <Button onClick={() => go(since)}>{t('past.before.goto')}</Button>}
        >
          {since === undefined
            ? t('past.before.never')
            : t('past.before.text', { first: times.days({ from: since, to: since + 1 }) })}
        </EmptyState>
      )
    }
    return <HomeThen {...{ moment, heads, past }} away={told.online === false} loading={LOADING} />
  }
  return (
    <>
      <PageHeader
        title={say('screens.time_machine.title')}
        context={t('past.wasAt', { moment: times.long(at) })}
        actions={!phone && back}
      />
      <Scrubber {...{ moment, changes, marks, heads }} />
      {told && <StatusesThen {...{ told, at }} />}
      <Suspense fallback={LOADING}>{body()}</Suspense>
      {phone && (
        <div className={styles.back}>
          <b>{times.at(at)}</b>
          {back}
        </div>
      )}
    </>
  )
}
