import { useEffect, useEffectEvent } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows-key.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListSummary } from '#schemas/generated/definitions/screen.ts'
import { useEngine, useSource } from '../../engine.ts'
import type { Row } from '../../ports.ts'
import { useQuery, useQueryClient } from '../../rows.ts'
import type { ListAddress } from './data/use-list-address.ts'

interface Props {
  summary: ListSummary
  words: string
  /** What the list is narrowed to by search and filters, as its call names it. */
  asked: Row
}

/** What search and filters of a list are in its call; nothing while it shows everything. */
export function narrowed({ from }: Resource, { search, filters }: ListAddress): Row {
  if (!('operation' in from)) return {}
  const { query = {}, fixed = {} } = from
  const said = { ...filters, ...(query.search && search ? { [query.search]: search } : {}) }
  return Object.keys(said).length === 0 ? {} : { ...fixed, ...said }
}

/** Figures of what the list shows, on all its pages; its events bring new ones. */
export function Summary({ summary, words, asked }: Props) {
  const { say } = useText()
  const { number } = useWords()
  const { onEvent } = useEngine()
  const source = useSource()
  const client = useQueryClient()
  const queryKey = rowsKey(summary.operation, asked)
  const names = Object.keys(asked)
  // Without an answer there are none; the list says what is the matter.
  const { data: row } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Row> => {
      const params = Object.fromEntries(names.map((name) => [name, `row.${name}`]))
      const load = { operation: summary.operation, ...(names.length > 0 && { params }) }
      return ((await source?.one(load, { row: asked }, signal)) ?? {}) as Row
    },
  })
  const hear = useEffectEvent((event: string, data: unknown) => {
    if (event !== summary.on) return
    // An event tells of everything; what is shown of it has to be asked for.
    if (names.length > 0) void client.invalidateQueries({ queryKey })
    else client.setQueryData(queryKey, data as Row)
  })
  useEffect(() => onEvent?.(hear), [onEvent])
  if (!row) return null
  const figures = Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, number(value)] as const] : [],
  )
  return <> · {say(`${words}.summary`, '', Object.fromEntries(figures))}</>
}
