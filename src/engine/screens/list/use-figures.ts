import { useEffect, useEffectEvent, useRef } from 'react'
import { rowsKey } from '#lib/rows/key.ts'
import { useEngine, useSource } from '../../engine.ts'
import type { Row } from '../../ports.ts'
import { useOpened } from '../../property/state/use-reconnected.ts'
import { useQuery, useQueryClient } from '../../rows.ts'

/** What changes them is told one by one; a fleet that is updated tells thousands. */
const PAUSE_MS = 2000

interface Asked {
  operation: string
  /** What the list is narrowed to, as its call names it. */
  asked: Row
  /** Event whose data are the figures of the whole anew. */
  on?: string | undefined
  /** Events that change them, and do not say to what. */
  changes?: readonly string[] | undefined
}

interface Figures {
  row: Row | undefined
  /** Why there are none. */
  error: unknown
  refetch(): void
}

/** Figures of what a list shows, on all its pages; events bring new ones. */
export function useFigures({ operation, asked, on, changes = [] }: Asked): Figures {
  const { onEvent } = useEngine()
  const source = useSource()
  const client = useQueryClient()
  const queryKey = rowsKey(operation, asked)
  const names = Object.keys(asked)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Row> => {
      const params = Object.fromEntries(names.map((name) => [name, `row.${name}`]))
      const load = { operation, ...(names.length > 0 && { params }) }
      return ((await source?.one(load, { row: asked }, signal)) ?? {}) as Row
    },
    // Whoever shows the same a moment later asks for nothing.
    staleTime: PAUSE_MS,
    // Those of before stay until the next are there.
    placeholderData: (before) => before,
  })
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Two that show the same figures ask for them once.
  const ask = useEffectEvent(() => void client.invalidateQueries({ queryKey }, { cancelRefetch: false }))
  const hear = useEffectEvent((event: string, told: unknown) => {
    // An event tells of everything; what is shown of it has to be asked for.
    if (event === on && names.length === 0) client.setQueryData(queryKey, told as Row)
    else if (event === on) ask()
    else if (changes.includes(event))
      due.current ??= setTimeout(() => {
        due.current = undefined
        ask()
      }, PAUSE_MS)
  })
  useEffect(() => onEvent?.(hear), [onEvent])
  useOpened(ask)
  useEffect(() => () => clearTimeout(due.current), [])
  return { row: data, error: data ? undefined : error, refetch: () => void refetch() }
}
