import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whoever comes back from a form to this part of the thread goes on at its heading, with keys and by ear. `opened`: it
 * comes because somebody has just opened it.
 */
export function useCameBack(here: boolean, opened = false): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(here && !opened)
  useEffect(() => {
    const came = here && !before.current
    before.current = here
    if (came) heading.current?.focus({ preventScroll: true })
  }, [here])
  return heading
}
