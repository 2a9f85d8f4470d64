import { type ReactNode, Suspense } from 'react'
import { Boundary } from '#ui/parts/Boundary.tsx'
import { type BlockProps, type Blocks, useEngine } from '../engine.ts'
import { useLink } from '../property/state/useHome.ts'

interface Props {
  name: string
  params: Readonly<Record<string, string>>
  /** What can be done where it stands. */
  actions?: BlockProps['actions']
  fallback?: ReactNode
}

/**
 * A block that the page can do without: where it fails, or its code does not come since there is no connection any more,
 * its place stays empty and the page goes on. It is tried again when the connection is back.
 */
export function OptionalBlock({ name, params, actions, fallback }: Props) {
  const Block: Blocks[string] | undefined = useEngine().blocks[name]
  const live = useLink().state === 'live'
  return (
    Block && (
      <Boundary of={`${name} ${live}`} fallback={() => null} onError={reportError}>
        <Suspense fallback={fallback}>
          <Block params={params} {...(actions && { actions })} />
        </Suspense>
      </Boundary>
    )
  )
}
