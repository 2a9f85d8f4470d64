import { useEffect, useState } from 'react'

/** Seconds that remain of a number of seconds, counted from when it was last told. */
export function useCountdown(told: number | undefined): number | undefined {
  const [now, setNow] = useState(() => ({ told, since: Date.now(), at: Date.now() }))
  if (now.told !== told) setNow({ told, since: Date.now(), at: Date.now() })
  useEffect(() => {
    if (told === undefined) return
    const timer = setInterval(() => setNow((before) => ({ ...before, at: Date.now() })), 1000)
    return () => clearInterval(timer)
  }, [told])
  return told === undefined ? undefined : Math.max(0, told - Math.floor((now.at - now.since) / 1000))
}

const two = (number: number): string => String(number).padStart(2, '0')

/** spec 1 §2: minutes and seconds. */
export const clockOf = (seconds: number): string => `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
