import { useEffect } from 'react'

/** Parts of the page that hold what nobody has saved yet. */
const holders = new Set<object>()
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of [...listeners]) listener()
}

/** Whether leaving this page would lose something; src/app asks before anybody does. */
export const unsaved = {
  any: (): boolean => holders.size > 0,
  subscribe(changed: () => void): () => void {
    listeners.add(changed)
    return () => listeners.delete(changed)
  },
}

/**
 * Says that something of this part is not saved. Not while it is being sent: what is saved may lead on to another page.
 * Parts that keep their drafts themselves, as the builder of scenes, need not say so.
 */
export function useUnsaved(changed: boolean): void {
  useEffect(() => {
    if (!changed) return
    const holder = {}
    holders.add(holder)
    tell()
    return () => {
      holders.delete(holder)
      tell()
    }
  }, [changed])
}
