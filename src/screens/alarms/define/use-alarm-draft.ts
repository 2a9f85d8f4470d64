import { usePorts } from '#engine/engine.ts'
import { language } from '#i18n/i18n.ts'
import type { Alarm, AlarmName, WayOfNotify } from '#schemas/generated/entities/alarm.ts'
import type { AlarmCondition } from '#schemas/generated/entities/alarm-condition.ts'
import type { Priority } from '../priorities.ts'
import { complete, type Figures, figuresIn, type Wrong, wrongIn } from './figures.ts'
import { nameOf } from './name-of.ts'

/** What is said of an alarm. */
export interface Draft {
  name: string
  desc: string
  priority: Priority
  ways: WayOfNotify
  /** By which figures it goes off; undefined: only scenes raise it. */
  condition: Figures | undefined
}

export interface AlarmDraft {
  draft: Draft
  /** An alarm needs a name. */
  nameless: boolean
  /** What cannot be kept so, by figure. */
  wrong: Readonly<Partial<Record<keyof AlarmCondition, Wrong>>>
  /** Something is otherwise than it is kept. */
  changed: boolean
  change(part: Partial<Draft>): void
  /** As it is kept. */
  reset(): void
  /** False when the server refused; that is told already. */
  save(): Promise<boolean>
}

const NEW: Draft = {
  ...{ name: '', desc: '', priority: 2, condition: undefined },
  ways: { pushNotification: true, emailNotification: true },
}

/** How names of this language are marked on the wire (spec 3 §3). */
const spokenHere = (): string => (language() === 'ch_DE' ? 'de_DE' : 'en_EN')

/** Names in other languages stay as they are. */
function renamed(names: readonly AlarmName[], name: string, desc: string): AlarmName[] {
  const lang = spokenHere()
  const own = { name, lang, ...(desc !== '' && { desc }) }
  return names.some((one) => one.lang === lang)
    ? names.map((one) => (one.lang === lang ? own : one))
    : [...names, own]
}

/** What is typed again as it was is nothing that could be lost. */
const differing = (typed: Partial<Draft>, before: Draft): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Draft]),
    ),
  )

/** What is typed and not saved, kept by whoever shows it: there may be several, of one alarm each. */
export type Typed = readonly [Partial<Draft>, (next: (now: Partial<Draft>) => Partial<Draft>) => void]

/** What is typed about an alarm, or about one that is to be made; what somebody else changes meanwhile shows where nothing was typed. */
export function useAlarmDraft(alarm: Alarm | undefined, [typed, setTyped]: Typed): AlarmDraft {
  const { source } = usePorts()
  const before: Draft = alarm
    ? {
        ...nameOf(alarm, language()),
        priority: alarm.alarmPriority.alarmPriorityCode,
        ways: alarm.wayOfNotify ?? {},
        condition: alarm.when && figuresIn(alarm.when),
      }
    : NEW
  const draft = { ...before, ...typed }
  const [name, desc] = [draft.name.trim(), draft.desc.trim()]
  const isRenamed = name !== before.name || desc !== before.desc
  const isPrioritised = draft.priority !== before.priority
  const isToldOtherwise = JSON.stringify(draft.ways) !== JSON.stringify(before.ways)
  const isRaisedOtherwise = JSON.stringify(draft.condition) !== JSON.stringify(before.condition)

  const write = async (): Promise<boolean> => {
    const names = renamed(alarm?.alarmName ?? [], name, desc)
    if (!alarm) {
      const body = { alarmName: names, alarmPriorityCode: draft.priority, wayOfNotify: draft.ways }
      return (await source.call('createAlarm', body)).ok
    }
    // Each part that is kept makes one more of the revision (decision 0270).
    let { revision } = alarm
    const seen = () => ({ alarm: alarm._id, revision: revision++ })
    if (isRenamed && !(await source.call('updateAlarm', { ...seen(), alarmName: names })).ok) return false
    const alarmPriorityCode = draft.priority
    if (isPrioritised && !(await source.call('updateAlarmPriority', { ...seen(), alarmPriorityCode })).ok)
      return false
    if (isToldOtherwise && !(await source.call('updateAlarmWays', { ...seen(), wayOfNotify: draft.ways })).ok)
      return false
    const condition = complete(draft.condition)
    return (
      !isRaisedOtherwise ||
      !condition ||
      (await source.call('updateAlarmCondition', { ...seen(), ...condition })).ok
    )
  }
  return {
    draft,
    nameless: name === '',
    wrong: wrongIn(draft.condition),
    changed: isRenamed || isPrioritised || isToldOtherwise || isRaisedOtherwise,
    change: (part) => setTyped((now) => differing({ ...now, ...part }, before)),
    reset: () => setTyped(() => ({})),
    save: write,
  }
}
