import { clamp } from '../../shared/numbers.ts'
import { type Ends, shareOf, valueAt } from '../../shared/track.ts'
import { type Grip, useGrip } from '../../shared/use-grip.ts'
import styles from './Dial.module.css'

/** The dial is open below: it begins at the lower left and goes 270 degrees round (look: thermostat). */
const FROM = 135
const SWEEP = 270
const SIZE = 300
const CENTRE = SIZE / 2
export const RADIUS = 138

interface Point {
  x: number
  y: number
}

const round = (value: number): number => Math.round(value * 100) / 100

/** A point at a share, 0 to 1, of the way round. */
export function pointAt(share: number, radius = RADIUS): Point {
  const angle = ((FROM + SWEEP * share) * Math.PI) / 180
  return { x: round(CENTRE + radius * Math.cos(angle)), y: round(CENTRE + radius * Math.sin(angle)) }
}

/** The stroke from one share to another. */
export function arc(from: number, to: number): string {
  const [a, b] = [pointAt(from), pointAt(to)]
  const large = (to - from) * SWEEP > 180 ? 1 : 0
  return `M${a.x} ${a.y}A${RADIUS} ${RADIUS} 0 ${large} 1 ${b.x} ${b.y}`
}

const shareAt = (value: number, ends: Ends): number => shareOf(value, ends) / 100

/** The value under a finger; below the opening the nearer end counts. `x` and `y` are counted from the centre. */
export function valueUnder({ x, y }: Point, ends: Ends): number {
  const angle = ((Math.atan2(y, x) * 180) / Math.PI + 360 - FROM) % 360
  const share = angle <= SWEEP ? angle / SWEEP : angle < SWEEP + (360 - SWEEP) / 2 ? 1 : 0
  return valueAt(clamp(share, { min: 0, max: 1 }), ends)
}

const MOST_TICKS = 60

/** Marks at each half step of the range, fewer where they would touch; every fourth is long. */
export function ticks({ min, max, step }: Ends): readonly { share: number; long: boolean }[] {
  const wanted = Math.round(((max - min) / step) * 2)
  const count = Math.max(1, Math.min(MOST_TICKS, wanted))
  return Array.from({ length: count + 1 }, (_, index) => ({ share: index / count, long: index % 4 === 0 }))
}

interface Props extends Grip {
  actual: number | undefined
  missed: number | undefined
  /** Texts in the middle, at the ends. */
  above: string
  figure: string
  unit: string
  below: string
  endTexts: readonly [string, string]
}

/** 270 degrees with the target as a knob and the measured value as a mark: turn it with a finger or the keys. */
export function Dial(props: Props) {
  const { value, actual, missed, ends } = props
  const { slider, pointer } = useGrip(props, ({ clientX, clientY }, box) => {
    const scale = SIZE / box.width
    const x = (clientX - box.left) * scale - CENTRE
    const y = (clientY - box.top) * scale - CENTRE
    return valueUnder({ x, y }, ends)
  })
  const share = value === undefined ? 0 : shareAt(value, ends)
  const knob = pointAt(share)
  return (
    <div {...slider} className={styles.dial}>
      <svg viewBox={`0 0 ${SIZE} ${SIZE - 18}`} aria-hidden="true">
        <path className={styles.track} d={arc(0, 1)} />
        {share > 0 && <path className={styles.fill} d={arc(0, share)} />}
        <path className={styles.ticks} d={tickPath(ends)} />
        {actual !== undefined && <Mark share={shareAt(actual, ends)} name={styles.actual} />}
        {missed !== undefined && <Mark share={shareAt(missed, ends)} name={styles.missed} />}
        {/* Only the ring is turned: a thumb that scrolls the page over the middle changes nothing. */}
        <path className={styles.grip} d={arc(0, 1)} {...pointer} />
        {value !== undefined && <circle className={styles.knob} cx={knob.x} cy={knob.y} r="14" />}
        <text className={styles.above} x={CENTRE} y="100">
          {props.above}
        </text>
        <text className={styles.figure} x={CENTRE} y="162">
          {props.figure}
          <tspan className={styles.unit} dy="-22">
            {props.unit}
          </tspan>
        </text>
        <text className={styles.below} x={CENTRE} y="190">
          {props.below}
        </text>
        {props.endTexts.map((text, index) => (
          <text key={text} className={styles.end} x={index === 0 ? 52 : SIZE - 52} y="277">
            {text}
          </text>
        ))}
      </svg>
    </div>
  )
}

const tickPath = (ends: Ends): string =>
  ticks(ends)
    .map(({ share, long }) => {
      const [out, inner] = [pointAt(share, 122), pointAt(share, long ? 114 : 117)]
      return `M${out.x} ${out.y}L${inner.x} ${inner.y}`
    })
    .join('')

function Mark({ share, name }: { share: number; name: string | undefined }) {
  const [out, inner] = [pointAt(share, 150), pointAt(share, 126)]
  return <path className={name} d={`M${out.x} ${out.y}L${inner.x} ${inner.y}`} />
}
