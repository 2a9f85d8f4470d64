import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { moved, type Range, zoomed } from './model/range.ts'

interface Hand {
  whole: Range
  seen: Range
  /** The moment that is pointed at. */
  at: number | undefined
  /** Moments that a key steps to: where something changed. */
  stops: readonly number[]
  see(range: Range): void
  point(at: number | undefined): void
  /** A mouse passes over it. */
  hover(at: number | undefined): void
  /** A tap, once the finger is up again. */
  tap(at: number): void
}

/** Nothing smaller is looked at, ms. */
const LEAST = 60_000
/** Less than this is a tap, px. */
const TAP = 4
const STEP = 1.25
/** How much of what is seen an arrow moves it. */
const PAN = 0.2

/**
 * What fingers, mouse, wheel and keys do to a chart: point at a moment, look at a part of it and move along. A mouse
 * draws the part that it wants; a finger takes hold of the chart, two stretch it. The wheel is the page's own, unless
 * the chart has the focus or Ctrl is held.
 */
export function useHand(hand: Hand) {
  const { whole, seen, at, stops, see, point, hover, tap } = hand
  const ref = useRef<HTMLDivElement>(null)
  const down = useRef(new Map<number, number>())
  const begun = useRef<{ x: number; seen: Range; touch: boolean } | undefined>(undefined)
  /** The part that a mouse is drawing, 0 to 1. */
  const [drawn, setDrawn] = useState<{ from: number; to: number }>()

  const box = (): DOMRect | undefined => ref.current?.getBoundingClientRect()
  const share = (x: number): number => {
    const frame = box()
    return frame && frame.width > 0 ? Math.min(1, Math.max(0, (x - frame.left) / frame.width)) : 0
  }
  const momentAt = (x: number, range = seen): number => range.from + share(x) * (range.to - range.from)
  const wide = whole.to - whole.from

  const pointer = {
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0) return
      down.current.set(event.pointerId, event.clientX)
      begun.current = { x: event.clientX, seen, touch: event.pointerType !== 'mouse' }
      ref.current?.setPointerCapture?.(event.pointerId)
      point(momentAt(event.clientX))
    },
    onPointerMove(event: PointerEvent): void {
      const { clientX: x, pointerId } = event
      const start = begun.current
      if (!start || !down.current.has(pointerId)) {
        if (event.pointerType === 'mouse') hover(momentAt(x))
        return
      }
      const before = [...down.current.values()]
      down.current.set(pointerId, x)
      const after = [...down.current.values()]
      if (before.length === 2 && after.length === 2) {
        const [a = 0, b = 0] = before
        const [c = 0, d = 0] = after
        see(zoomed(seen, whole, momentAt((c + d) / 2), Math.abs(a - b) / Math.max(1, Math.abs(c - d)), LEAST))
        begun.current = { ...start, x: Number.NaN }
      } else if (start.touch || event.shiftKey) {
        const by = ((start.x - x) / (box()?.width || 1)) * (start.seen.to - start.seen.from)
        if (Number.isFinite(by)) see(moved(start.seen, whole, by))
        if (start.seen.to - start.seen.from >= wide) point(momentAt(x))
      } else {
        setDrawn({ from: Math.min(share(start.x), share(x)), to: Math.max(share(start.x), share(x)) })
        point(momentAt(x))
      }
    },
    onPointerUp(event: PointerEvent): void {
      const start = begun.current
      down.current.delete(event.pointerId)
      if (down.current.size > 0 || !start) return
      begun.current = undefined
      setDrawn(undefined)
      if (Math.abs(event.clientX - start.x) <= TAP) tap(momentAt(event.clientX))
      else if (drawn) {
        const [from, to] = [
          seen.from + drawn.from * (seen.to - seen.from),
          seen.from + drawn.to * (seen.to - seen.from),
        ]
        see(zoomed({ from, to }, whole, (from + to) / 2, 1, LEAST))
      }
    },
    onPointerCancel(event: PointerEvent): void {
      down.current.delete(event.pointerId)
      begun.current = undefined
      setDrawn(undefined)
    },
    onPointerLeave(event: PointerEvent): void {
      if (event.pointerType === 'mouse' && !begun.current && document.activeElement !== ref.current)
        hover(undefined)
    },
    onDoubleClick: () => see(whole),
  }

  const wheel = useEffectEvent((event: WheelEvent) => {
    const across = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    const meant = event.ctrlKey || event.metaKey || document.activeElement === ref.current
    const length = seen.to - seen.from
    if (across ? length >= wide : !meant || (event.deltaY > 0 && length >= wide)) return
    event.preventDefault()
    if (across) see(moved(seen, whole, (event.deltaX / (box()?.width || 1)) * length))
    else see(zoomed(seen, whole, momentAt(event.clientX), event.deltaY > 0 ? STEP : 1 / STEP, LEAST))
  })
  useEffect(() => {
    const element = ref.current
    // React hears the wheel where it can't be kept from the page any more.
    const heard = (event: WheelEvent) => wheel(event)
    element?.addEventListener('wheel', heard, { passive: false })
    return () => element?.removeEventListener('wheel', heard)
  }, [])

  const to = (next: number): void => {
    point(next)
    if (next < seen.from || next > seen.to) see(moved(seen, whole, next - (seen.from + seen.to) / 2))
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => to(stops.findLast((stop) => stop < (at ?? seen.to)) ?? whole.from),
    ArrowRight: () => to(stops.find((stop) => stop > (at ?? seen.from)) ?? stops.at(-1) ?? whole.from),
    Home: () => to(stops[0] ?? whole.from),
    End: () => to(stops.at(-1) ?? whole.to),
    PageUp: () => see(moved(seen, whole, (seen.from - seen.to) * PAN)),
    PageDown: () => see(moved(seen, whole, (seen.to - seen.from) * PAN)),
    '+': () => see(zoomed(seen, whole, at ?? (seen.from + seen.to) / 2, 1 / STEP, LEAST)),
    '-': () => see(zoomed(seen, whole, at ?? (seen.from + seen.to) / 2, STEP, LEAST)),
    Escape: () => (seen.to - seen.from < wide ? see(whole) : point(undefined)),
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const shifted = event.shiftKey && { ArrowLeft: 'PageUp', ArrowRight: 'PageDown' }[event.key]
    const act = event.ctrlKey || event.altKey || event.metaKey ? undefined : keys[shifted || event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return { ref, drawn, handlers: { ...pointer, onKeyDown } }
}
