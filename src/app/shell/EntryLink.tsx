import { type ReactNode, useId } from 'react'
import type { ShownEntry } from './use-entries.ts'

/** A way to a screen. One that is switched off stays in reach of keys and says why. */
export function EntryLink({ entry, children }: { entry: ShownEntry; children: ReactNode }) {
  const described = useId()
  const { href, here, why } = entry
  if (why === undefined)
    return (
      <a href={href} aria-current={here ? 'page' : undefined}>
        {children}
      </a>
    )
  return (
    <>
      <a
        href={href}
        aria-disabled="true"
        aria-describedby={described}
        title={why}
        onClick={(event) => event.preventDefault()}
      >
        {children}
      </a>
      <span id={described} className="visually-hidden">
        {why}
      </span>
    </>
  )
}
