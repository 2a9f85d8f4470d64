import type { Ref } from 'react'
import { useEffect } from 'react'

/** Where the last heading stood. */
let last: string | undefined

/**
 * A page that takes the place of the one that had the focus takes it over with its heading: without that a reader would be
 * told nothing, and the keyboard would begin again at the top. What is still there, as an entry of the menu, keeps it.
 */
function usePageFocus(): void {
  useEffect(() => {
    const { pathname } = location
    const moved = last !== undefined && last !== pathname
    last = pathname
    if (!moved || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  })
}

const BREAK = '\u00ad'

/** The heading of a page. Where its text is missing the name of the tab stands in: no heading is ever empty. */
export function PageTitle({ text, ref }: { text: string; ref?: Ref<HTMLHeadingElement> }) {
  usePageFocus()
  return (
    // Where a long word may break is for the eye only.
    <h1 ref={ref} tabIndex={-1} aria-label={text.includes(BREAK) ? text.replaceAll(BREAK, '') : undefined}>
      {text || document.title}
    </h1>
  )
}
