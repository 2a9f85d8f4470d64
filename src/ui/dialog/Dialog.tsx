import { type ReactNode, Suspense } from 'react'
import { lazy } from '#ui/parts/lazy.ts'
import { useReturnedFocus } from './use-returned-focus.ts'

export interface DialogProps {
  open: boolean
  /** A question or a task. */
  title: string
  onClose(): void
  /** Buttons, the one that leads on last: at the right on a desk, on top on a phone. */
  actions?: ReactNode
  /** Escape and a press outside do nothing, where the specification forbids them. */
  stays?: boolean
  /** A panel hangs below the header at a desk; the page stays in sight. `full` takes the whole window. */
  look?: 'task' | 'panel' | 'full'
  /** Beside the title. */
  aside?: ReactNode
  children?: ReactNode
  /** It holds what somebody writes, which is under way, or has failed as a whole. */
  asking?: { busy: boolean; failed: boolean }
}

const Frame = lazy(() => import('./DialogFrame.tsx'))

/** A dialog at a desk, a sheet from below on a phone. Its code arrives with the first one, or when it is brought before. */
function OneDialog(props: DialogProps) {
  useReturnedFocus(props.open)
  if (!props.open) return null
  return (
    <Suspense>
      <Frame {...props} />
    </Suspense>
  )
}

export const Dialog = Object.assign(OneDialog, { load: Frame.load })
