import { alarmNameIn } from '#gateway/lib/names/alarm-name.ts'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'

export function nameOf(
  { alarmName, alarmCode }: Pick<Alarm, 'alarmName' | 'alarmCode'>,
  language: string,
): { name: string; desc: string } {
  const { name = alarmCode, desc = '' } = alarmNameIn(alarmName, language) ?? {}
  return { name, desc }
}
