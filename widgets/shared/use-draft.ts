import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLeaving } from './use-leaving.ts'

/** How long an edit is left alone before it is sent (spec 2 §5). */
const COMMIT_DELAY = 700

interface Draft<T> {
  of: T
  next: T
  /** A finger holds it: it waits for the release, however long. */
  held: boolean
}

/**
 * A value being edited: shown at once, committed when it has been left alone for `delay` ms, on `flush`,
 * or when its control or the page goes away. A newer value from outside replaces the draft on screen, but an edit
 * already made is still sent.
 */
export function useDraft<T>(value: T, commit: (value: T) => void, delay: number = COMMIT_DELAY) {
  const [draft, setDraft] = useState<Draft<T>>()
  const pending = useRef<Draft<T>>(undefined)
  const send = useEffectEvent((next: T) => commit(next))

  const flush = () => {
    const edit = pending.current
    if (!edit) return
    pending.current = undefined
    setDraft(undefined)
    commit(edit.next)
  }

  const change = (next: T, held = false) => {
    pending.current = { of: value, next, held }
    setDraft(pending.current)
  }

  useEffect(() => {
    if (!draft || draft.held) return
    const timer = setTimeout(() => {
      pending.current = undefined
      setDraft(undefined)
      send(draft.next)
    }, delay)
    return () => clearTimeout(timer)
  }, [draft, delay])

  useEffect(
    () => () => {
      const edit = pending.current
      pending.current = undefined
      if (edit) send(edit.next)
    },
    [],
  )

  useLeaving(flush)

  const shown = draft && Object.is(draft.of, value) ? draft.next : value
  return { shown, editing: draft !== undefined, change, flush }
}
