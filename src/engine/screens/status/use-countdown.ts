import { useEffect, useEffectEvent, useState } from 'react'

/** What was told, and when by a clock that nobody can set (L-07). */
interface Told {
  ms: number | undefined
  at: number
}

/**
 * Seconds that remain of a number of milliseconds, counted from when it was last told: `answer` is a new one with every
 * telling. `over` is called once they have passed.
 */
export function useCountdown(ms: number | undefined, answer: unknown, over: () => void): number | undefined {
  const [told, setTold] = useState<Told & { answer: unknown }>(() => ({ ms, at: performance.now(), answer }))
  const [now, setNow] = useState(() => performance.now())
  if (told.answer !== answer || told.ms !== ms) {
    const at = performance.now()
    setTold({ ms, at, answer })
    setNow(at)
  }
  const left = told.ms === undefined ? undefined : Math.max(0, told.ms - (now - told.at))
  const running = left !== undefined && left > 0
  const ended = useEffectEvent(over)

  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  useEffect(() => {
    if (left === 0) ended()
  }, [left])
  return left === undefined ? undefined : Math.ceil(left / 1000)
}

const two = (number: number): string => String(number).padStart(2, '0')

/** spec 1 §2: minutes and seconds. */
export const clockOf = (seconds: number): string => `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
