import { useMemo } from 'react'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import type { FromLive, Resource } from '#schemas/generated/definitions/resource.ts'
import type { Column } from '#schemas/generated/definitions/screen.ts'
import { cells } from '../../../cells/registry.tsx'
import { useDevices, useLink, useStaleSince } from '../../../property/state/useHome.ts'
import { rowOf } from '../data/found.ts'
import type { ListData } from '../data/list-data.ts'
import { arrange, occurringIn } from '../data/live-rows.ts'
import type { ListAddress } from '../data/use-list-address.ts'
import { useLiveKeys } from './live-keys.ts'

/** Devices of the current gateway, kept by the channel: searched, filtered, sorted and paged here. */
export function useLiveRows(
  { from }: Resource & { from: FromLive },
  address: ListAddress,
  columns: readonly Column[],
): ListData {
  const { heads, total, complete } = useDevices()
  const link = useLink()
  const staleSince = useStaleSince()
  const { t } = useText()
  const moment = useHomeMoment()
  const { page, size, search, order } = address
  const filters = JSON.stringify(address.filters)
  const tag = tagOf(language())
  const collator = useMemo(() => new Intl.Collator(tag, { numeric: true }), [tag])
  const all = useMemo(() => heads.map(rowOf), [heads])
  const column = columns.find(({ field }) => field === order?.replace(/^-/, ''))
  const keys = useLiveKeys(all, column?.cell && cells.get(column.cell)?.live)
  // A thousand devices are searched and sorted when they or the question change, not at every paint.
  const arranged = useMemo(() => {
    const asked = { search, order, filters: JSON.parse(filters) as Record<string, string> }
    return arrange(all, asked, from.searchIn ?? ['name'], collator, keys)
  }, [all, search, order, filters, from, collator, keys])
  // What the filters offer is counted once for each state of the home.
  const occurring = useMemo(() => {
    const known = new Map<string, readonly string[]>()
    return (field: string): readonly string[] => {
      const values = known.get(field) ?? occurringIn(all, field, collator)
      known.set(field, values)
      return values
    }
  }, [all, collator])
  const untouched = search === '' && Object.keys(address.filters).length === 0
  const count = untouched && !complete ? total : arranged.length
  const current = Math.min(page, Math.max(1, Math.ceil(count / size)))
  const shown = useMemo(() => arranged.slice((current - 1) * size, current * size), [arranged, current, size])
  // While the rest is on its way, half a page would only make the page jump.
  const whole = complete || (total > 0 && heads.length >= Math.min(total, current * size))
  const coming = link.state === 'connecting' || link.state === 'live'
  const ready = whole || (heads.length > 0 && !coming)
  const state = ready ? 'ready' : link.state === 'failed' ? 'failed' : 'loading'
  const why = link.state === 'offline' || link.state === 'failed' ? link.state : 'stale'
  return {
    rows: shown,
    all,
    found: arranged,
    total: count,
    state,
    retry: link.retry,
    ...(staleSince === undefined
      ? {}
      : { stale: t(`device.link.${why}`, { since: moment(staleSince, Date.now()) }) }),
    occurring,
  }
}
