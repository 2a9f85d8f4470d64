import { useEffect, useState } from 'react'
import { call } from './client.ts'

export type Called<T> = { state: 'waiting' } | { state: 'loaded'; value: T } | { state: 'failed' }

/** The answer of a call, asked for when the component appears and again on request. The gateway keeps to its schema. */
export function useCall<T>(operation: string, timeout?: number): readonly [Called<T>, () => void] {
  const [round, setRound] = useState(0)
  const [called, setCalled] = useState<Called<T> & { of?: number }>({ state: 'waiting' })
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    call(operation, { signal, timeout }).then(
      ({ data }) => {
        if (!signal.aborted) setCalled({ state: 'loaded', value: data as T, of: round })
      },
      () => {
        if (!signal.aborted) setCalled({ state: 'failed', of: round })
      },
    )
    return () => ended.abort()
  }, [operation, timeout, round])
  return [called.of === round ? called : { state: 'waiting' }, () => setRound(round + 1)]
}
