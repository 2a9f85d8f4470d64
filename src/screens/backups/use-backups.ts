import { useEngine, usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'

/** The backups of the home, and what is known of them together. */
export function useBackups() {
  const { source } = usePorts()
  const { situation } = useEngine()
  const sn = situation.gateway?.serialNumber ?? ''
  const userId = situation.session.id ?? ''
  return useQuery({
    queryKey: rowsKey('listBackups', { sn, userId, all: true }),
    enabled: sn !== '' && userId !== '',
    queryFn: ({ signal }) => source.load('listBackups', { sn, userId }, signal),
  })
}
