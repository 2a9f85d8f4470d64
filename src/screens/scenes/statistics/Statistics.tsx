import { useState } from 'react'
import { useHomeMoment, useHomeZone } from '#engine/home-clocks.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { RuleStatistics } from '#schemas/generated/entities/rule-statistics.ts'
import { Card } from '#ui/Card.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import styles from './statistics.module.css'
import { ENDS, type Sums, sumsOf } from './sums.ts'

const PERIODS = [7, 30] as const

/** Noon of a day, for whoever reads: it is named by its date. */
function noonOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12).getTime()
}

/** A column a day: how often it ran, and how much of that was in vain. What it says in sum stands around it. */
function Days({ days }: { days: Sums['days'] }) {
  const { t } = useText()
  const words = useWords()
  const most = Math.max(1, ...days.map(({ runs }) => runs))
  return (
    <div className={styles.days} aria-hidden>
      {days.map(({ day, runs, vain }) => (
        <span
          key={day}
          title={`${words.date(noonOf(day))}: ${t('sceneStatistics.runs', { count: runs })}`}
          data-none={runs === 0 || undefined}
          style={{ blockSize: `${(runs / most) * 100}%` }}
        >
          {vain > 0 && <i style={{ blockSize: `${(vain / runs) * 100}%` }} />}
        </span>
      ))}
    </div>
  )
}

interface Figure {
  label: 'aDay' | `ends.${(typeof ENDS)[number]}` | 'usual' | 'longest' | 'missed' | 'throttled'
  value: string
}

function Figures({ sums }: { sums: Sums }) {
  const { t } = useText()
  const words = useWords()
  const { runs, ends, throttled, missed, usual, longest, counted } = sums
  const took = (ms: number): string =>
    ms < 1000 ? t('sceneStatistics.atOnce') : words.duration(Math.round(ms / 1000))
  const figures: Figure[] = []
  const say = (label: Figure['label'], value: string): void => void figures.push({ label, value })
  if (counted > 1 && runs > 0) say('aDay', words.number(runs / counted, 1))
  // Where all went alike, the sentence above says so.
  for (const end of ENDS) if (ends[end] > 0 && ends[end] < runs) say(`ends.${end}`, words.number(ends[end]))
  if (usual !== undefined) say('usual', took(usual))
  if (longest >= 1000) say('longest', took(longest))
  if (missed > 0) say('missed', words.number(missed))
  if (throttled > 0) say('throttled', words.number(throttled))
  if (figures.length === 0) return null
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{t(`sceneStatistics.${label}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How often a scene ran, how that went and how long it took, in the last days; and how far back that reaches. A run that is under way counts once it has ended. */
export default function Statistics({
  statistics,
  running,
}: {
  statistics: RuleStatistics
  running: boolean
}) {
  const { t } = useText()
  const words = useWords()
  const now = useNow()
  const zone = useHomeZone()
  const moment = useHomeMoment()
  const [period, setPeriod] = useState<number>(PERIODS[0])
  const sums = sumsOf(statistics, period, now, zone)
  const { runs, ends, since } = sums
  const last = statistics.last_run_at
  const said =
    runs > 0 && ends.done === runs
      ? t('sceneStatistics.allWell', { count: runs })
      : runs > 0 && ends.failed === runs
        ? t('sceneStatistics.allVain', { count: runs })
        : runs === 0 && running
          ? t('sceneStatistics.running')
          : t('sceneStatistics.runs', { count: runs })
  return (
    <Card
      title={t('sceneStatistics.title')}
      aside={
        <Segments
          label={t('sceneStatistics.period')}
          segments={PERIODS.map((days) => ({
            id: String(days),
            label: t('sceneStatistics.days', { count: days }),
          }))}
          value={String(period)}
          onChange={(id) => setPeriod(Number(id))}
        />
      }
    >
      <p className={styles.said}>{said}</p>
      {runs > 0 && <Days days={sums.days} />}
      <Figures sums={sums} />
      {runs === 0 && last !== undefined && (
        <p className={styles.note}>{t('sceneStatistics.last', { when: moment(last, now) })}</p>
      )}
      {since !== undefined && (
        <p className={styles.note}>{t('sceneStatistics.since', { when: words.date(since) })}</p>
      )}
    </Card>
  )
}
