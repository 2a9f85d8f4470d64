import type { DeviceTrigger, PlainCondition, Rule, RuleStatus } from '#schemas/generated/entities/rule.ts'

type Conditional = Pick<Rule, 'only_if' | 'scenes'>

/** Every condition of a rule that is not made of others: asked before it runs, or waited for in a pause. */
export const plainConditions = ({ only_if, scenes = [] }: Conditional): readonly PlainCondition[] => [
  ...(only_if?.conditions ?? []).flatMap((one) => (one.kind === 'group' ? one.conditions : [one])),
  ...scenes.flatMap(({ until }) => until?.conditions ?? []),
]

/** The values that a rule asks about without being set off by them. */
export const askedValues = (rule: Conditional): readonly DeviceTrigger[] =>
  plainConditions(rule).flatMap((one) => (one.kind === 'device' ? [one.device] : []))

/** The statuses that a rule asks about without being set off by them. */
export const askedStatuses = (rule: Conditional): readonly RuleStatus[] =>
  plainConditions(rule).flatMap((one) => (one.kind === 'status' ? [one.status] : []))

/** A rule's conditions, and its action sets with theirs, with others in the places of what they name. */
export function withAsked(
  { only_if, scenes }: Conditional,
  change: { device?(one: DeviceTrigger): DeviceTrigger; status?(one: RuleStatus): RuleStatus },
): Conditional {
  const plain = (one: PlainCondition): PlainCondition => {
    if (one.kind === 'device') return { ...one, device: change.device?.(one.device) ?? one.device }
    return one.kind === 'status' ? { ...one, status: change.status?.(one.status) ?? one.status } : one
  }
  const conditions = only_if?.conditions.map((one) =>
    one.kind === 'group' ? { ...one, conditions: one.conditions.map(plain) } : plain(one),
  )
  return {
    ...(only_if && conditions && { only_if: { ...only_if, conditions } }),
    ...(scenes && {
      scenes: scenes.map((set) =>
        set.until ? { ...set, until: { ...set.until, conditions: set.until.conditions.map(plain) } } : set,
      ),
    }),
  }
}
