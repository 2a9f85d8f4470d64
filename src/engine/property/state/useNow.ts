import { useEffect, useState } from 'react'

/** The time, epoch ms, anew every `every` ms; for ages on screen. */
export function useNow(every = 15_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
