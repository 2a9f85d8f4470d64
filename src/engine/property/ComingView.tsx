import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { ComingWidget } from '../widget.ts'
import { useAsyncFaults } from './Guard.tsx'
import { ReadingView } from './ReadingView.tsx'
import { type Drawn, ReadyView } from './ReadyView.tsx'

/** About as high as a row of the page's grid, so that little moves when the widget comes. */
const ROW = 84

/** A widget whose code is on its way: its value or its shape until it is there. Code that does not come is its fault. */
export function ComingView({ coming, ...drawn }: Drawn & { coming: ComingWidget }) {
  const widget = useSyncExternalStore(coming.subscribe, coming.current)
  const fail = useEffectEvent(useAsyncFaults())
  useEffect(() => {
    if (!widget) coming.load().catch((error: unknown) => fail(error))
  }, [coming, widget])
  if (widget) return <ReadyView {...drawn} widget={widget} />
  const { device, placed, place } = drawn
  return place === 'page' ? (
    <Skeleton height={`${placed.grid[3] * ROW}px`} round />
  ) : (
    <ReadingView device={device.id} placed={placed} place={place} />
  )
}
