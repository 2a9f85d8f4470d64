import type { Source } from '#engine/ports.ts'
import { session } from '#session/session.ts'
import { toasts } from '#ui/toasts/toasts.ts'
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

/** Orders go to the current home: nothing of another one may be deleted in it. */
const isCurrent = (home: string): boolean => session.state().gateway?.serialNumber === home

/**
 * Leaving deletes the draft (spec 2 §4), as soon as the chance to take that back is over. Whoever goes to another home
 * has not left it: the builder there goes on when he comes back.
 */
export function leave({ source, home, rule, text, comeBack }: Left): void {
  if (!isCurrent(home)) return
  const gone = (): void => {
    left.delete(home)
    if (!isCurrent(home)) return
    forget(home, undefined)
    void source.order('delete_rule', { rule_id: rule })
  }
  if (text === undefined) return gone()
  let back = false
  const close = toasts.show({
    text,
    about: [`draft ${home}`],
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

/** Whoever leaves a scene that he was changing leaves it as it was. */
export function leaveAsItWas(home: string, scene: string): void {
  if (isCurrent(home)) forget(home, scene)
}
