import { devicesOf } from '#gateway/lib/scenes/devices-of.ts'
import { withMentions } from '#gateway/lib/scenes/mentions.ts'
import type { PlannedProperty } from '#schemas/generated/entities/replacement-plan.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { ReferenceHolder } from '../history/references.ts'
import type { RuleStore } from './rule-store.ts'

/** What a replacement must know to be taken back. */
interface Back {
  /** As they were, and the version that they got. */
  before: readonly Rule[]
  properties: readonly PlannedProperty[]
}

type Place = { service_name: string; property_name: string }

/**
 * Rules as something that a replacement moves. A property without counterpart goes along under its name: the rule then
 * shows what it misses, and is repaired by hand.
 */
export function ruleReferences(rules: RuleStore): ReferenceHolder {
  const naming = (device: string): Rule[] => rules.all().filter((rule) => devicesOf(rule).has(device))
  const prepared = (changed: readonly Rule[]) =>
    rules.becoming({
      rules: new Map([...rules.book.rules, ...changed.map((rule) => [rule.id, rule] as const)]),
      loose: rules.book.loose,
    })
  return {
    name: 'rules',
    count: (device) => naming(device).length,
    move(from, to, properties) {
      const before = naming(from)
      const back: Back = { before, properties }
      return { ...prepared(before.map((rule) => renamed(rule, from, to, forward(properties)))), back }
    },
    revert(from, to, back) {
      const { before, properties } = back as Back
      const old = new Map(before.map((rule) => [rule.id, rule]))
      return prepared(
        naming(to).map((rule) => {
          const was = old.get(rule.id)
          // Nobody has changed it since: it becomes what it was to the letter.
          return was && rule.version === (was.version ?? 0) + 1
            ? was
            : renamed(rule, to, from, backward(properties))
        }),
      )
    },
  }
}

const renamed = (rule: Rule, from: string, to: string, place: (old: Place) => Place): Rule =>
  withMentions(rule, (one) => (one.device === from ? { ...one, device: to, ...place(one) } : one))

const forward =
  (properties: readonly PlannedProperty[]) =>
  ({ service_name, property_name }: Place): Place => {
    const to = properties.find((one) => one.service === service_name && one.property === property_name)?.to
    return { service_name: to?.service ?? service_name, property_name: to?.property ?? property_name }
  }

const backward =
  (properties: readonly PlannedProperty[]) =>
  ({ service_name, property_name }: Place): Place => {
    const from = properties.find(({ to }) => to?.service === service_name && to.property === property_name)
    return { service_name: from?.service ?? service_name, property_name: from?.property ?? property_name }
  }
