import { type RefObject, useEffect, useRef } from 'react'
import type { TabId } from '../tabs.ts'
import { useEditor } from './editor.ts'

/** Whoever comes back from a form to this part of the thread goes on at its heading, with keys and by ear. */
export function useCameBack(tab: TabId): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const now = useEditor().place.tab
  const before = useRef(now)
  useEffect(() => {
    const came = now === tab && before.current !== now
    before.current = now
    if (came) heading.current?.focus({ preventScroll: true })
  }, [now, tab])
  return heading
}
