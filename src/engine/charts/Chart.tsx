import {
  type CSSProperties,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useText } from '#i18n/useText.ts'
import { usePhone } from '#ui/use-phone.ts'
import { lazyPart } from '../lazy-part.ts'
import { phrase } from '../property/state/words-of.ts'
import { Bands } from './Bands.tsx'
import { Brush } from './Brush.tsx'
import styles from './Chart.module.css'
import { Figures } from './Figures.tsx'
import { Marks } from './Marks.tsx'
import { figuresOf } from './model/figures.ts'
import { type Range, ticksIn } from './model/range.ts'
import { placeAt } from './model/track.ts'
import { type BandSeries, isPlan, type LineSeries, type Mark, unitsOf } from './series.ts'
import { useHand } from './use-hand.ts'
import { useTimes } from './use-times.ts'

const Plot = lazyPart(() => import('./Plot.tsx'))

interface Props {
  /** What it is about, for whoever hears it. */
  name: string
  lines: readonly LineSeries[]
  bands: readonly BandSeries[]
  marks: readonly Mark[]
  /** The mark that is told of. */
  mark: Mark | undefined
  choose(mark: Mark | undefined): void
  whole: Range
  seen: Range
  see(range: Range): void
  now: number
  zone: string
  /** When nothing is known. */
  gaps: readonly Range[]
  /** What this period and the one before are called. */
  periods?: { now: string; before: string } | undefined
  onDrawn?(canvas: HTMLCanvasElement): void
}

/** Room for the numbers of an axis; marks, bands and brush share it, so that one moment lies on one vertical. */
const GUTTER = 44
/** How far a tap may miss a mark, px. */
const NEAR = 22

/** A chart of numbers and states over time, with one readout, what moved them, all of the time below, and key figures. */
export function Chart({
  name,
  lines,
  bands,
  marks,
  mark,
  choose,
  whole,
  seen,
  see,
  now,
  zone,
  gaps,
  periods,
  onDrawn,
}: Props) {
  const { t } = useText()
  const phone = usePhone()
  const times = useTimes(zone)
  const [pointed, setPointed] = useState<number>()
  const at = mark?.at ?? pointed
  const keys = useId()
  const stage = useRef<HTMLDivElement>(null)
  const width = useWidth(stage)
  const units = unitsOf(lines)
  // Figures may come a moment after what moves under a finger.
  const rested = useDeferredValue(seen)
  const stops = useMemo(() => stopsOf(lines, bands, whole, now), [lines, bands, whole, now])
  const { ref, drawn, handlers } = useHand({
    whole,
    seen,
    at,
    stops,
    see,
    point(next) {
      setPointed(next)
      if (mark) choose(undefined)
    },
    // What somebody has chosen stays until he chooses something else.
    hover: (next) => !mark && setPointed(next),
    tap(moment) {
      const near = nearest(marks, moment)
      const distance = near ? (Math.abs(near.at - moment) / (seen.to - seen.from)) * width : Infinity
      if (near && distance <= NEAR) choose(near)
    },
  })
  const share = (moment: number): number => ((moment - seen.from) / (seen.to - seen.from)) * 100
  const inSight = at !== undefined && at >= seen.from && at <= seen.to ? at : undefined
  const told = inSight === undefined ? [] : toldAt(inSight, lines, bands, now)
  const readout = inSight !== undefined && (
    <div
      className={styles.readout}
      data-side={!phone ? (share(inSight) > 50 ? 'left' : 'right') : undefined}
      data-low={isHigh(lines[0], inSight, seen, share(inSight) > 50 ? -1 : 1) || undefined}
      style={{ '--share': share(inSight) / 100 } as CSSProperties}
    >
      <b>{mark ? `${times.at(mark.at)} ${mark.what}` : times.at(inSight)}</b>
      {mark?.why && <span>{mark.why}</span>}
      {told.map(({ id, look, text }) => (
        <span key={id}>
          <i data-look={look} />
          {text}
        </span>
      ))}
      {mark?.href && <a href={mark.href}>{t('charts.marks.more')}</a>}
    </div>
  )
  return (
    <div
      className={styles.chart}
      style={
        {
          '--gutter': lines.length > 0 ? `${GUTTER}px` : '0px',
          '--gutter-end': units.length > 1 ? `${GUTTER}px` : '0px',
        } as CSSProperties
      }
    >
      <Legend lines={lines} periods={periods} now={now} />
      {phone && (readout || <div className={styles.readout} />)}
      {marks.length > 0 && <Marks {...{ marks, seen, width, times, choose }} chosen={mark} />}
      <div className={styles.stage}>
        {lines.length > 0 && (
          <Suspense fallback={<div className={styles.plot} />}>
            <Plot
              {...{ lines, whole, seen, now, gaps, zone }}
              gutter={GUTTER}
              tickText={times.tick}
              {...(onDrawn && { onDrawn })}
            />
          </Suspense>
        )}
        {bands.length > 0 && <Bands series={bands} seen={seen} now={now} />}
        {lines.length === 0 && <TimeAxis {...{ seen, zone, width, times }} />}
        <div
          ref={(element) => {
            ref.current = element
            stage.current = element
          }}
          className={styles.hand}
          role="slider"
          tabIndex={0}
          aria-label={t('charts.moment', { name })}
          aria-describedby={keys}
          aria-valuemin={Math.round(seen.from / 1000)}
          aria-valuemax={Math.round(seen.to / 1000)}
          aria-valuenow={Math.round((inSight ?? seen.from) / 1000)}
          aria-valuetext={
            inSight === undefined
              ? t('charts.noMoment')
              : [times.at(inSight), ...told.map(({ said }) => said)].join(', ')
          }
          {...handlers}
        >
          {inSight !== undefined && (
            <span className={styles.cross} style={{ insetInlineStart: `${share(inSight)}%` }} />
          )}
          {drawn && (
            <span
              className={styles.drawn}
              style={{
                insetInlineStart: `${drawn.from * 100}%`,
                inlineSize: `${(drawn.to - drawn.from) * 100}%`,
              }}
            />
          )}
        </div>
        {!phone && readout}
      </div>
      <p id={keys} className="visually-hidden">
        {t('charts.keys')}
      </p>
      <Brush line={lines[0]} band={bands[0]} {...{ whole, seen, now, see }} />
      <Figures {...{ lines, bands, now, times }} seen={rested} />
    </div>
  )
}

function Legend({
  lines,
  periods,
  now,
}: Pick<Props, 'lines' | 'now'> & { periods: { now: string; before: string } | undefined }) {
  if (lines.length === 0) return null
  const compared = lines.some(({ before }) => before)
  return (
    <div className={styles.legend}>
      {lines.map((line, place) => {
        const last = line.track.values[placeAt(line.track.times, now)]
        return (
          <span key={line.id}>
            <i data-look={`line-${place + 1}`} data-plan={isPlan(line, lines)} />
            {line.label}
            {typeof last === 'number' && <b>{phrase(line.tell(last))}</b>}
          </span>
        )
      })}
      {compared && periods && (
        <span>
          <i data-look="before" />
          {periods.before}
        </span>
      )}
    </div>
  )
}

function TimeAxis({
  seen,
  zone,
  width,
  times,
}: {
  seen: Range
  zone: string
  width: number
  times: ReturnType<typeof useTimes>
}) {
  const ticks = ticksIn(seen, Math.max(2, width / 84), zone)
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0)
  return (
    <div className={styles.times} aria-hidden="true">
      {ticks.map((tick) => (
        <span
          key={tick}
          style={{ insetInlineStart: `${((tick - seen.from) / (seen.to - seen.from)) * 100}%` }}
        >
          {times.tick(tick, step)}
        </span>
      ))}
    </div>
  )
}

/** Where something changed, for the keys; after `now` there is nothing to step to. */
const stopsOf = (
  lines: readonly LineSeries[],
  bands: readonly BandSeries[],
  { from, to }: Range,
  now: number,
): number[] =>
  [
    ...new Set([
      ...lines.flatMap(({ track }) => track.times),
      ...bands.flatMap((one) => one.bands.map((band) => band.from)),
    ]),
  ]
    .filter((at) => at >= from && at < to && at <= now)
    .toSorted((a, b) => a - b)

const nearest = (marks: readonly Mark[], at: number): Mark | undefined =>
  marks.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]

/** How much of what is seen a readout covers beside its moment. */
const COVERED = 0.18

/** Whether a line runs high where the readout would stand: it is never over a curve if it can be below. */
function isHigh(line: LineSeries | undefined, at: number, seen: Range, side: 1 | -1): boolean {
  if (!line) return false
  const wide = (seen.to - seen.from) * COVERED
  const [from, to] = side > 0 ? [at, at + wide] : [at - wide, at]
  const all = figuresOf(line.track, seen, Number.POSITIVE_INFINITY)
  const here = figuresOf(line.track, { from, to }, Number.POSITIVE_INFINITY)
  if (!all || !here || all.max.value === all.min.value) return false
  const middle = (all.max.value + all.min.value) / 2
  // Of what is above and what is below, the side with more room.
  return here.max.value - middle > middle - here.min.value
}

/** What each series was at a moment. */
function toldAt(at: number, lines: readonly LineSeries[], bands: readonly BandSeries[], now: number) {
  const read = (line: LineSeries, track: LineSeries['track'], look: string, id: string) => {
    const value = track.values[placeAt(track.times, at)]
    const text = typeof value === 'number' ? phrase(line.tell(value)) : '–'
    return { id, look, text, said: `${line.label} ${text}` }
  }
  return [
    ...lines.flatMap((line, place) => [
      ...(at <= now ? [read(line, line.track, `line-${place + 1}`, line.id)] : []),
      ...(line.before ? [read(line, line.before, 'before', `${line.id} before`)] : []),
    ]),
    ...bands.flatMap(({ id, label, bands: all }) => {
      const band = all.find(({ from, to }) => at >= from && at < to)
      const text = `${label} ${band?.word ?? ''}`
      return band ? [{ id, look: `band-${band.tone ?? 'none'}`, text, said: text }] : []
    }),
  ]
}

function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const sizes = new ResizeObserver(() => setWidth(element.clientWidth || 600))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [ref])
  return width
}
