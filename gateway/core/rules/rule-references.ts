import { withAsked } from '#gateway/lib/scenes/conditions.ts'
import { withCopy } from '#gateway/lib/scenes/copies.ts'
import { devicesOf } from '#gateway/lib/scenes/devices-of.ts'
import { withTold } from '#gateway/lib/scenes/texts.ts'
import type { PlannedProperty } from '#schemas/generated/entities/replacement-plan.ts'
import type { DeviceTrigger, Rule } from '#schemas/generated/entities/rule.ts'
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

function renamed(rule: Rule, from: string, to: string, place: (old: Place) => Place): Rule {
  const moved = (trigger: DeviceTrigger): DeviceTrigger =>
    trigger.event_source === from ? { ...trigger, event_source: to, ...place(trigger) } : trigger
  return {
    ...rule,
    event_triggers: rule.event_triggers?.map(moved),
    ...withAsked(rule, { device: moved }),
    scenes: rule.scenes?.map((scene) => ({
      ...scene,
      devices: scene.devices?.map((device) => {
        const settings = device.settings.map((setting) =>
          withCopy(setting, (copy) =>
            copy.device_id === from ? { ...copy, device_id: to, ...place(copy) } : copy,
          ),
        )
        return device.id === from
          ? { ...device, id: to, settings: settings.map((one) => ({ ...one, ...place(one) })) }
          : { ...device, settings }
      }),
      notifications: scene.notifications?.map((one) =>
        withTold(one, (value) =>
          value.kind === 'device' && value.device_id === from
            ? { ...value, device_id: to, ...place(value) }
            : value,
        ),
      ),
    })),
  }
}

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
