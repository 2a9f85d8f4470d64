import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** docs/look.md, "Forms": the first field at fault takes the focus, each time somebody has tried. */
export function useFirstFault<E extends HTMLElement>(
  faulty: boolean,
): { ref: RefObject<E | null>; look(): void } {
  const ref = useRef<E>(null)
  const [tries, setTries] = useState(0)
  const seen = useRef(0)
  useLayoutEffect(() => {
    if (!faulty || seen.current === tries) return
    seen.current = tries
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  return { ref, look: () => setTries((count) => count + 1) }
}
