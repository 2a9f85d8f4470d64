import type {
  ActionSet,
  DeviceTrigger,
  PlainCondition,
  Rule,
  RuleStatus,
  StepCondition,
} from '#schemas/generated/entities/rule.ts'

type Conditional = Pick<Rule, 'only_if' | 'scenes'>

/** What an action set asks about: before it does anything, in its pause, and while it is repeated. */
export const askedBy = ({ only_if, until, repeat }: ActionSet): readonly StepCondition[] =>
  [only_if, until, repeat?.while, repeat?.until].filter((one) => one !== undefined)

/** An action set with others in the places of its conditions; `change` is asked for each of those that it has. */
export function withAskedBy(set: ActionSet, change: <C extends StepCondition>(one: C) => C): ActionSet {
  const { only_if, until, repeat } = set
  return {
    ...set,
    ...(only_if && { only_if: change(only_if) }),
    ...(until && { until: change(until) }),
    ...(repeat && {
      repeat: {
        ...repeat,
        ...(repeat.while && { while: change(repeat.while) }),
        ...(repeat.until && { until: change(repeat.until) }),
      },
    }),
  }
}

/** Every condition of a rule that is not made of others: asked before it runs, or by one of its action sets. */
export const plainConditions = ({ only_if, scenes = [] }: Conditional): readonly PlainCondition[] => [
  ...(only_if?.conditions ?? []).flatMap((one) => (one.kind === 'group' ? one.conditions : [one])),
  ...scenes.flatMap((set) => askedBy(set).flatMap(({ conditions }) => conditions)),
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
        withAskedBy(set, (one) => ({ ...one, conditions: one.conditions.map(plain) })),
      ),
    }),
  }
}
