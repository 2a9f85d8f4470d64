import { useEffect, useEffectEvent, useState } from 'react'
import { rowsKey } from '#lib/rows/key.ts'
import type { AskedBy } from '#schemas/calls.ts'
import type { Load } from '#schemas/generated/definitions/screen.ts'
import { numberLimit, useEngine, useSource } from '../engine.ts'
import type { Bound } from '../ports.ts'
import { useQueryClient } from '../rows.ts'

export type Loaded<Value = unknown> =
  | { state: 'waiting' }
  | { state: 'loaded'; value: Value }
  | { state: 'failed'; error: unknown }

/**
 * Loads one thing after its delay; a failure is tried once more after `retry`, then it has failed (spec 1 §8). Where
 * nothing is to be loaded it is there at once. It is asked for anew, and shown meanwhile as it was, when rows of the
 * same call are, or of the one that it stands beside, and with each of `changes`: what stands beside a list never tells another story than the list.
 */
export function useLoad<const Asking extends Load | undefined>(
  load: Asking,
  of: string,
  bound: Bound = {},
  changes = 0,
): Loaded<AskedBy<Asking>> {
  const source = useSource()
  const client = useQueryClient()
  const { definitions } = useEngine()
  const [loaded, setLoaded] = useState<Loaded & { of?: string }>({ state: 'waiting' })
  const delay = load?.delay === undefined ? 0 : numberLimit(definitions, load.delay)
  const retry = load?.retry === undefined ? undefined : numberLimit(definitions, load.retry)
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    if (!source || !load) throw new Error('Calls need a session')
    return await source.one(load, bound, signal)
  })

  const wanted = load !== undefined
  const operation = load?.operation
  const beside = load?.with
  useEffect(() => {
    if (!wanted) return
    const ended = new AbortController()
    const { signal } = ended
    let timer: ReturnType<typeof setTimeout>
    const attempt = async (again: number | undefined): Promise<void> => {
      try {
        const value = await ask(signal)
        if (!signal.aborted) setLoaded({ state: 'loaded', value, of })
      } catch (error) {
        if (signal.aborted) return
        if (again === undefined) setLoaded({ state: 'failed', error, of })
        else timer = setTimeout(() => void attempt(undefined), again)
      }
    }
    timer = setTimeout(() => void attempt(retry), changes > 0 ? 0 : delay)
    const [kind] = rowsKey('')
    const names: readonly unknown[] = [operation, beside].filter((name) => name !== undefined)
    const leave = client.getQueryCache().subscribe(({ type, query, ...event }) => {
      const isAsked = type === 'updated' && 'action' in event && event.action.type === 'invalidate'
      if (isAsked && query.queryKey[0] === kind && names.includes(query.queryKey[1])) void attempt(undefined)
    })
    return () => {
      leave()
      clearTimeout(timer)
      ended.abort()
    }
  }, [wanted, of, delay, retry, client, operation, beside, changes])

  // What answers keeps to the documents that its types come from.
  const known = (wanted ? loaded : { state: 'loaded', of }) as Loaded<AskedBy<Asking>> & { of?: string }
  return known.of === of ? known : { state: 'waiting' }
}
