import { lazy, type ReactNode, Suspense, useLayoutEffect } from 'react'

export interface DialogProps {
  open: boolean
  /** A question or a task. */
  title: string
  onClose(): void
  /** Buttons, the one that leads on last. */
  actions?: ReactNode
  /** Escape and a press outside do nothing, where the specification forbids them. */
  stays?: boolean
  children?: ReactNode
}

const Frame = lazy(() => import('./DialogFrame.tsx'))

/**
 * Gives the focus back to what had it. Done here, because Blueprint only does so for an overlay that closes, not for one
 * that goes, and at once, so that a dialog that follows on this one hands it to the same button.
 */
function useReturnedFocus(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [open])
}

/** A dialog at a desk, a sheet from below on a phone. Its code arrives with the first one. */
export function Dialog(props: DialogProps) {
  useReturnedFocus(props.open)
  if (!props.open) return null
  return (
    <Suspense>
      <Frame {...props} />
    </Suspense>
  )
}
