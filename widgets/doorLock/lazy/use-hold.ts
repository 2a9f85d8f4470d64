import { useEffect, useEffectEvent, useState } from 'react'

/** How long a finger or a key has to stay before a door opens (look: 1 s). */
export const HOLD = 1000

/** Something that happens only once it has been held: begun by a finger or a key, let go by leaving it. */
export function useHold(done: () => void) {
  const [holding, setHolding] = useState(false)
  const finish = useEffectEvent(() => {
    setHolding(false)
    done()
  })
  useEffect(() => {
    if (!holding) return
    const timer = setTimeout(finish, HOLD)
    return () => clearTimeout(timer)
  }, [holding])
  return { holding, begin: () => setHolding(true), leave: () => setHolding(false) }
}
