import { useMemo } from 'react'
import { useHousehold } from '#engine/objects/people.ts'
import { useWebAddressList } from '../calls/out/use-web-addresses.ts'
import { useStatusCalendars } from '../statuses/use-status-calendars.ts'
import type { Elsewhere } from './elsewhere.ts'

/** What the server keeps for scenes of the home: calendars of statuses, addresses that are called, people who are told. */
export function useElsewhere(): Elsewhere {
  const { data: calendars } = useStatusCalendars()
  const { data: called } = useWebAddressList()
  const household = useHousehold()
  return useMemo(
    () => ({
      unread:
        calendars &&
        new Set(
          calendars.calendars.flatMap(({ resource_id, fault }) => (fault === undefined ? [] : [resource_id])),
        ),
      addresses: called && new Set(called.addresses.map(({ id }) => id)),
      people: household && new Set(household.map(({ user_id }) => user_id)),
    }),
    [calendars, called, household],
  )
}
