import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { custom } from '../shared/custom.ts'
import { type Ends, valueAt, valueByKey } from '../shared/track.ts'
import styles from './Window.module.css'

interface Props {
  label: string
  open: number | undefined
  target: number | undefined
  targetText: string
  valueText: string
  disabled: boolean
  reason: string | undefined
  /** `held` while a finger is on it. */
  change(open: number, held?: boolean): void
  release(): void
}

const PERCENT: Ends = { min: 0, max: 100, step: 1 }

/** The drawn window: slats come down as the shutter does; drag the rail to where it should stop. */
export function ShutterWindow({
  label,
  open,
  target,
  targetText,
  valueText,
  disabled,
  reason,
  change,
  release,
}: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)
  const follow = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (box && box.height > 0) change(valueAt(1 - (event.clientY - box.top) / box.height, PERCENT), true)
  }
  const press = (event: PointerEvent) => {
    if (disabled || event.button !== 0) return
    dragging.current = true
    frame.current?.setPointerCapture?.(event.pointerId)
    follow(event)
  }
  const drop = () => {
    if (!dragging.current) return
    dragging.current = false
    release()
  }
  const key = (event: KeyboardEvent) => {
    const next = disabled ? undefined : valueByKey(event.key, target ?? open ?? 0, PERCENT)
    if (next === undefined) return
    event.preventDefault()
    change(next)
  }
  return (
    <div
      ref={frame}
      role="slider"
      className={styles.window}
      tabIndex={disabled ? -1 : 0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={open ?? 0}
      aria-valuetext={target === undefined ? valueText : `${valueText}, ${targetText}`}
      aria-disabled={disabled || undefined}
      data-unknown={open === undefined || undefined}
      title={reason}
      style={custom({ '--shut': `${100 - (open ?? 50)}%`, '--goal': `${100 - (target ?? 0)}%` })}
      onPointerDown={press}
      onPointerMove={(event) => dragging.current && follow(event)}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={key}
    >
      <i className={styles.mullion} />
      <i className={styles.slats} />
      {target !== undefined && (
        <span className={styles.goal} data-high={target > 80 || undefined}>
          <span>{targetText}</span>
        </span>
      )}
      <i className={styles.rail} />
    </div>
  )
}
