import { order } from '#data/rules.ts'
import type { Source } from '#engine/doors.ts'
import { toasts } from '#ui/toasts.ts'
import { forget } from './kept.ts'

/** Drafts that somebody has just left, by home: what ends the chance to come back. */
const left = new Map<string, () => void>()

interface Left {
  source: Source
  home: string
  /** The draft of a new scene. */
  rule: string
  /** Said when there is something to lose; without it the draft goes at once. */
  text?: string
  comeBack(): void
}

/** Leaving deletes the draft (spec 2 §4), as soon as the chance to take that back is over. */
export function leave({ source, home, rule, text, comeBack }: Left): void {
  const gone = (): void => {
    left.delete(home)
    forget(home, undefined)
    void order(source, 'delete_rule', { rule_id: rule })
  }
  if (text === undefined) return gone()
  let back = false
  const close = toasts.show({
    text,
    undo: () => {
      back = true
      left.delete(home)
      comeBack()
    },
    gone: () => {
      if (!back) gone()
    },
  })
  left.set(home, () => {
    back = true
    left.delete(home)
    close()
  })
}

/** Whoever opens the builder again goes on with what was left. */
export const stay = (home: string): void => left.get(home)?.()
