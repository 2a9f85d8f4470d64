import { alarmNameIn } from '#gateway/lib/names/alarm-name.ts'
import type { Language } from '#server/lib/language.ts'
import type { AlarmFacts, KeptAlarmNotification } from '#server/store/homes/alarms.ts'

/** Device, room and scene, as far as the alarm is about one. */
const placeOf = ({ deviceName, roomName, sceneName }: AlarmFacts): string =>
  [deviceName, roomName, sceneName].filter((one) => one).join(' · ')

/** What an alarm says, by its own names: what goes off, where, and what that means. */
export function textOf(
  { names, facts, code }: Pick<KeptAlarmNotification, 'names' | 'facts' | 'code'>,
  language: Language,
): { title: string; place: string; about: string } {
  const { name = code, desc = '' } = alarmNameIn(names, language) ?? {}
  return { title: name, place: placeOf(facts), about: desc }
}

export const lines = (...some: readonly string[]): string => some.filter((one) => one !== '').join('\n')
