import { useEffect, useEffectEvent } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useReconnected } from '#engine/property/state/use-reconnected.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows-key.ts'

const MOST = 1000

/** The alarms that there are, with how many people of the chosen home each is told to; as they are while one looks. */
export function useAlarms() {
  const { source } = usePorts()
  const { situation, onEvent } = useEngine()
  const client = useQueryClient()
  const serialNumber = situation.gateway?.serialNumber
  const about = { limit: MOST, ...(serialNumber !== undefined && { serialNumber }) }
  const alarms = useQuery({
    queryKey: rowsKey('listAlarms', about),
    queryFn: ({ signal }) => source.load('listAlarms', about, signal),
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
  useReconnected(() => void again())
  return {
    alarms: alarms.data?.data ?? [],
    times: times.data ?? [],
    waiting: alarms.isPending,
    failed: alarms.error !== null && !alarms.data,
    again,
  }
}
