import { useEffect, useEffectEvent } from 'react'
import type { Range } from '#engine/charts/model/range.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useOpened } from '#engine/property/state/use-reconnected.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { Priority, State } from './priorities.ts'

const LISTS = ['listAlarmNotifications', 'listAlarmNotificationsByCode'] as const
const COUNTS = 'listAlarmNotificationGroups'

export interface Wanted {
  /** Only of this alarm. */
  code: string | undefined
  priority: Priority | undefined
  state: State
  /** Only what went off then. */
  during: Range | undefined
  /** The time, for what is counted of the last days. */
  now: number
  /** How many are shown at most. */
  limit: number
}

const DAY = 86_400_000
const isoOf = (at: number): string => new Date(at).toISOString()

/** What alarms told, of the gateway that is chosen or of all that one may look at; as it is while one looks. */
export function useAlarmNotifications({ code, priority, state, during, now, limit }: Wanted) {
  const { source } = usePorts()
  const { situation, onEvent } = useEngine()
  const client = useQueryClient()
  const serialNumber = situation.gateway?.serialNumber
  const about = { limit, filterBy: state, ...(serialNumber !== undefined && { serialNumber }) }
  const then = during && { from: isoOf(during.from), to: isoOf(during.to) }
  const ofPriority = { ...then, ...(priority !== undefined && { alarmPriorityCode: priority }) }
  const counted = { ...then, ...(serialNumber !== undefined && { serialNumber }) }

  const list = useQuery({
    queryKey:
      code === undefined
        ? rowsKey('listAlarmNotifications', { ...about, ...ofPriority })
        : rowsKey('listAlarmNotificationsByCode', { ...about, code }),
    queryFn: ({ signal }) =>
      code === undefined
        ? source.load('listAlarmNotifications', { ...about, ...ofPriority }, signal)
        : source.load('listAlarmNotificationsByCode', { ...about, code }, signal),
    placeholderData: (before) => before,
  })
  const groups = useQuery({
    queryKey: rowsKey(COUNTS, counted),
    queryFn: ({ signal }) => source.load(COUNTS, counted, signal),
    placeholderData: (before) => before,
  })

  // Whole days: what is asked for stays the same while one looks.
  const week = { from: isoOf(Math.floor(now / DAY) * DAY - 6 * DAY), to: isoOf(Math.ceil(now / DAY) * DAY) }
  const recent = { ...week, ...(serialNumber !== undefined && { serialNumber }) }
  const lately = useQuery({
    queryKey: rowsKey(COUNTS, recent),
    queryFn: ({ signal }) => source.load(COUNTS, recent, signal),
    enabled: code === undefined,
  })

  const again = (): void => {
    for (const operation of [...LISTS, COUNTS])
      void client.invalidateQueries({ queryKey: rowsKey(operation) })
  }
  const hear = useEffectEvent((event: string) => {
    if (/^(user_)?alarm_notification_/.test(event)) again()
  })
  useEffect(() => onEvent?.(hear), [onEvent])
  useOpened(again)

  return {
    notifications: list.data?.data ?? [],
    /** Undefined until that is known: of a list that did not come nobody says that nothing is open. */
    count: list.data?.count,
    groups: groups.data,
    /** How many there were in the last seven days; undefined until that is known. */
    lately: lately.data?.reduce((sum, group) => sum + group.count, 0),
    waiting: list.isPending,
    failure: list.data ? null : list.error,
    again,
    /** Tells what stands in the way itself; somebody else may have been quicker, and the list says who. */
    react: async (notificationId: string, responseMsg: string) => {
      const answer = await source.call('reactToAlarmNotification', { notificationId, responseMsg })
      again()
      return answer
    },
  }
}
