import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Delivery } from '#engine/widget.ts'
import { type Ends, valueByKey } from './track.ts'

/** What can be moved along a track or around a dial. */
export interface Grip {
  label: string
  /** Undefined while nobody knows it. */
  value: number | undefined
  /** Where it is, when the finger moves where it should go. */
  now?: number
  ends: Ends
  valueText: string
  disabled: boolean
  reason?: string | undefined
  phase?: Delivery['phase']
  /** Being moved, not yet sent. */
  editing?: boolean
  vertical?: boolean
  /** `held` while a finger is on it. */
  change(value: number, held?: boolean): void
  /** The finger has left: send now. */
  release(): void
}

/** A slider of any shape: `slider` is for its element, `pointer` for the part of it that a finger moves. */
export function useGrip(grip: Grip, under: (event: PointerEvent, box: DOMRect) => number) {
  const { label, value, ends, valueText, disabled, reason, phase, editing, vertical, change, release } = grip
  const ref = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)
  const follow = (event: PointerEvent): void => {
    const box = ref.current?.getBoundingClientRect()
    if (box && box.width > 0) change(under(event, box), true)
  }
  const drop = (): void => {
    if (!dragging.current) return
    dragging.current = false
    release()
  }
  const pointer = {
    onPointerDown(event: PointerEvent): void {
      if (disabled || event.button !== 0) return
      dragging.current = true
      ref.current?.setPointerCapture?.(event.pointerId)
      ref.current?.focus({ preventScroll: true })
      follow(event)
    },
    onPointerMove(event: PointerEvent): void {
      if (dragging.current) follow(event)
    },
    onPointerUp: drop,
    onPointerCancel: drop,
  }
  const slider = {
    ref,
    role: 'slider' as const,
    tabIndex: disabled ? -1 : 0,
    'aria-label': label,
    'aria-orientation': vertical ? ('vertical' as const) : undefined,
    'aria-valuemin': ends.min,
    'aria-valuemax': ends.max,
    'aria-valuenow': grip.now ?? value ?? ends.min,
    'aria-valuetext': valueText,
    'aria-disabled': disabled || undefined,
    'aria-busy': phase === 'sending' || phase === 'accepted' || undefined,
    'data-phase': phase,
    'data-editing': editing || undefined,
    title: reason,
    onKeyDown(event: KeyboardEvent): void {
      const next = disabled ? undefined : valueByKey(event.key, value ?? ends.min, ends)
      if (next === undefined) return
      event.preventDefault()
      change(next)
    },
  }
  return { slider, pointer }
}
