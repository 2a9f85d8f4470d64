import type { TilesScreen } from '#schemas/generated/definitions/screen.ts'
import { useAddress } from '../../address.ts'
import { useEngine } from '../../engine.ts'
import type { DeviceHead } from '../../ports.ts'
import { filtersIn, findIn, rowOf, searched } from '../list/data/found.ts'

export interface Found {
  heads: readonly DeviceHead[]
  search: string
  filters: Readonly<Record<string, string>>
  /** Whether anything is searched or filtered for. */
  asked: boolean
  change(part: Parameters<typeof searched>[0]): void
}

/** The devices that the search and the filters of the address leave. */
export function useFound(screen: TilesScreen, all: readonly DeviceHead[]): Found {
  const { definitions } = useEngine()
  const [params, change] = useAddress()
  const search = screen.search ? (params.get('q') ?? '') : ''
  const filters = filtersIn(params, screen.filters)
  const asked = search !== '' || Object.keys(filters).length > 0
  const from = definitions.resource(screen.resource)?.from
  const searchIn = (from && 'live' in from && from.searchIn) || ['name']
  return {
    heads: asked
      ? findIn(all.map(rowOf), { search, filters }, searchIn).map(({ head }) => head as DeviceHead)
      : all,
    search,
    filters,
    asked,
    change: (part) => change({ ...searched(part), n: undefined }),
  }
}
