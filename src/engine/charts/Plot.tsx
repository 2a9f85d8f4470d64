import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import UPlot, { type AlignedData, type Axis, type Options, type Series } from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { subscribeTheme } from '#ui/theme/theme.ts'
import styles from './Chart.module.css'
import { joined, lineOf } from './model/lines.ts'
import { type Range, ticksIn } from './model/range.ts'
import { isPlan, type LineSeries, unitsOf } from './series.ts'

export interface PlotProps {
  lines: readonly LineSeries[]
  /** All that there is, and the part of it that is looked at. */
  whole: Range
  seen: Range
  now: number
  gaps: readonly Range[]
  zone: string
  gutter: number
  tickText(at: number, step: number): string
  /** Hands out what is drawn, for a picture of it. */
  onDrawn?(canvas: HTMLCanvasElement): void
}

const HEIGHT_OF_TIMES = 24
/** Room that a time below the plot takes, and a number beside it. */
const TICK_WIDTH = 84
const TICK_HEIGHT = 44
const TICK_EDGE = 22
/** Between a number and the plot. */
const GAP = 6

/** A canvas knows colours only as they are, not by their names. */
function colourOf(element: Element, name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const short = (value: number): string =>
  Math.abs(value) >= 10_000
    ? `${Number((value / 1000).toPrecision(3))}k`
    : String(Number(value.toPrecision(6)))

/** Each number with its unit, where the axis has room for all of them. */
function told(
  context: CanvasRenderingContext2D,
  font: string,
  numbers: readonly string[],
  unit: string | undefined,
  room: number,
): string[] {
  const whole = numbers.map((number) => (unit === undefined ? number : `${number}\u00a0${unit}`))
  context.save()
  context.font = font
  const fits = whole.every((one) => context.measureText(one).width <= room)
  context.restore()
  return fits ? whole : [...numbers]
}

/** The lines of a chart, drawn by uPlot; hands and keys are the chart's own. */
export default function Plot(props: PlotProps) {
  const { lines, zone, gutter } = props
  // What can't be changed once it is drawn.
  const shape = lines.map((line) => [line.id, line.unit, isPlan(line, lines), line.before !== undefined])
  return <Canvas key={JSON.stringify([shape, zone, gutter])} {...props} />
}

function Canvas({ lines, whole, seen, now, gaps, zone, gutter, tickText, onDrawn }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(undefined)
  const data = useMemo(
    () =>
      joined(
        lines.flatMap(({ track, before }) => [
          lineOf(track, whole, now, gaps),
          ...(before ? [lineOf(before, whole, Infinity, [])] : []),
        ]),
      ) as AlignedData,
    [lines, whole, now, gaps],
  )
  const text = useEffectEvent(tickText)
  const drawn = useEffectEvent((canvas: HTMLCanvasElement) => onDrawn?.(canvas))

  const make = useEffectEvent((element: HTMLElement): UPlot => {
    const colour = (name: string) => colourOf(element, name)
    const scales = unitsOf(lines)
    const series: Series[] = [{}]
    lines.forEach((line, place) => {
      const { unit, before } = line
      const scale = `y${scales.indexOf(unit)}`
      series.push({
        scale,
        stroke: colour(`--chart-${place + 1}`),
        width: 2,
        ...(isPlan(line, lines) && { dash: [6, 4] }),
        points: { show: (_, __, from, to) => to - from < 2 },
        ...(place === 0 && { fill: colour('--chart-1-area') }),
      })
      if (before)
        series.push({
          scale,
          stroke: colour('--chart-compare'),
          width: 1.2,
          dash: [4, 3],
          points: { show: false },
        })
    })
    const font = `11px ${getComputedStyle(element).fontFamily}`
    const words = colour('--color-text-faint')
    const surface = colour('--color-surface')
    const grid = { stroke: colour('--color-line'), width: 1 }
    const times: Axis = {
      stroke: words,
      font,
      size: HEIGHT_OF_TIMES,
      gap: 6,
      grid: { ...grid, dash: [2, 4] },
      ticks: { show: false },
      splits: (u, _, min, max) => ticksIn({ from: min, to: max }, Math.max(2, u.width / TICK_WIDTH), zone),
      values: (u, splits) => {
        const step = (splits[1] ?? 0) - (splits[0] ?? 0)
        // What has no room before the edge would be cut off.
        return splits.map((at) => (u.width - u.valToPos(at, 'x') - gutter < TICK_EDGE ? '' : text(at, step)))
      },
    }
    const numbers = (place: number): Axis => ({
      scale: `y${place}`,
      side: place === 0 ? 3 : 1,
      stroke: words,
      font,
      size: gutter,
      gap: GAP,
      space: TICK_HEIGHT,
      grid: place === 0 ? grid : { show: false },
      ticks: { show: false },
      values: (u, splits) => told(u.ctx, font, splits.map(short), scales[place], gutter - GAP),
    })
    const options: Options = {
      width: element.clientWidth,
      height: element.clientHeight,
      ms: 1,
      pxAlign: 0,
      padding: [8, scales.length > 1 ? 0 : 2, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: true, auto: false, min: seen.from, max: seen.to },
        ...Object.fromEntries(
          scales.map((_, place) => [
            `y${place}`,
            // A line that never moves stands in the middle, whatever its size.
            { range: (_u: UPlot, min: number | null, max: number | null) => spread(min, max) },
          ]),
        ),
      },
      series,
      axes: [times, ...scales.map((_, place) => numbers(place))],
      hooks: {
        drawClear: [fineWhereDense],
        draw: [
          (u) => {
            if (now < whole.to) ringsOf(u, surface)
            drawn(u.ctx.canvas)
          },
        ],
      },
    }
    return new UPlot(options, data, element)
  })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const begin = (): void => {
      plot.current?.destroy()
      plot.current = make(element)
    }
    begin()
    const sizes = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    sizes.observe(element)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', begin)
    const leave = subscribeTheme(begin)
    return () => {
      leave()
      dark.removeEventListener('change', begin)
      sizes.disconnect()
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [])

  useEffect(() => {
    const { current } = plot
    // The ends of the other axes follow those of time.
    current?.batch(() => {
      if (current.data !== data) current.setData(data, false)
      current.setScale('x', { min: seen.from, max: seen.to })
    })
  }, [data, seen])

  return <div ref={frame} className={styles.plot} aria-hidden="true" />
}

/** Nearer than this, points make a broad line a smear; without a graphics card it also takes five times as long, px. */
const DENSE = 1.6

function fineWhereDense(u: UPlot): void {
  for (const [place, one] of u.series.entries()) {
    if (place === 0 || one.dash) continue
    const [from = 0, to = 0] = one.idxs ?? []
    let points = 0
    for (let at = from; at <= to; at++) if (typeof u.data[place]?.[at] === 'number') points++
    one.width = points > u.bbox.width / devicePixelRatio / DENSE ? 1 : 2
  }
}

/** Each line ends with a ring where it has come to; the period before goes on, and so does what is wanted. */
function ringsOf(u: UPlot, surface: string): void {
  const { ctx } = u
  const [times, ...all] = u.data
  all.forEach((values, place) => {
    const { stroke, dash, scale = 'y0' } = u.series[place + 1] ?? {}
    const end = values.findLastIndex((value) => value !== undefined)
    const [at, value] = [times[end], values[end]]
    if (dash || at === undefined || typeof value !== 'number') return
    const { min, max } = u.scales.x ?? {}
    if (typeof min !== 'number' || typeof max !== 'number' || at < min || at > max) return
    ctx.save()
    ctx.setLineDash([])
    ctx.beginPath()
    ctx.arc(u.valToPos(at, 'x', true), u.valToPos(value, scale, true), 4.5 * devicePixelRatio, 0, 2 * Math.PI)
    ctx.fillStyle = surface
    ctx.fill()
    ctx.lineWidth = 2.5 * devicePixelRatio
    ctx.strokeStyle = typeof stroke === 'function' ? String(stroke(u, place + 1)) : String(stroke)
    ctx.stroke()
    ctx.restore()
  })
}

/** The ends of an axis: some room above and below, and a middle for what never moves. */
function spread(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null) return [0, 1]
  if (min === max) return [min - Math.max(1, Math.abs(min) * 0.1), max + Math.max(1, Math.abs(max) * 0.1)]
  return UPlot.rangeNum(min, max, 0.1, true) as [number, number]
}
