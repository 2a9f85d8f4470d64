import type { DeviceHead } from '#engine/ports.ts'
import { askedValues, withAsked } from '#gateway/lib/scenes/conditions.ts'
import { copiedValues } from '#gateway/lib/scenes/copies.ts'
import { withMentions } from '#gateway/lib/scenes/mentions.ts'
import { withWhiles } from '#gateway/lib/scenes/recipients.ts'
import { idOfPlace, withTargets } from '#gateway/lib/scenes/targets.ts'
import { toldValues, withSaid, withTold } from '#gateway/lib/scenes/texts.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import type { ActionSet, Rule, RuleStatus, TargetPlace } from '#schemas/generated/entities/rule.ts'
import { beginnings, settable } from '../builder/offered/offered.ts'
import { propertyAt } from '../builder/offered/properties.ts'

interface Ref {
  service: string
  property: string
}

const same = (a: Ref, b: Ref): boolean => a.service === b.service && a.property === b.property

/** What a rule waits for or asks about, what it sets, and what it takes over or tells, of one device. */
function usedOf(rule: Rule, device: string): { waits: Ref[]; sets: Ref[]; copies: Ref[] } {
  const { event_triggers = [], scenes = [] } = rule
  return {
    waits: [...event_triggers, ...askedValues(rule)].flatMap(
      ({ event_source, service_name, property_name }) =>
        event_source === device ? [{ service: service_name, property: property_name }] : [],
    ),
    sets: scenes.flatMap(({ devices = [] }) =>
      devices.flatMap(({ id, settings }) =>
        id === device
          ? settings.map(({ service_name, property_name }) => ({
              service: service_name,
              property: property_name,
            }))
          : [],
      ),
    ),
    copies: [...copiedValues(rule), ...toldValues(rule)].flatMap((one) =>
      one.kind !== 'status' && one.device_id === device
        ? [{ service: one.service_name, property: one.property_name }]
        : [],
    ),
  }
}

/** Devices that can stand in for one that is gone: they have every value that the rule names, and may begin or do it. */
export function standIns(rule: Rule, device: string, heads: readonly DeviceHead[]): readonly DeviceHead[] {
  const { waits, sets, copies } = usedOf(rule, device)
  return heads.filter(
    (head) =>
      head.id !== device &&
      waits.every((ref) => propertyAt(head, ref) && beginnings(head).some((one) => same(one, ref))) &&
      copies.every((ref) => propertyAt(head, ref)) &&
      sets.every((ref) => propertyAt(head, ref) && settable(head).some((one) => same(one, ref))),
  )
}

const inScenes = (
  rule: Pick<Rule, 'scenes'>,
  change: (scene: ActionSet) => ActionSet,
): Pick<Rule, 'scenes'> => (rule.scenes ? { scenes: rule.scenes.map(change) } : {})

/** The rule with another device in the place of one that is gone. */
export const withDevice = (rule: Rule, from: string, to: Pick<DeviceHead, 'id' | 'name'>): Rule =>
  withMentions(rule, (one) => (one.device === from ? { ...one, device: to.id, name: to.name } : one))

/** The rule with another room or floor in the place of one that is gone. */
export const withPlace = (rule: Rule, from: string, to: TargetPlace): Rule => ({
  ...rule,
  ...inScenes(rule, (scene) => ({
    ...scene,
    ...withTargets(scene, { place: (place) => (idOfPlace(place) === from ? to : place) }),
  })),
})

/** The rule with another status in the place of one that is gone. */
export function withStatus(rule: Rule, from: string, to: ScenarioStatus): Rule {
  const swap = (status: RuleStatus): RuleStatus =>
    status.resource_id === from
      ? { ...status, resource_id: to.resource_id, name: to.name, icon: to.icon }
      : status
  const named = <S extends { resource_id: string; name: string }>(status: S): S =>
    status.resource_id === from ? { ...status, resource_id: to.resource_id, name: to.name } : status
  const asked = withAsked(rule, { status: swap })
  return {
    ...rule,
    ...(rule.statuses && { statuses: rule.statuses.map(swap) }),
    ...asked,
    ...inScenes(asked, (scene) => ({
      ...scene,
      ...(scene.statuses && { statuses: scene.statuses.map(swap) }),
      ...withSaid(scene, (message) =>
        withWhiles(
          withTold(message, (value) => (value.kind === 'status' ? named(value) : value)),
          named,
        ),
      ),
    })),
  }
}
