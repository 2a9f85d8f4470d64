import { useEffect, useMemo, useState } from 'react'
import type { Mark } from '#engine/charts/series.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useProperties } from '#engine/property/state/useProperty.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { idOf } from '../recordable.ts'
import { Differences } from './Differences.tsx'
import { differencesOf, mainValuesOf } from './differences.ts'
import { PastTiles } from './PastTiles.tsx'
import styles from './past.module.css'
import { Scrubber } from './Scrubber.tsx'
import { StatusesThen } from './StatusesThen.tsx'
import { TwoDays } from './TwoDays.tsx'
import { useMoment, usePast } from './use-past.ts'

/** How many names stand in a sentence. */
const NAMED = 3

/** A value that is not told by then, in ms, is not waited for. */
const SETTLES = 2000

/** The home as it was at a moment (mock 16-time-machine). */
export function TimeMachine(_: BlockProps) {
  const { t, say } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const widgets = useWidgets()
  const moment = useMoment()
  const { at, now, zone, range, go } = moment
  const times = useTimes(zone)
  const { heads, past, told, changes, runs, waiting, failed, retry } = usePast(moment)
  const phone = usePhone()
  const devices = definitions.screen('quick_controls')
  const scene = definitions.screen('scene')

  const main = useMemo(() => heads.flatMap(mainValuesOf), [heads])
  const present = useProperties(
    useMemo(() => main.map(({ address }) => address), [main]),
    'calm',
  )
  const settled = useSettled(
    !waiting &&
      past !== undefined &&
      heads.every(({ layout }) => layout !== undefined) &&
      main.every(({ address }, place) => !past.held(address) || present[place]?.at !== undefined),
  )
  const differences = useMemo(() => {
    const states = new Map(main.map(({ address }, place) => [idOf(address), present[place]]))
    return past
      ? differencesOf(past, heads, ({ address }) => states.get(idOf(address)), { widgets, words })
      : []
  }, [past, heads, main, present, widgets, words])
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
    if (failed)
      return (
        <ErrorState title={t('past.failed.title')} onRetry={retry}>
          {t('past.failed.text')}
        </ErrorState>
      )
    if (waiting || !past || !told || !settled) return <Skeleton height="420px" />
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
    const { unknown, gone } = past
    return (
      <>
        {told.online === false && <Notice tone="info">{t('past.away')}</Notice>}
        <div className={styles.split}>
          <Differences {...{ differences, at, now, zone, go }} total={past.heads.length} />
          <PastTiles {...{ past, heads, differences, now, zone }} of={moment.of} />
        </div>
        {(unknown.length > 0 || gone > 0) && (
          <p className={styles.others}>
            {unknown.length > 0 &&
              t('past.unborn', {
                count: unknown.length,
                names: unknown
                  .slice(0, NAMED)
                  .map(({ name }) => name)
                  .join(', ')
                  .concat(unknown.length > NAMED ? ' …' : '.'),
              })}{' '}
            {gone > 0 && t('past.gone', { count: gone })}
          </p>
        )}
        <div className={styles.two}>
          <TwoDays {...{ moment, heads }} />
        </div>
      </>
    )
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
      {body()}
      {phone && (
        <div className={styles.back}>
          <b>{times.at(at)}</b>
          {back}
        </div>
      )}
    </>
  )
}

/** The home tells its values one by one when the page opens: sentences about them come once all are there, and stay. */
function useSettled(whole: boolean): boolean {
  const [settled, settle] = useState(false)
  if (whole && !settled) settle(true)
  useEffect(() => {
    const timer = setTimeout(() => settle(true), SETTLES)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
