import { type ReactNode, useId } from 'react'
import { useText } from '#i18n/useText.ts'
import type { ShownEntry } from './use-entries.ts'

/** A way to a screen. One that is switched off stays in reach of keys and says why. */
export function EntryLink({ entry, children }: { entry: ShownEntry; children: ReactNode }) {
  const { say, t } = useText()
  const why = useId()
  const { enabled, forbidden, href, here, hindrance } = entry
  if (enabled)
    return (
      <a href={href} aria-current={here ? 'page' : undefined}>
        {children}
      </a>
    )
  const reason = forbidden ? t('engine.forbidden') : hindrance && say(`shell.disabled.${hindrance}`)
  return (
    <>
      <a
        href={href}
        aria-disabled="true"
        aria-describedby={why}
        title={reason}
        onClick={(event) => event.preventDefault()}
      >
        {children}
      </a>
      <span id={why} className="visually-hidden">
        {reason}
      </span>
    </>
  )
}
