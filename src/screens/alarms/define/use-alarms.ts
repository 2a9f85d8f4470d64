import { useEffect, useEffectEvent } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useOpened } from '#engine/property/state/use-reconnected.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'
import { PRIORITIES, type Priority } from '../priorities.ts'

/** Which alarms are wanted; what is undefined narrows nothing. */
export interface WantedAlarms {
  page: number
  limit: number
  searchText: string | undefined
  alarmPriorityCode: Priority | undefined
}

/** More than an administrator can make. */
const ALL: WantedAlarms = { page: 1, limit: 1000, searchText: undefined, alarmPriorityCode: undefined }

/** Alarms, urgent ones first, with how many people of the chosen home each is told to; as they are while one looks. */
export function useAlarms(wanted: WantedAlarms = ALL) {
  const { source } = usePorts()
  const { situation, onEvent } = useEngine()
  const client = useQueryClient()
  const serialNumber = situation.gateway?.serialNumber
  const about = { ...wanted, urgentFirst: true, ...(serialNumber !== undefined && { serialNumber }) }
  const alarms = useQuery({
    queryKey: rowsKey('listAlarms', about),
    queryFn: ({ signal }) => source.load('listAlarms', about, signal),
    placeholderData: (before) => before,
  })
  const times = useQuery({
    queryKey: rowsKey('listEscalationTimes', {}),
    queryFn: ({ signal }) => source.load('listEscalationTimes', {}, signal),
  })
  const again = (): Promise<unknown> =>
    Promise.all(
      (['listAlarms', 'listEscalationTimes', 'listAlarmRecipients'] as const).map((operation) =>
        client.invalidateQueries({ queryKey: rowsKey(operation) }),
      ),
    )
  const hear = useEffectEvent((event: string) => {
    if (/^(user|admin)_alarm_(created|updated|removed)$/.test(event)) void again()
  })
  useEffect(() => onEvent?.(hear), [onEvent])
  useOpened(() => void again())
  return {
    alarms: alarms.data?.data ?? [],
    count: alarms.data?.count ?? 0,
    times: times.data ?? [],
    /** How long an answer to it is waited for at each level, in seconds. */
    timeOf: ({ alarmPriority: { alarmPriorityCode } }: Alarm): number | undefined =>
      times.data?.find(({ priority }) => priority === alarmPriorityCode)?.escalationTime,
    waiting: alarms.isPending,
    failure: alarms.data ? null : alarms.error,
    again,
  }
}

/** How many alarms have each priority, whatever is looked for; nothing until that is known. */
export function useAlarmCounts(): ReadonlyMap<Priority, number> | undefined {
  const { source } = usePorts()
  const found = useQuery({
    queryKey: rowsKey('listAlarms', { counts: true }),
    queryFn: ({ signal }) =>
      Promise.all(
        PRIORITIES.map(async ({ code }) => {
          const { count } = await source.load('listAlarms', { limit: 1, alarmPriorityCode: code }, signal)
          return [code, count] as const
        }),
      ),
  })
  return found.data && new Map(found.data)
}
