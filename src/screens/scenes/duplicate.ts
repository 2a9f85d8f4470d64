import { withAskedBy } from '#gateway/lib/scenes/conditions.ts'
import type { ActionSet, OnAnswer, OnlyIf, Rule, RuleAction } from '#schemas/generated/entities/rule.ts'
import { newId } from './builder/draft/rule-edit.ts'

/** "Evening 2": the first number that no other scene has. */
export function nameOfCopy(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((one) => one.toLocaleLowerCase()))
  const [, stem = name] = /^(.*?)(?: \d+)?$/.exec(name) ?? []
  for (let number = 2; ; number++) {
    const end = ` ${number}`
    const next = stem.slice(0, LONGEST - end.length) + end
    if (!known.has(next.toLocaleLowerCase())) return next
  }
}

/** Longest name of a rule (schemas/entities/rule.json). */
const LONGEST = 128

const anew = <T extends { id: string }>(all: readonly T[] = []): T[] =>
  all.map((one) => ({ ...one, id: newId() }))

const askedAnew = (only_if: OnlyIf): OnlyIf => ({
  ...only_if,
  conditions: anew(only_if.conditions).map((one) =>
    one.kind === 'group' ? { ...one, conditions: anew(one.conditions) } : one,
  ),
})

/** It belongs to the copy of the question. */
const asCopied = (on: OnAnswer, before: readonly ActionSet[], after: readonly ActionSet[]): OnAnswer => ({
  ...on,
  set_id: after[before.findIndex(({ id }) => id === on.set_id)]?.id ?? on.set_id,
})

/** The same scene once more, with ids of its own; nothing runs twice unseen, so it is off. */
export function copyOf(rule: Rule, name: string): Rule {
  const { version: _version, draft: _draft, ...same } = rule
  const id = newId()
  // What switches itself off does so as a copy, too.
  const itself = (one: RuleAction): RuleAction =>
    one.rule_id === rule.id ? { ...one, rule_id: id, name } : one
  return {
    ...same,
    id,
    name,
    active: false,
    time_triggers: anew(rule.time_triggers),
    ...(rule.sun_triggers && { sun_triggers: anew(rule.sun_triggers) }),
    ...(rule.call_triggers && { call_triggers: anew(rule.call_triggers) }),
    ...(rule.silence_triggers && { silence_triggers: anew(rule.silence_triggers) }),
    ...(rule.run_triggers && { run_triggers: anew(rule.run_triggers) }),
    event_triggers: anew(rule.event_triggers),
    ...(rule.only_if && { only_if: askedAnew(rule.only_if) }),
    scenes: anew(rule.scenes).map((set, _place, all) => ({
      ...withAskedBy(set, (one) => ({ ...one, conditions: anew(one.conditions) })),
      ...(set.rules && { rules: set.rules.map(itself) }),
      ...(set.on_answer && { on_answer: asCopied(set.on_answer, rule.scenes ?? [], all) }),
    })),
  }
}
