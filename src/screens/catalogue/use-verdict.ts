import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { AnswerOf, InputOf } from '#schemas/calls.ts'

/**
 * What the server says of a text. Until it has judged a newer one, and where it does not answer, the last verdict stands;
 * `failure` says why there is none of this text, and `again` asks for it.
 */
export function useVerdict<O extends 'checkModel' | 'checkDefinitionFile'>(
  operation: O,
  asked: InputOf<O> & object,
) {
  const { source } = usePorts()
  const { data, error, refetch } = useQuery({
    queryKey: rowsKey(operation, asked),
    // A text is not written twice.
    gcTime: 0,
    queryFn: ({ signal }) => source.load(operation, asked, signal),
  })
  const [verdict, setVerdict] = useState<AnswerOf<O>>()
  if (data && data !== verdict) setVerdict(() => data)
  return { verdict, failure: error ?? undefined, again: () => void refetch() }
}
