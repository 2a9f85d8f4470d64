import type { operations } from '#schemas/generated/api/home.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

type Calls = 'listStatusCalendars' | 'putStatusCalendar' | 'removeStatusCalendar'

/** Calendars elsewhere that statuses follow (decision 0246). */
export const statusCalendarHandlers = ({
  statusCalendars,
}: Pick<Parts, 'statusCalendars'>): Pick<HandlersOf<operations>, Calls> => ({
  listStatusCalendars: async ({ params: { sn } }) => ({ calendars: await statusCalendars.of(sn) }),

  putStatusCalendar: async ({
    params: { sn, resource_id: resourceId },
    query: { revision },
    body,
    session: { userId },
  }) => ({
    calendar: await statusCalendars.put({ serialNumber: sn, resourceId, revision }, userId, body),
  }),

  async removeStatusCalendar({ params: { sn, resource_id } }) {
    await statusCalendars.remove(sn, resource_id)
  },
})
