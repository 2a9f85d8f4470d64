import { PAUSE_NAME } from '#gateway/lib/names/clean-name.ts'
import { countTriggers } from '#gateway/rules/parts.ts'
import type {
  ActionSet,
  CallTrigger,
  DeviceTrigger,
  OnAnswer,
  Rule,
  RuleStatus,
  RunTrigger,
  SilenceTrigger,
  SunTrigger,
  TimeTrigger,
} from '#schemas/generated/entities/rule.ts'

/** What can be done to a rule while it is built: every function gives a new rule, so that each step can be taken back. */

export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Puts one in its place, or at the end. */
export function withOne<T>(list: readonly T[] | undefined, one: T, is: (other: T) => boolean): T[] {
  const now = list ?? []
  return now.some(is) ? now.map((other) => (is(other) ? one : other)) : [...now, one]
}

export const putTimeTrigger = (rule: Rule, trigger: TimeTrigger): Rule => ({
  ...rule,
  time_triggers: withOne(rule.time_triggers, trigger, ({ id }) => id === trigger.id),
})

export const putSunTrigger = (rule: Rule, trigger: SunTrigger): Rule => ({
  ...rule,
  sun_triggers: withOne(rule.sun_triggers, trigger, ({ id }) => id === trigger.id),
})

export const putCallTrigger = (rule: Rule, trigger: CallTrigger): Rule => ({
  ...rule,
  call_triggers: withOne(rule.call_triggers, trigger, ({ id }) => id === trigger.id),
})

export const putSilenceTrigger = (rule: Rule, trigger: SilenceTrigger): Rule => ({
  ...rule,
  silence_triggers: withOne(rule.silence_triggers, trigger, ({ id }) => id === trigger.id),
})

export const putRunTrigger = (rule: Rule, trigger: RunTrigger): Rule => ({
  ...rule,
  run_triggers: withOne(rule.run_triggers, trigger, ({ id }) => id === trigger.id),
})

export const putDeviceTrigger = (rule: Rule, trigger: DeviceTrigger): Rule => ({
  ...rule,
  event_triggers: withOne(rule.event_triggers, trigger, ({ id }) => id === trigger.id),
})

/** A status is named once in a rule: as on, or as off. */
export const putStatusTrigger = (rule: Rule, status: RuleStatus): Rule => ({
  ...rule,
  statuses: withOne(rule.statuses, status, ({ resource_id }) => resource_id === status.resource_id),
})

export type TriggerKind =
  | 'time_triggers'
  | 'sun_triggers'
  | 'call_triggers'
  | 'silence_triggers'
  | 'run_triggers'
  | 'event_triggers'
  | 'statuses'

export const keyOf = (one: { id: string } | RuleStatus): string =>
  'id' in one ? one.id : (one.resource_id ?? one.name)

export const removeTrigger = (rule: Rule, kind: TriggerKind, key: string): Rule => ({
  ...rule,
  [kind]: (rule[kind] ?? []).filter((one) => keyOf(one) !== key),
})

/** A rule as it is built. Known to the page only: whether a person is to begin it, and how it could be called. */
export interface RuleInBuilding extends Rule {
  byHand?: boolean
  suggested?: string
}

/** Whether nothing but a person begins it, and that is meant so: it was chosen, or has been stored like that. */
export const isByHand = (rule: RuleInBuilding, stored: Rule | undefined): boolean =>
  countTriggers(rule) === 0 && (rule.byHand ?? (stored !== undefined && countTriggers(stored) === 0))

/** As the home is told of it. */
export function plain({ byHand: _hand, suggested: _name, ...rule }: RuleInBuilding): Rule {
  return rule
}

export const putSet = (rule: Rule, set: ActionSet): Rule => ({
  ...rule,
  scenes: withOne(rule.scenes, set, ({ id }) => id === set.id),
})

/** What people are asked. Steps that belong to answers which it has no more belong to none; the others are called as they are now. */
export function putQuestion(rule: Rule, set: ActionSet): Rule {
  const { question } = set
  const next = putSet(rule, set)
  return {
    ...next,
    scenes: (next.scenes ?? []).map((one) => {
      const { on_answer, ...plain } = one
      if (on_answer?.set_id !== set.id) return one
      const { answer } = on_answer
      if (answer === undefined) return question?.late === 'stop' ? plain : one
      const label = question?.answers.find(({ id }) => id === answer)?.label
      return label === undefined ? plain : { ...one, on_answer: { ...on_answer, label } }
    }),
  }
}

/** A step for an answer, behind the others of that question; of several steps each is named by itself. */
export function putBranch(rule: Rule, branch: ActionSet & { on_answer: OnAnswer }): Rule {
  const scenes = rule.scenes ?? []
  const last = scenes.findLastIndex(
    ({ id, on_answer }) => id === branch.on_answer.set_id || on_answer?.set_id === branch.on_answer.set_id,
  )
  return { ...rule, scenes: scenes.toSpliced(last + 1, 0, branch) }
}

/** A step directly behind another one. */
export function putBehind(rule: Rule, id: string, set: ActionSet): Rule {
  const scenes = rule.scenes ?? []
  return { ...rule, scenes: scenes.toSpliced(scenes.findIndex((one) => one.id === id) + 1, 0, set) }
}

/**
 * Steps of which chance draws one stay together while they are moved, or one of them is taken out: whichever is the first
 * of them begins the choice.
 */
function drawnTogether(before: readonly ActionSet[], after: readonly ActionSet[]): ActionSet[] {
  const choices = new Map<string, number>()
  for (const [place, { id, by_chance }] of before.entries())
    if (by_chance === 'one') choices.set(id, place)
    else if (by_chance) choices.set(id, choices.get(before[place - 1]?.id ?? '') ?? place)
  return after.map((set, place) => {
    const choice = choices.get(set.id)
    if (choice === undefined) return set
    const together = choices.get(after[place - 1]?.id ?? '') === choice
    return { ...set, by_chance: together ? 'or' : 'one' }
  })
}

/** With a question go the words that its steps belong to an answer of it. */
export function removeSet(rule: Rule, id: string): Rule {
  const scenes = rule.scenes ?? []
  const left = scenes.flatMap((set) => {
    if (set.id === id) return []
    const { on_answer, ...plain } = set
    return [on_answer?.set_id === id ? plain : set]
  })
  return { ...rule, scenes: drawnTogether(scenes, left) }
}

/** Puts an action set or pause before or behind its neighbours. */
export function moveSet(rule: Rule, id: string, to: number): Rule {
  const scenes = [...(rule.scenes ?? [])]
  const from = scenes.findIndex((set) => set.id === id)
  const [moved] = scenes.splice(from, from < 0 ? 0 : 1)
  if (!moved) return rule
  scenes.splice(Math.max(0, to), 0, moved)
  return { ...rule, scenes: drawnTogether(rule.scenes ?? [], scenes) }
}

/** A pause, and how much longer it may be by chance. */
export const pauseOf = (id: string, delay: number, spread = 0): ActionSet => ({
  id,
  name: PAUSE_NAME,
  delay,
  ...(spread > 0 && { spread }),
})

/** Whether an action set does anything at all. */
export const isEmptySet = ({
  devices = [],
  targets = [],
  statuses = [],
  rules = [],
  notifications = [],
  alarms = [],
}: ActionSet): boolean =>
  [devices, targets, statuses, rules, notifications, alarms].every(({ length }) => length === 0)
