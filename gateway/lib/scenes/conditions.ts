import type { DeviceTrigger, PlainCondition, Rule, RuleStatus } from '#schemas/generated/entities/rule.ts'

type Conditional = Pick<Rule, 'only_if'>

/** Every condition of a rule that is not made of others. */
export const plainConditions = ({ only_if }: Conditional): readonly PlainCondition[] =>
  (only_if?.conditions ?? []).flatMap((one) => (one.kind === 'group' ? one.conditions : [one]))

/** The values that a rule asks about without waiting for them. */
export const askedValues = (rule: Conditional): readonly DeviceTrigger[] =>
  plainConditions(rule).flatMap((one) => (one.kind === 'device' ? [one.device] : []))

/** The statuses that a rule asks about without waiting for them. */
export const askedStatuses = (rule: Conditional): readonly RuleStatus[] =>
  plainConditions(rule).flatMap((one) => (one.kind === 'status' ? [one.status] : []))

/** The conditions of a rule with others in the places of what they name; nothing for a rule without any. */
export function withAsked(
  { only_if }: Conditional,
  change: { device?(one: DeviceTrigger): DeviceTrigger; status?(one: RuleStatus): RuleStatus },
): Conditional {
  if (!only_if) return {}
  const plain = (one: PlainCondition): PlainCondition => {
    if (one.kind === 'device') return { ...one, device: change.device?.(one.device) ?? one.device }
    return one.kind === 'status' ? { ...one, status: change.status?.(one.status) ?? one.status } : one
  }
  const conditions = only_if.conditions.map((one) =>
    one.kind === 'group' ? { ...one, conditions: one.conditions.map(plain) } : plain(one),
  )
  return { only_if: { ...only_if, conditions } }
}
