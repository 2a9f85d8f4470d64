import { useState } from 'react'

/** What a value was when somebody began to ask for another one: it stays while the device goes there. */
export function useBefore<T>(asking: boolean, value: T): T | undefined {
  const [before, keep] = useState<{ value: T }>()
  if (asking && !before) keep({ value })
  if (!asking && before) keep(undefined)
  return asking ? before?.value : undefined
}
