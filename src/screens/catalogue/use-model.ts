import { useCallback, useEffect, useRef, useState } from 'react'
import { useSource } from '#engine/engine.ts'
import type { operations } from '#schemas/generated/api/catalogue.ts'

type AnswerOf<O extends keyof operations> = operations[O]['responses'] extends {
  200: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

export type Checked = AnswerOf<'checkModel'>
export type ModelFile = AnswerOf<'readModel'>

/** Ms without a key before the text is judged. */
const SETTLED = 300

/** What stands in a file, as the server has it; `again` loads it anew. */
export function useModelFile(maker: string, entry: string) {
  const source = useSource()
  const [file, setFile] = useState<ModelFile>()
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    setFailed(round < 0)
    source
      ?.one(
        { operation: 'readModel', params: { maker: 'route.maker', entry: 'route.entry' } },
        { route: { maker, entry } },
        left.signal,
      )
      .then((answer) => setFile(answer as ModelFile))
      .catch(() => {
        if (!left.signal.aborted) setFailed(true)
      })
    return () => left.abort()
  }, [source, maker, entry, round])
  return { file, failed, again: useCallback(() => setRound((count) => count + 1), []) }
}

/** What is wrong with a text, and how a device of it looks, whenever nobody has typed for a moment. */
export function useCheck(maker: string, entry: string, text: string | undefined) {
  const source = useSource()
  const [checked, setChecked] = useState<Checked>()
  /** The last preview that could be drawn: a slip of the pen does not empty the page. */
  const [drawn, setDrawn] = useState<Required<Pick<Checked, 'device' | 'layout'>>>()
  const asked = useRef(0)
  useEffect(() => {
    if (text === undefined) return
    const timer = setTimeout(() => {
      asked.current += 1
      const turn = asked.current
      void source?.act({ operation: 'checkModel' }, { form: { maker, entry, text } }).then((result) => {
        // Only the last question counts, whichever answer comes last.
        if (!result.ok || turn !== asked.current) return
        const answer = result.data as Checked
        setChecked(answer)
        if (answer.device && answer.layout) setDrawn({ device: answer.device, layout: answer.layout })
      })
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [source, maker, entry, text])
  return { checked, drawn }
}
