import { useCallback, useEffect, useState } from 'react'
import { useSettled } from '#engine/choosing/use-settled.ts'
import { usePorts } from '#engine/engine.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import { useVerdict } from './use-verdict.ts'

export type Checked = AnswerOf<'checkModel'>
export type ModelFile = AnswerOf<'readModel'>

/** Ms without a key before the text is judged. */
const SETTLED = 300

/** What stands in a file, as the server has it; `again` loads it anew. */
export function useModelFile(maker: string, entry: string) {
  const { source } = usePorts()
  const [file, setFile] = useState<ModelFile>()
  const [failure, setFailure] = useState<unknown>()
  const load = useCallback(
    (signal: AbortSignal) => {
      setFailure(undefined)
      source
        .load('readModel', { maker, entry }, signal)
        .then(setFile)
        .catch((error: unknown) => {
          if (!signal.aborted) setFailure(error)
        })
    },
    [source, maker, entry],
  )
  useEffect(() => {
    const left = new AbortController()
    load(left.signal)
    return () => left.abort()
  }, [load])
  return { file, failure, again: () => load(new AbortController().signal) }
}

/** What is wrong with a text, and how a device of it looks, whenever nobody has typed for a moment. */
export function useCheck(maker: string, entry: string, text: string) {
  const settled = useSettled(text, SETTLED)
  const { verdict: checked, ...asking } = useVerdict('checkModel', { maker, entry, text: settled })
  /** The last preview that could be drawn: a slip of the pen does not empty the page. */
  const [drawn, setDrawn] = useState<Required<Pick<Checked, 'device' | 'layout'>>>()
  if (checked?.device && checked.layout && checked.device !== drawn?.device)
    setDrawn({ device: checked.device, layout: checked.layout })
  return { checked, drawn, ...asking }
}
