import { useMemo } from 'react'
import { useHousehold } from '#engine/objects/people.ts'
import { useWebAddressList } from '../calls/out/use-web-addresses.ts'
import { useCallAddressList } from '../calls/use-call-address.ts'
import { useStatusCalendars } from '../statuses/use-status-calendars.ts'
import { callKey, type Elsewhere } from './elsewhere.ts'

/** What the server keeps for scenes of the home: calendars of statuses, addresses that are called and that call, people who are told. */
export function useElsewhere(): Elsewhere {
  const { data: calendars } = useStatusCalendars()
  const { data: called } = useWebAddressList()
  const { data: calling } = useCallAddressList()
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
      callers:
        calling &&
        new Set(
          calling.addresses.flatMap(({ rule_id, trigger_id }) =>
            rule_id !== undefined && trigger_id !== undefined ? [callKey(rule_id, trigger_id)] : [],
          ),
        ),
    }),
    [calendars, called, calling, household],
  )
}
