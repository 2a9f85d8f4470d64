import { safeReturn } from '#lib/safe-return.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { isStatusScreen } from './routing.ts'

/** A way within this app that somebody may be led back to; whatever else storage holds is none (B-06). */
export function knownPath(
  kept: string | undefined,
  screenAt: (path: string) => ScreenHead | undefined,
  origin: string,
): string | undefined {
  const path = safeReturn(kept, origin)
  const screen = path === undefined ? undefined : screenAt(new URL(path, origin).pathname)
  return screen && !screen.access?.public && !isStatusScreen(screen) ? path : undefined
}
