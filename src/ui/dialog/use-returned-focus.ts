import { useLayoutEffect } from 'react'

/**
 * Gives the focus back to what had it. Done here, because Blueprint only does so for an overlay that closes, not for one
 * that goes, and at once, so that a dialog that follows on this one hands it to the same button.
 */
export function useReturnedFocus(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [open])
}
