import { useEffect, useRef, useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { alarmNameIn } from '#gateway/lib/names/alarm-name.ts'
import { language } from '#i18n/i18n.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import { vocabulary } from '../../offered/vocabulary.ts'

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

/** The alarms that a scene may raise; they are asked for while `wanted`. */
export function useAlarms(wanted = true): {
  alarms: readonly Alarm[]
  state: 'waiting' | 'there' | 'failed'
  failure: unknown
  retry(): void
} {
  const { source } = usePorts()
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: rowsKey('get_alarm_table'),
    queryFn: () => source.ask('get_alarm_table', {}),
    enabled: wanted,
  })
  const state = isError ? 'failed' : isPending ? 'waiting' : 'there'
  return {
    alarms: offered(data?.alarms ?? [], language()),
    state,
    failure: error,
    retry: () => void refetch(),
  }
}

/** The name of an alarm; its number while nobody knows more. They are asked for once a name is wanted: few scenes raise one. */
export function useAlarmName(): (alarmId: number) => string {
  const wanted = useRef(false)
  const [asked, ask] = useState(false)
  useEffect(() => {
    if (wanted.current) ask(true)
  })
  const { alarms } = useAlarms(asked)
  return (id) => {
    wanted.current = true
    return alarms.find(({ alarmId }) => alarmId === id)?.name ?? String(id)
  }
}
