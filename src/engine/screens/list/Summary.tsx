import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { ListSummary } from '#schemas/generated/definitions/screen.ts'
import type { Row } from '../../doors.ts'
import { useEngine, useSource } from '../../engine.ts'

/** Figures of the whole, whatever page is shown; its events bring new ones. Without an answer there are none. */
export function Summary({ summary, words }: { summary: ListSummary; words: string }) {
  const { say } = useText()
  const { number } = useWords()
  const { onEvent } = useEngine()
  const source = useSource()
  const [row, setRow] = useState<Row>()
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const answer = (await source?.one({ operation: summary.operation }, {}, signal)) as Row | undefined
      if (!signal.aborted) setRow(answer)
    } catch {
      // The list says what is the matter.
    }
  })
  const hear = useEffectEvent((event: string, data: unknown) => {
    if (event === summary.on) setRow(data as Row)
  })
  useEffect(() => {
    const ended = new AbortController()
    void ask(ended.signal)
    const stop = onEvent?.(hear)
    return () => {
      ended.abort()
      stop?.()
    }
  }, [onEvent])
  if (!row) return null
  const figures = Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, number(value)] as const] : [],
  )
  return <> · {say(`${words}.summary`, '', Object.fromEntries(figures))}</>
}
