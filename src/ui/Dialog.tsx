import { lazy, type ReactNode, Suspense } from 'react'

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

/** A dialog at a desk, a sheet from below on a phone. Its code arrives with the first one. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null
  return (
    <Suspense>
      <Frame {...props} />
    </Suspense>
  )
}
