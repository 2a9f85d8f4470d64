import { type ReactNode, Suspense } from 'react'
import { Boundary } from '#ui/parts/Boundary.tsx'
import { MissingContext } from '#ui/parts/lazy.ts'
import { useLink } from '../property/state/useHome.ts'

interface Props {
  /** What is in it: something else starts over. */
  of: string
  fallback?: ReactNode
  children: ReactNode
}

/**
 * What the page can do without: where it fails, or its code does not come since there is no connection any more, its
 * place stays empty and the page goes on. It is tried again when the connection is back.
 */
export function Optional({ of, fallback, children }: Props) {
  const live = useLink().state === 'live'
  return (
    <Boundary of={`${of} ${live}`} fallback={() => null} onError={reportError}>
      <MissingContext value={undefined}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </MissingContext>
    </Boundary>
  )
}
