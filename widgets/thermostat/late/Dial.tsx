import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Delivery } from '#engine/widget.ts'
import { type Ends, valueByKey } from '../../shared/track.ts'
import styles from './Dial.module.css'
import { arc, CENTRE, pointAt, SIZE, shareAt, ticks, valueUnder } from './dial.ts'

interface Props {
  label: string
  value: number | undefined
  actual: number | undefined
  missed: number | undefined
  ends: Ends
  valueText: string
  /** Texts in the middle, at the ends. */
  above: string
  figure: string
  unit: string
  below: string
  endTexts: readonly [string, string]
  disabled: boolean
  reason: string | undefined
  phase: Delivery['phase']
  editing: boolean
  change(value: number, held?: boolean): void
  release(): void
}

/** 270 degrees with the target as a knob and the measured value as a mark: turn it with a finger or the keys. */
export function Dial(props: Props) {
  const { label, value, actual, missed, ends, valueText, disabled, phase, change, release } = props
  const face = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)
  const follow = (event: PointerEvent) => {
    const box = face.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const scale = SIZE / box.width
    const x = (event.clientX - box.left) * scale - CENTRE
    const y = (event.clientY - box.top) * scale - CENTRE
    change(valueUnder({ x, y }, ends), true)
  }
  const press = (event: PointerEvent) => {
    if (disabled || event.button !== 0) return
    dragging.current = true
    face.current?.setPointerCapture?.(event.pointerId)
    face.current?.focus({ preventScroll: true })
    follow(event)
  }
  const drop = () => {
    if (!dragging.current) return
    dragging.current = false
    release()
  }
  const key = (event: KeyboardEvent) => {
    const next = disabled ? undefined : valueByKey(event.key, value ?? ends.min, ends)
    if (next === undefined) return
    event.preventDefault()
    change(next)
  }
  const share = value === undefined ? 0 : shareAt(value, ends)
  const knob = pointAt(share)
  return (
    <div
      ref={face}
      className={styles.dial}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={label}
      aria-valuemin={ends.min}
      aria-valuemax={ends.max}
      aria-valuenow={value ?? ends.min}
      aria-valuetext={valueText}
      aria-disabled={disabled || undefined}
      aria-busy={phase === 'sending' || phase === 'accepted' || undefined}
      data-phase={phase}
      data-editing={props.editing || undefined}
      title={props.reason}
      onKeyDown={key}
    >
      <svg viewBox={`0 0 ${SIZE} ${SIZE - 18}`} aria-hidden="true">
        <path className={styles.track} d={arc(0, 1)} />
        {share > 0 && <path className={styles.fill} d={arc(0, share)} />}
        <path className={styles.ticks} d={tickPath(ends)} />
        {actual !== undefined && <Mark share={shareAt(actual, ends)} name={styles.actual} />}
        {missed !== undefined && <Mark share={shareAt(missed, ends)} name={styles.missed} />}
        {/* Only the ring is turned: a thumb that scrolls the page over the middle changes nothing. */}
        <path
          className={styles.grip}
          d={arc(0, 1)}
          onPointerDown={press}
          onPointerMove={(event) => dragging.current && follow(event)}
          onPointerUp={drop}
          onPointerCancel={drop}
        />
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
