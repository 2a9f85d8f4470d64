import { askedStatuses } from '#gateway/lib/scenes/conditions.ts'
import type { Recipient, Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'

export type NamedElsewhere = NonNullable<RuleRow['elsewhere']>
export type NamedThing = NonNullable<NamedElsewhere['statuses']>[number]

const once = (all: readonly NamedThing[]): NamedThing[] => [
  ...new Map(all.map((one) => [one.id, one])).values(),
]

/** Whom a message or a question is for, by name. */
const peopleIn = (recipients: readonly Recipient[] = []): NamedThing[] =>
  recipients.flatMap((one) => (one.kind === 'person' ? [{ id: one.user_id, name: one.name }] : []))

/**
 * What a rule needs of which a gateway does not know whether it is in order: statuses that it waits for or asks about,
 * which may follow a calendar, addresses that it calls, people whom it tells, and calls that it waits for, each with an
 * address of its own. Undefined where there is nothing.
 */
export function namedElsewhere(rule: Rule): NamedElsewhere | undefined {
  const { statuses = [], scenes = [], call_triggers = [] } = rule
  const said = scenes.flatMap(({ notifications = [] }) => notifications)
  const found = {
    statuses: once(
      [...statuses, ...askedStatuses(rule)].flatMap(({ resource_id: id, name }) =>
        id ? [{ id, name }] : [],
      ),
    ),
    addresses: once(said.flatMap(({ call }) => (call ? [{ id: call.address_id, name: call.name }] : []))),
    people: once([
      ...said.flatMap(({ recipients }) => peopleIn(recipients)),
      ...scenes.flatMap(({ question }) => peopleIn(question?.recipients)),
    ]),
    callers: once(call_triggers.map(({ id, name = '' }) => ({ id, name }))),
  }
  const some = Object.entries(found).filter(([, all]) => all.length > 0)
  return some.length === 0 ? undefined : Object.fromEntries(some)
}
