import { useEffect, useRef, useState } from 'react'
import { useLeaving } from '../use-leaving.ts'

/**
 * A value that follows a finger: shown at once, sent at most once every `every` ms while it moves, and once more when it
 * is let go (`release`) or its control or the page goes away, so that the last one always arrives.
 */
export function useThrottled<T>(value: T, commit: (value: T) => void, every: number) {
  const [draft, setDraft] = useState<{ next: T }>()
  const waiting = useRef<{ next: T }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(commit)
  useEffect(() => {
    latest.current = commit
  })

  const sendWaiting = () => {
    const edit = waiting.current
    waiting.current = undefined
    if (edit) latest.current(edit.next)
    return edit !== undefined
  }
  const pause = () => {
    timer.current = setTimeout(() => {
      timer.current = undefined
      if (sendWaiting()) pause()
      else setDraft(undefined)
    }, every)
  }
  const change = (next: T) => {
    waiting.current = { next }
    setDraft(waiting.current)
    if (timer.current !== undefined) return
    sendWaiting()
    pause()
  }
  const release = () => {
    sendWaiting()
    setDraft(undefined)
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
      const edit = waiting.current
      waiting.current = undefined
      if (edit) latest.current(edit.next)
    },
    [],
  )
  useLeaving(release)
  return { shown: draft ? draft.next : value, editing: draft !== undefined, change, release }
}
