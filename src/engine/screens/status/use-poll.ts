import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Poll } from '#schemas/generated/definitions/screen.ts'
import { numberLimit, useEngine, useSource } from '../../engine.ts'
import type { Row } from '../../ports.ts'
import { useHeard } from './use-heard.ts'

/** Ms after which a page that knows nothing yet asks again: the next round may be minutes away. */
const FIRST_ANSWER_RETRY = 2000

/**
 * Asks again and again while the screen is open, and at once after its events and when the page is looked at again: no
 * clock runs while a computer sleeps (L-07). A failure is only the next try. `heard` gets each answer.
 */
export function usePoll(
  poll: Poll | undefined,
  heard: (answer: Row) => void,
): { row: Row | undefined; ask: () => void } {
  const source = useSource()
  const { definitions } = useEngine()
  const [row, setRow] = useState<Row>()
  const current = useRef<AbortController>(undefined)
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined)
  const every = poll && numberLimit(definitions, poll.every)

  const ask = useEffectEvent(async () => {
    if (!poll || !source) return
    current.current?.abort()
    clearTimeout(soon.current)
    const asking = new AbortController()
    current.current = asking
    try {
      const next = (await source.one(poll, {}, asking.signal)) as Row
      if (asking.signal.aborted) return
      setRow(next)
      heard(next)
    } catch {
      // The next try follows by itself.
      if (!asking.signal.aborted && row === undefined)
        soon.current = setTimeout(() => void ask(), FIRST_ANSWER_RETRY)
    }
  })
  const again = (): void => {
    if (document.visibilityState === 'visible') void ask()
  }

  useEffect(() => {
    if (every === undefined) return
    void ask()
    const timer = setInterval(() => void ask(), every)
    const seen = (): void => {
      if (document.visibilityState === 'visible') void ask()
    }
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      clearTimeout(soon.current)
      document.removeEventListener('visibilitychange', seen)
      current.current?.abort()
    }
  }, [every])
  useHeard(poll?.on, () => void ask())
  return { row, ask: again }
}
