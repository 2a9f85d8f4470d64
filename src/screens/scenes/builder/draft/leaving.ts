import { session } from '#session/session.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { forget } from './kept.ts'

/** What somebody has just left, by home and scene: what ends the chance to come back. */
const left = new Map<string, () => void>()
const keyOf = (home: string, scene: string | undefined): string => `${home} ${scene ?? ''}`

interface Left {
  home: string
  /** The scene that was changed; undefined for a new one. */
  scene: string | undefined
  /** Said when there is something to lose; without it what was built goes at once. */
  text?: string
  comeBack(): void
  /** What follows when the chance to come back is over. */
  gone?(): void
}

/** Orders go to the current home: nothing of another one may be deleted in it. */
const isCurrent = (home: string): boolean => session.state().gateway?.serialNumber === home

/**
 * Leaving throws away what was built and not saved (spec 2 §4), as soon as the chance to take that back is over. Whoever
 * goes to another home has not left it: the builder there goes on when he comes back.
 */
export function leave({ home, scene, text, comeBack, gone }: Left): void {
  if (!isCurrent(home)) return
  const key = keyOf(home, scene)
  const over = (): void => {
    left.delete(key)
    if (!isCurrent(home)) return
    forget(home, scene)
    gone?.()
  }
  if (text === undefined) return over()
  let back = false
  const close = toasts.show({
    text,
    about: [`draft ${key}`],
    undo: () => {
      back = true
      left.delete(key)
      comeBack()
    },
    gone: () => {
      if (!back) over()
    },
  })
  left.set(key, () => {
    back = true
    left.delete(key)
    close()
  })
}

/** Whoever opens the builder again goes on with what was left. */
export const stay = (home: string, scene: string | undefined): void => left.get(keyOf(home, scene))?.()
