import type {
  Condition,
  DateEnd,
  DateSpan,
  OnlyIf,
  Rule,
  TimeWindow,
  WindowEnd,
} from '#schemas/generated/entities/rule.ts'
import type { Naming, Phrase, Slot } from '../phrase.ts'
import { wordsOfDeviceTrigger, wordsOfStatusTrigger, wordsOfSun } from '../words/triggers.ts'

/** How a condition is told: as it is asked for, or whether it was so. */
type Tense = 'is' | 'was' | 'wasNot'

/** "Lamp is on", "it is between sunset and 23:00", "Door is open or Window is open". */
export function wordsOfCondition(condition: Condition, naming: Naming): Phrase {
  switch (condition.kind) {
    case 'device':
      return wordsOfDeviceTrigger(condition.device, naming, 'is')
    case 'status':
      return wordsOfStatusTrigger(condition.status)
    case 'time':
      return wordsOfWindow(condition.window)
    case 'date':
      return wordsOfDates(condition.dates)
    case 'group':
      return wordsOfGroup(condition, naming)
  }
}

export function wordsOfGroup({ logic, conditions }: OnlyIf, naming: Naming): Phrase {
  const phrases = conditions.map((one) => wordsOfCondition(one, naming))
  const list: Slot = { is: 'phrases', phrases, joint: logic === 'ANY' ? 'or' : 'and' }
  const key = logic === 'NONE' && phrases.length > 1 ? 'noneOf' : logic === 'NONE' ? 'not' : 'of'
  return {
    keys: [phrases.length === 0 ? 'sentences.onlyIf.nothing' : `sentences.onlyIf.${key}`],
    slots: { list },
  }
}

/** What is asked before a rule runs, one phrase each; nothing where it asks nothing. */
export const wordsOfOnlyIf = ({ only_if }: Pick<Rule, 'only_if'>, naming: Naming): Phrase[] =>
  (only_if?.conditions ?? []).map((one) => wordsOfCondition(one, naming))

const ALL_DAYS = 7

/** "It is between 22:00 and 06:00, Friday and Saturday". */
export function wordsOfWindow({ from, to, repeating }: TimeWindow, tense: Tense = 'is'): Phrase {
  const on = repeating.flatMap((is, day) => (is ? [day] : []))
  const days: Slot = { is: 'days', days: on }
  if (!from || !to) return { keys: [`sentences.onlyIf.${tense}.days`], slots: { days } }
  const which = on.length === ALL_DAYS ? 'between' : 'betweenOn'
  return {
    keys: [`sentences.onlyIf.${tense}.${which}`],
    slots: { from: endSlot(from), to: endSlot(to), days },
  }
}

function endSlot(end: WindowEnd): Slot {
  if (!('sun' in end)) return { is: 'time', ...end, second: 0 }
  const { event, offset = 0 } = end.sun
  return {
    is: 'phrase',
    phrase: offset === 0 ? { keys: [`sentences.onlyIf.at.${event}`], slots: {} } : wordsOfSun(end.sun),
  }
}

/** "It is between 1 December and 6 January"; both days count. */
export function wordsOfDates({ from, to }: DateSpan, tense: Tense = 'is'): Phrase {
  const day = ({ year, month, day }: DateEnd): Slot => ({
    is: 'date',
    ...(year !== undefined && { year }),
    month,
    day,
  })
  const one = from.year === to.year && from.month === to.month && from.day === to.day
  return {
    keys: [`sentences.onlyIf.${tense}.${one ? 'date' : 'dates'}`],
    slots: { from: day(from), to: day(to) },
  }
}
