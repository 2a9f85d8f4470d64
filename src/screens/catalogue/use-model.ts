import { useCallback, useEffect, useState } from 'react'
import { useSettled } from '#engine/choosing/use-settled.ts'
import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { AnswerOf } from '#schemas/calls.ts'

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

/**
 * What is wrong with a text, and how a device of it looks, whenever nobody has typed for a moment. Where nobody answers,
 * the last verdict stands, `failure` says why there is no newer one, and `again` asks for it.
 */
export function useCheck(maker: string, entry: string, text: string) {
  const { source } = usePorts()
  const settled = useSettled(text, SETTLED)
  const asked = { maker, entry, text: settled }
  const { data, error, refetch } = useQuery({
    queryKey: rowsKey('checkModel', asked),
    // A text is not written twice.
    gcTime: 0,
    queryFn: ({ signal }) => source.load('checkModel', asked, signal),
  })
  const [checked, setChecked] = useState<Checked>()
  if (data && data !== checked) setChecked(data)
  /** The last preview that could be drawn: a slip of the pen does not empty the page. */
  const [drawn, setDrawn] = useState<Required<Pick<Checked, 'device' | 'layout'>>>()
  if (data?.device && data.layout && data.device !== drawn?.device)
    setDrawn({ device: data.device, layout: data.layout })
  return { checked, drawn, failure: error ?? undefined, again: () => void refetch() }
}
