import { useEffect, useEffectEvent, useState } from 'react'
import type { Poll } from '#schemas/generated/definitions/screen.ts'
import type { Row } from '../../doors.ts'
import { numberLimit, useEngine, useSource } from '../../engine.ts'

/** Asks again and again while the screen is open; a failure is only the next try. `heard` gets each answer. */
export function usePoll(poll: Poll | undefined, heard: (answer: Row) => void): Row | undefined {
  const source = useSource()
  const { definitions } = useEngine()
  const [answer, setAnswer] = useState<Row>()
  const every = poll && numberLimit(definitions, poll.every)
  const tell = useEffectEvent(heard)
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    if (!poll || !source) return
    try {
      const next = (await source.one(poll, {}, signal)) as Row
      if (signal.aborted) return
      setAnswer(next)
      tell(next)
    } catch {
      // The next try follows by itself.
    }
  })
  useEffect(() => {
    if (every === undefined) return
    const ended = new AbortController()
    void ask(ended.signal)
    const timer = setInterval(() => void ask(ended.signal), every)
    return () => {
      clearInterval(timer)
      ended.abort()
    }
  }, [every])
  return answer
}
