import { useMemo } from 'react'
import { rowsKey } from '#lib/rows/key.ts'
import type { HomePerson } from '#schemas/generated/entities/home-person.ts'
import { useEngine, usePorts } from '../engine.ts'
import type { Calls } from '../ports.ts'
import { useQuery } from '../rows.ts'

/** The people who may use the home. They rarely change, and versions of long ago name others too. */
const peopleQuery = (source: Pick<Calls, 'load'>, gateway: string | undefined) => ({
  queryKey: rowsKey('homePeople', { gateway }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly HomePerson[]> => {
    const { people } = await source.load('homePeople', { sn: gateway ?? '' }, signal)
    return people
  },
  staleTime: 300_000,
  retry: false,
})

const NOBODY: readonly HomePerson[] = []

/** Who may use the home, as far as whoever asks may know; undefined while that is not known. */
export function useHousehold(): readonly HomePerson[] | undefined {
  const { source } = usePorts()
  const { gateway } = useEngine().situation
  return useQuery(peopleQuery(source, gateway?.serialNumber)).data
}

/** Who reads it, and the names of the people of the home, as far as they are known. */
export function usePeople(): { me: string; people: ReadonlyMap<string, string> } {
  const { session } = useEngine().situation
  const household = useHousehold() ?? NOBODY
  return {
    me: String(session.id),
    people: useMemo(() => new Map(household.map(({ user_id, name }) => [user_id, name])), [household]),
  }
}
