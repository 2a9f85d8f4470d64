import { useEffect, useState } from 'react'

const SECOND = 1000

/** Seconds left of a window of time that `open` begins anew; 0 when there is none, or when it is no longer `needed`. */
export function useWindow(seconds: number, needed: boolean) {
  const [left, setLeft] = useState(0)
  const runs = left > 0 && needed
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), SECOND)
    return () => clearInterval(timer)
  }, [runs])
  return { left: needed ? left : 0, open: () => setLeft(seconds), close: () => setLeft(0) }
}
