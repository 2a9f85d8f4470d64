import type { CSSProperties } from 'react'
import type { Range } from '#engine/charts/model/range.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import { Card } from '#ui/Card.tsx'
import { Axis } from './Axis.tsx'
import { axisOf, gathered, type Period, type STEPS, type Summed, summed, totalOf } from './model.ts'
import styles from './plot.module.css'
import { spanWords, tickWords } from './step-words.ts'
import { useEnergy } from './use-energy.ts'

interface Props {
  energy: Energy
  all: Summed
  coming: readonly (number | undefined)[]
  period: Period
  step: (typeof STEPS)[Period]
  range: Range
  /** The period before, as a whole. */
  before: Range
  zone: string
  now: number
  money: boolean
}

/** Below so many places of the axis stands a word. */
const WORDS = 4

/** What has come together up to each moment, over the period before: whether it will be more, long before it ends. */
export function Against({ energy, all, coming, period, step, range, before, zone, now, money }: Props) {
  const { t } = useText()
  const words = useWords()
  const earlier = useEnergy(before, step, zone)
  const by = money ? 'costs' : 'used'
  const used = summed(earlier.energy, earlier.shown, 'amounts')[by]
  // What was only recorded from its midst on would look like less.
  const isKnown = !earlier.waiting && totalOf(used.slice(0, Math.ceil(used.length / WORDS))) > 0
  const past = isKnown ? gathered(earlier.energy, used, before.to) : []
  const lines = { now: gathered(energy, all[by], now), past }
  const reached = lines.now.at(-1) ?? { at: range.from, sum: 0 }
  let sum = reached.sum
  const expected = coming.flatMap((amount, place) => {
    if (amount === undefined) return []
    sum += amount
    return [{ at: energy.steps[place + 1] ?? range.to, sum }]
  })
  if (reached.sum <= 0 && lines.past.length === 0) return null
  const ticks = axisOf(Math.max(sum, lines.past.at(-1)?.sum ?? 0))
  const top = ticks.at(-1) ?? 1
  const length = Math.max(range.to - range.from, before.to - before.from)
  const spot = (from: number) => (one: { at: number; sum: number }) => ({
    x: ((one.at - from) / length) * 100,
    y: 100 - (one.sum / top) * 100,
  })
  const drawn = (points: readonly { at: number; sum: number }[], from: number): string =>
    points
      .map(spot(from))
      .map(({ x, y }) => `${x},${y}`)
      .join(' ')
  const ring = spot(range.from)(reached)
  const unit = money ? energy.currency : 'kWh'
  const told = (value: number): string =>
    `${words.number(value, money ? 2 : value < 10 ? 1 : 0)}\u00a0${unit}`
  const [name, other] = [spanWords(period, range, zone), spanWords(period, before, zone)]
  const since = lines.past.findLast(({ at }) => at - before.from <= now - range.from)
  const sentence = [
    t('energy.against.now', { name, value: told(reached.sum) }),
    ...(since ? [t('energy.against.then', { name: other, value: told(since.sum) })] : []),
    ...(expected.length > 0 ? [t('energy.against.end', { value: told(sum) })] : []),
  ].join(' ')
  const starts = energy.steps.slice(0, -1)
  const every = Math.max(1, Math.ceil(starts.length / WORDS))
  return (
    <Card
      title={lines.past.length > 0 ? t('energy.against.title', { name: other }) : t('energy.against.alone')}
    >
      <div className={styles.chart}>
        <ul className={styles.legend}>
          <li>
            <i data-line="now" />
            {name}
          </li>
          {lines.past.length > 0 && (
            <li>
              <i data-line="past" />
              {other}
            </li>
          )}
          {expected.length > 0 && (
            <li>
              <i data-line="coming" />
              {t('energy.expected')}
            </li>
          )}
        </ul>
        <div className={styles.plot} data-low="" role="img" aria-label={sentence}>
          <Axis ticks={ticks} />
          <div className={styles.sums}>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <polygon points={`0,100 ${drawn(lines.now, range.from)} ${ring.x},100`} />
              {lines.past.length > 0 && <polyline data-line="past" points={drawn(lines.past, before.from)} />}
              {expected.length > 0 && (
                <polyline data-line="coming" points={drawn([reached, ...expected], range.from)} />
              )}
              <polyline data-line="now" points={drawn(lines.now, range.from)} />
            </svg>
            {now < range.to && <b style={{ '--x': `${ring.x}%`, '--y': `${ring.y}%` } as CSSProperties} />}
          </div>
          <div className={styles.times} data-places="">
            {starts.map(
              (start, place) =>
                place % every === 0 && (
                  <span key={start} style={{ insetInlineStart: `${((start - range.from) / length) * 100}%` }}>
                    {tickWords(period, start, zone)}
                  </span>
                ),
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}
