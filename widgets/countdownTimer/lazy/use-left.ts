import { useEffect, useState } from 'react'
import { leftAfter, type Shown } from './value.ts'

/** Seconds left now: devices report seldom, so the time between two reports is counted here. */
export function useLeft(reported: Shown, still: boolean): Shown {
  const [passed, setPassed] = useState({ of: reported, seconds: 0 })
  const runs = reported !== undefined && reported > 0 && !still
  useEffect(() => {
    if (!runs) return
    const from = Date.now()
    const ticking = setInterval(() => setPassed({ of: reported, seconds: (Date.now() - from) / 1000 }), 1000)
    return () => clearInterval(ticking)
  }, [reported, runs])
  if (reported === undefined || still) return reported
  return leftAfter(reported, passed.of === reported ? passed.seconds : 0)
}
