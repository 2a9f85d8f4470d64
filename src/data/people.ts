import type { Calls } from '#engine/doors.ts'
import { rowsKey } from '#lib/rows-key.ts'

/** Names of the people who may use the home, by id. They rarely change, and versions of long ago name others too. */
export const peopleQuery = (source: Pick<Calls, 'load'>, gateway: string | undefined) => ({
  queryKey: rowsKey('homePeople', { gateway }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReadonlyMap<string, string>> => {
    const { people } = await source.load('homePeople', { sn: gateway ?? '' }, signal)
    return new Map(people.map(({ user_id, name }) => [user_id, name]))
  },
  staleTime: 300_000,
  retry: false,
})
