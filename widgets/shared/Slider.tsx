import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Delivery } from '#engine/widget.ts'
import { custom } from './custom.ts'
import styles from './Slider.module.css'
import { type Ends, shareOf, valueAt, valueByKey } from './track.ts'

export type Track = 'hue' | 'saturation' | 'warmth' | 'coolness'

interface Props {
  label: string
  /** Undefined while nobody knows it. */
  value: number | undefined
  ends: Ends
  valueText: string
  disabled: boolean
  reason?: string
  phase: Delivery['phase']
  /** Being moved, not yet sent. */
  editing: boolean
  /** Thin mark: where the value was before the order. */
  was?: number
  /** Dashed mark: where it was wanted and did not arrive. */
  missed?: number
  /** What lies along the track instead of a fill: all hues, from white to the `full` colour, or whites from or to warm. */
  track?: Track
  full?: string
  /** `held` while a finger is on it. */
  change(value: number, held?: boolean): void
  /** The finger has left: send now. */
  release(): void
}

/** A 40 px bar with the handle inside: drag it, tap it, or use the keys. */
export function Slider(props: Props) {
  const { label, value, ends, valueText, disabled, reason, phase, editing, was, missed, change, release } =
    props
  const { track: along, full = '' } = props
  const track = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)

  const follow = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    change(valueAt((event.clientX - box.left) / box.width, ends), true)
  }
  const press = (event: PointerEvent) => {
    if (disabled || event.button !== 0) return
    dragging.current = true
    track.current?.setPointerCapture?.(event.pointerId)
    track.current?.focus({ preventScroll: true })
    follow(event)
  }
  const drag = (event: PointerEvent) => {
    if (dragging.current) follow(event)
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

  return (
    <div
      ref={track}
      role="slider"
      className={styles.track}
      tabIndex={disabled ? -1 : 0}
      aria-label={label}
      aria-valuemin={ends.min}
      aria-valuemax={ends.max}
      aria-valuenow={value ?? ends.min}
      aria-valuetext={valueText}
      aria-disabled={disabled || undefined}
      aria-busy={phase === 'sending' || phase === 'accepted' || undefined}
      data-phase={phase}
      data-editing={editing || undefined}
      data-unknown={value === undefined || undefined}
      title={reason}
      data-along={along}
      style={custom({ '--at': `${shareOf(value ?? ends.min, ends)}%`, '--full': full })}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={key}
    >
      {was !== undefined && (
        <i className={styles.was} style={custom({ '--mark': `${shareOf(was, ends)}%` })} />
      )}
      {missed !== undefined && (
        <i className={styles.missed} style={custom({ '--mark': `${shareOf(missed, ends)}%` })} />
      )}
    </div>
  )
}
