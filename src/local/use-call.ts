import { useEffect, useState } from 'react'
import type { LocalOperationId } from '#schemas/calls.ts'
import { call, type DataOf } from './client.ts'

export type Called<T> =
  | { state: 'waiting' }
  | { state: 'loaded'; value: T }
  | { state: 'failed'; error: unknown }

/** The answer of a call, asked for when the component appears and again on request. */
export function useCall<O extends LocalOperationId>(
  operation: O,
  timeout?: number,
): readonly [Called<DataOf<O>>, () => void] {
  const [round, setRound] = useState(0)
  const [called, setCalled] = useState<Called<DataOf<O>> & { of?: number }>({ state: 'waiting' })
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    call(operation, { signal, timeout }).then(
      ({ data }) => {
        if (!signal.aborted) setCalled({ state: 'loaded', value: data, of: round })
      },
      (error: unknown) => {
        if (!signal.aborted) setCalled({ state: 'failed', error, of: round })
      },
    )
    return () => ended.abort()
  }, [operation, timeout, round])
  return [called.of === round ? called : { state: 'waiting' }, () => setRound(round + 1)]
}
