import { useEffect, useRef, useState } from 'react'

/** Motors tell where they are every second or two; one that says nothing for longer has stopped. */
const STEP = 4000
/** So long a motor may take to tell of its first step. */
const START = 6000
const ENDS: ReadonlySet<number | undefined> = new Set([0, 100])

/**
 * Whether the shutter travels: from the order until its position no longer changes. The order itself is confirmed long
 * before, and who moves it by the switch at the wall gives none.
 */
export function useTravel(open: number | undefined, target: number | undefined): boolean {
  const [travels, setTravels] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const before = useRef(open)

  const travelFor = useRef((ms: number): void => {
    clearTimeout(timer.current)
    setTravels(ms > 0)
    if (ms > 0) timer.current = setTimeout(() => setTravels(false), ms)
  })
  useEffect(() => {
    if (target !== undefined && target !== before.current) travelFor.current(START)
  }, [target])
  useEffect(() => {
    const was = before.current
    before.current = open
    // The first value that is known is no step.
    if (was !== undefined && was !== open) travelFor.current(ENDS.has(open) ? 0 : STEP)
  }, [open])
  useEffect(() => () => clearTimeout(timer.current), [])
  return travels
}
