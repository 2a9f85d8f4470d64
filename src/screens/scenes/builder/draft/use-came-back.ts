import { type RefObject, useEffect, useRef } from 'react'
import type { TabId } from '../tabs.ts'
import { useEditor } from './editor.ts'

interface Part {
  tab: TabId
  /** The part of what is asked before the scene runs. */
  asks?: boolean
  /** It comes because somebody has just opened it. */
  opened?: boolean
}

/** Whoever comes back from a form to this part of the thread goes on at its heading, with keys and by ear. */
export function useCameBack({
  tab,
  asks = false,
  opened = false,
}: Part): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { place } = useEditor()
  const here = place.tab === tab && (place.asks !== undefined) === asks
  const before = useRef(here && !opened)
  useEffect(() => {
    const came = here && !before.current
    before.current = here
    if (came) heading.current?.focus({ preventScroll: true })
  }, [here])
  return heading
}
