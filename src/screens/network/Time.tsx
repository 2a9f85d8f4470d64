import { startTransition, useOptimistic, useState } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { useText } from '#i18n/useText.ts'
import type { NetworkSpan } from '#schemas/generated/entities/network-span.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './network.module.css'
import type { View } from './use-view.ts'

/** Back in time: one bar a snapshot, as high as devices were weak or lost; arrows go from one to the next. */
export function Time({ spans, view, now }: { spans: readonly NetworkSpan[]; view: View; now: number }) {
  const { t } = useText()
  const { definitions } = useEngine()
  const momentOf = useHomeMoment()
  const [page, setPage] = useState(0)
  const size = numberLimit(definitions, 'networkSpansPage')
  if (spans.length === 0) return <p className={styles.none}>{t('netdiag.noSnapshot')}</p>
  const placeOf = (at: number | undefined): number => {
    const place = spans.findIndex((span) => span.at === at)
    return place < 0 ? spans.length : place
  }
  const current = placeOf(view.at)
  const most = Math.max(1, ...spans.map(({ weak, lost }) => weak.length + lost.length))
  const told = ({ weak, lost }: NetworkSpan): string =>
    t('netdiag.spanOf', { weak: weak.length, lost: lost.length })
  const tell = (span: NetworkSpan | undefined): string =>
    span ? `${momentOf(span.at, now)}: ${told(span)}` : t('netdiag.now')
  const newest = spans.toReversed()
  const first = page * size
  const shots = newest.slice(first, first + size)
  return (
    <section className={styles.time} aria-label={t('netdiag.back')}>
      <h2>{t('netdiag.back')}</h2>
      <p>{t('netdiag.height')}</p>
      <div className={styles.scrub}>
        <div className={styles.spans} aria-hidden="true">
          {spans.map((span) => (
            <i
              key={span.at}
              data-lost={span.lost.length > 0 || undefined}
              data-here={span.at === view.at || (view.compares && span.at === view.other) || undefined}
              style={{ blockSize: `${15 + (85 * (span.weak.length + span.lost.length)) / most}%` }}
            />
          ))}
        </div>
        <Handle
          label={t('netdiag.moment')}
          place={current}
          choose={(span) => view.lookAt(span?.at)}
          {...{ spans, tell }}
        />
      </div>
      {view.compares && view.at !== undefined && (
        <div className={styles.scrub}>
          <span>{t('netdiag.second')}</span>
          <Handle
            label={t('netdiag.second')}
            place={placeOf(view.other)}
            choose={(span) => view.compareWith(span?.at)}
            {...{ spans, tell }}
          />
        </div>
      )}
      <ul className={styles.shots}>
        {shots.map((span) => (
          <li key={span.at}>
            <button
              type="button"
              aria-pressed={span.at === view.at}
              onClick={() => view.lookAt(span.at === view.at ? undefined : span.at)}
            >
              <Icon name={span.byHand ? 'camera' : 'clock'} size="small" />
              <span>
                <strong>{momentOf(span.at, now)}</strong>
                <small>{span.name ?? told(span)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.pages}>
        <span>
          {t('netdiag.shots', { first: first + 1, last: first + shots.length, count: spans.length })}
        </span>
        <Button only size="dense" icon="chevron-left" disabled={page === 0} onClick={() => setPage(page - 1)}>
          {t('netdiag.newer')}
        </Button>
        <Button
          only
          size="dense"
          icon="chevron-right"
          disabled={first + size >= spans.length}
          onClick={() => setPage(page + 1)}
        >
          {t('netdiag.older')}
        </Button>
      </div>
    </section>
  )
}

interface HandleProps {
  label: string
  spans: readonly NetworkSpan[]
  /** After the last one is now. */
  place: number
  tell(span: NetworkSpan | undefined): string
  choose(span: NetworkSpan | undefined): void
}

/** Goes from snapshot to snapshot, up to now. */
function Handle({ label, spans, place, tell, choose }: HandleProps) {
  // The address follows in a transition: until it has, the next key goes on from what was chosen, not from what it says.
  const [shown, show] = useOptimistic(place)
  return (
    <input
      type="range"
      min={0}
      max={spans.length}
      value={shown}
      aria-label={label}
      aria-valuetext={tell(spans[shown])}
      onChange={({ target }) =>
        startTransition(() => {
          const chosen = Number(target.value)
          show(chosen)
          choose(spans[chosen])
        })
      }
    />
  )
}
