import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { alarmNameIn } from '#gateway/lib/names/alarm-name.ts'
import { language } from '#i18n/i18n.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import { vocabulary } from '../offered.ts'

interface Alarm {
  alarmId: number
  name: string
  desc: string | undefined
}

/** Alarms that actions may raise: those above the limit of the vocabulary (spec 2 §5). */
const offered = (entries: readonly AlarmEntry[], language: string): readonly Alarm[] =>
  entries.flatMap(({ alarmId, alarm }) => {
    const named = alarmNameIn(alarm, language)
    return alarmId > vocabulary.alarmsAbove && named ? [{ alarmId, name: named.name, desc: named.desc }] : []
  })

export function useAlarms(): { alarms: readonly Alarm[]; state: 'waiting' | 'there' | 'failed' } {
  const { source } = usePorts()
  const { data, isPending, isError } = useQuery({
    queryKey: rowsKey('get_alarm_table'),
    queryFn: () => source.ask('get_alarm_table', {}),
  })
  const state = isError ? 'failed' : isPending ? 'waiting' : 'there'
  return { alarms: offered(data?.alarms ?? [], language()), state }
}

/** The name of an alarm; its number while nobody knows more. */
export function useAlarmName(): (alarmId: number) => string {
  const { alarms } = useAlarms()
  return (id) => alarms.find(({ alarmId }) => alarmId === id)?.name ?? String(id)
}
