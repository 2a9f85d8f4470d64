import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { LazyWidget } from '../widget.ts'
import { useAsyncFaults } from './Guard.tsx'
import { ReadingView } from './ReadingView.tsx'
import { type Drawn, ReadyView } from './ReadyView.tsx'
import { useLink } from './state/useHome.ts'

/** About as high as a row of the page's grid, so that little moves when the widget comes. */
const ROW = 84

/** A widget whose code comes later, or is there. */
export function LazyView({ lazy, ...drawn }: Drawn & { lazy: LazyWidget }) {
  const widget = useSyncExternalStore(lazy.subscribe, lazy.current)
  return widget ? <ReadyView {...drawn} widget={widget} /> : <Coming {...drawn} lazy={lazy} />
}

/**
 * Its value or its shape until the code is there. Code that does not come is a fault, unless nothing comes at the time:
 * then it is asked for again when the connection is back.
 */
function Coming({ lazy, device, placed, place }: Drawn & { lazy: LazyWidget }) {
  const fail = useAsyncFaults()
  const live = useLink().state === 'live'
  const missed = useEffectEvent((error: unknown, asked: boolean) => asked && live && fail(error))
  useEffect(() => {
    lazy.load().catch((error: unknown) => missed(error, live))
  }, [lazy, live])
  return place === 'page' ? (
    <Skeleton height={`${placed.grid[3] * ROW}px`} round />
  ) : (
    <ReadingView device={device.id} placed={placed} place={place} />
  )
}
