import { rowsKey } from '#lib/rows-key.ts'
import { useEngine, usePorts } from '../engine.ts'
import type { Calls } from '../ports.ts'
import { useQuery } from '../rows.ts'

/** Names of the people who may use the home, by id. They rarely change, and versions of long ago name others too. */
const peopleQuery = (source: Pick<Calls, 'load'>, gateway: string | undefined) => ({
  queryKey: rowsKey('homePeople', { gateway }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReadonlyMap<string, string>> => {
    const { people } = await source.load('homePeople', { sn: gateway ?? '' }, signal)
    return new Map(people.map(({ user_id, name }) => [user_id, name]))
  },
  staleTime: 300_000,
  retry: false,
})

const NOBODY: ReadonlyMap<string, string> = new Map()

/** Who reads it, and the names of the people of the home, as far as they are known. */
export function usePeople(): { me: string; people: ReadonlyMap<string, string> } {
  const { source } = usePorts()
  const { session, gateway } = useEngine().situation
  return {
    me: String(session.id),
    people: useQuery(peopleQuery(source, gateway?.serialNumber)).data ?? NOBODY,
  }
}
