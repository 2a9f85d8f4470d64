import type { Ref } from 'react'
import { usePageFocus } from './use-page-focus.ts'

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
