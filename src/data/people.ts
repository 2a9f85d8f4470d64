import type { Source } from '#engine/doors.ts'
import { rowsKey } from '#lib/rows-key.ts'
import type { operations } from '#schemas/generated/api/home.ts'

type Answer = operations['homePeople']['responses'][200]['content']['application/json']

/** Names of the people who may use the home, by id. They rarely change, and versions of long ago name others too. */
export const peopleQuery = (source: Pick<Source, 'one'>, gateway: string | undefined) => ({
  queryKey: rowsKey('homePeople', { gateway }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReadonlyMap<string, string>> => {
    const params = { sn: 'gateway.serialNumber' }
    const { people } = (await source.one({ operation: 'homePeople', params }, {}, signal)) as Answer
    return new Map(people.map(({ user_id, name }) => [user_id, name]))
  },
  staleTime: 300_000,
  retry: false,
})
