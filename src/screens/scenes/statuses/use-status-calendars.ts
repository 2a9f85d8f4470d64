import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'

export const calendarsKey = (sn: string) => rowsKey('listStatusCalendars', { sn })

/** The calendars that statuses of the home follow; none where nobody can be asked for them. */
export function useStatusCalendars() {
  const { source } = usePorts()
  const { situation } = useEngine()
  const sn = situation.gateway?.serialNumber ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: calendarsKey(sn),
    enabled: !isOutOfReach({ operations: ['listStatusCalendars'] }, situation),
    queryFn: ({ signal }) => source.load('listStatusCalendars', { sn }, signal),
  })
  const find = (id: string) => data?.calendars.find(({ resource_id }) => resource_id === id)
  return {
    data,
    error,
    refetch,
    find,
    /** Whether a status follows one, and that can be read. */
    of: (id: string): 'follows' | 'broken' | undefined => {
      const known = find(id)
      return known && (known.fault === undefined ? 'follows' : 'broken')
    },
  }
}
