import type { ReactNode } from 'react'
import { type BlockProps, type Blocks, useEngine } from '../engine.ts'
import { Optional } from './Optional.tsx'

interface Props {
  name: string
  params: Readonly<Record<string, string>>
  /** What can be done where it stands. */
  actions?: BlockProps['actions']
  fallback?: ReactNode
}

/** A block that the page can do without. */
export function OptionalBlock({ name, params, actions, fallback }: Props) {
  const Block: Blocks[string] | undefined = useEngine().blocks[name]
  return (
    Block && (
      <Optional of={name} fallback={fallback}>
        <Block params={params} {...(actions && { actions })} />
      </Optional>
    )
  )
}
