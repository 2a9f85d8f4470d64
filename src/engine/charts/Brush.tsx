import { type PointerEvent, useMemo, useRef } from 'react'
import styles from './Chart.module.css'
import { lineOf } from './model/lines.ts'
import { moved, type Range } from './model/range.ts'
import type { BandSeries, LineSeries } from './series.ts'

const HEIGHT = 36
const WIDTH = 1000
const MARGIN = 4

interface Props {
  line: LineSeries | undefined
  /** Drawn where there is no line. */
  band: BandSeries | undefined
  whole: Range
  seen: Range
  now: number
  see(range: Range): void
}

/** All of the time at once, and the part of it that is looked at, to be moved and stretched. Keys do the same in the plot. */
export function Brush({ line, band, whole, seen, now, see }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const held = useRef<{ x: number; seen: Range; end: 'from' | 'to' | 'all' } | undefined>(undefined)
  const path = useMemo(
    () => (line ? pathOf(line, whole, now) : band ? stepsOf(band, whole) : ''),
    [line, band, whole, now],
  )
  const length = whole.to - whole.from
  const share = (at: number): number => ((at - whole.from) / length) * 100

  const hold = (end: 'from' | 'to' | 'all') => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture?.(event.pointerId)
    held.current = { x: event.clientX, seen, end }
  }
  const move = (event: PointerEvent): void => {
    const start = held.current
    const width = ref.current?.getBoundingClientRect().width
    if (!start || !width) return
    const by = ((event.clientX - start.x) / width) * length
    if (start.end === 'all') see(moved(start.seen, whole, by))
    else {
      const least = length / 200
      const { from, to } = start.seen
      if (start.end === 'from') see({ from: Math.min(Math.max(whole.from, from + by), to - least), to })
      else see({ from, to: Math.max(Math.min(whole.to, to + by), from + least) })
    }
  }
  const drop = (): void => {
    held.current = undefined
  }
  const hand = { onPointerMove: move, onPointerUp: drop, onPointerCancel: drop }
  return (
    <div ref={ref} className={styles.brush} aria-hidden="true">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
      <span
        style={{
          insetInlineStart: `${share(seen.from)}%`,
          inlineSize: `${share(seen.to) - share(seen.from)}%`,
        }}
        onPointerDown={hold('all')}
        {...hand}
      >
        <i onPointerDown={hold('from')} {...hand} />
        <i onPointerDown={hold('to')} {...hand} />
      </span>
    </div>
  )
}

function stepsOf({ bands }: BandSeries, whole: Range): string {
  const x = (at: number): string => (((at - whole.from) / (whole.to - whole.from)) * WIDTH).toFixed(1)
  return bands
    .map(({ from, to, tone }, place) => {
      const y = tone === undefined ? HEIGHT - MARGIN : MARGIN
      return `${place === 0 ? 'M' : 'L'}${x(from)} ${y}L${x(to)} ${y}`
    })
    .join('')
}

function pathOf({ track }: LineSeries, whole: Range, now: number): string {
  const { times, values } = lineOf(track, whole, now, [])
  const known = values.filter((value): value is number => typeof value === 'number')
  if (known.length === 0) return ''
  const [least, greatest] = known.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [Infinity, -Infinity],
  )
  const y = (value: number) =>
    greatest === least
      ? HEIGHT / 2
      : HEIGHT - MARGIN - ((value - least) / (greatest - least)) * (HEIGHT - 2 * MARGIN)
  let open = false
  return times
    .map((at, place) => {
      const value = values[place]
      const begins = !open
      open = typeof value === 'number'
      if (typeof value !== 'number') return ''
      const x = ((at - whole.from) / (whole.to - whole.from)) * WIDTH
      return `${begins ? 'M' : 'L'}${x.toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
}
