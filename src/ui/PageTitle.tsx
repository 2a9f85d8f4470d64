import type { Ref } from 'react'

/** The heading of a page. Where its text is missing the name of the tab stands in: no heading is ever empty. */
export function PageTitle({ text, ref }: { text: string; ref?: Ref<HTMLHeadingElement> }) {
  return (
    <h1 ref={ref} tabIndex={-1}>
      {text || document.title}
    </h1>
  )
}
