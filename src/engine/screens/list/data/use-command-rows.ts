import { useEffect, useEffectEvent, useMemo } from 'react'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { valueAt } from '#lib/value-at.ts'
import type { FromCommand, Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { holds } from '../../../conditions/holds.ts'
import { useEngine, usePorts } from '../../../engine.ts'
import { failureText } from '../../../failure-text.ts'
import type { Row, Rows } from '../../../ports.ts'
import { useReconnected } from '../../../property/state/use-reconnected.ts'
import { useQuery, useQueryClient } from '../../../rows.ts'
import type { ListData } from './list-data.ts'
import { arrange, grouped, occurringIn } from './live-rows.ts'
import type { ListAddress } from './use-list-address.ts'
import { worded } from './worded.ts'

const NONE: readonly Row[] = []

/** All rows in one answer of the gateway: searched, filtered, sorted and paged here; live events change them. */
export function useCommandRows(
  resource: Resource & { from: FromCommand },
  { only, words, groups }: Pick<ListScreen, 'only' | 'words' | 'groups'>,
  address: ListAddress,
): ListData & { refetch(): void } {
  const { from } = resource
  const { source } = usePorts()
  const { situation } = useEngine()
  const client = useQueryClient()
  const text = useText()
  const queryKey = rowsKey(from.command, from.fixed ?? {})
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Rows> => {
      const { fixed = {} } = from
      const params = Object.fromEntries(Object.keys(fixed).map((name) => [name, `row.${name}`]))
      const answer = await source.one({ command: from.command, params }, { row: fixed }, signal)
      const rows = valueAt(answer, from.rows)
      if (!Array.isArray(rows)) throw new Error(`${from.command} answers no ${from.rows}`)
      return { rows: rows as Row[], total: rows.length }
    },
  })
  const refetch = (): void => void client.invalidateQueries({ queryKey })
  const again = useEffectEvent(refetch)
  useEffect(() => source.watch(resource, again), [source, resource])
  useReconnected(refetch)

  const known = query.data?.rows ?? NONE
  const { unless, searchIn = ['name'] } = from
  const ours = useMemo(
    () =>
      known.filter(
        (row) => holds(only, situation, { row }) && !(unless && holds(unless, situation, { row })),
      ),
    [known, unless, only, situation],
  )
  const all = worded(ours, words, text)
  const { page, size, search, order, filters } = address
  const collator = new Intl.Collator(tagOf(language()), { numeric: true })
  const found = grouped(arrange(all, { search, order, filters }, searchIn, collator), groups, collator)
  const current = Math.min(page, Math.max(1, Math.ceil(found.length / size)))
  return {
    rows: found.slice((current - 1) * size, current * size),
    all,
    found,
    total: found.length,
    state: query.data ? 'ready' : query.isError ? 'failed' : 'loading',
    error: query.error,
    retry: () => void query.refetch(),
    refetch,
    ...(query.isError && query.data ? { stale: failureText(query.error, text) } : {}),
    occurring: (field) => occurringIn(all, field, collator),
  }
}
