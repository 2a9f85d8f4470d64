import type { Rule } from '#schemas/generated/entities/rule.ts'
import { withAsked } from './conditions.ts'
import { withCopy } from './copies.ts'
import { withTargets } from './targets.ts'
import { withSaid, withTold } from './texts.ts'

/** A device that a rule names, and the value of it that is meant. */
export interface Mention {
  device: string
  /** As the rule knows it. */
  name?: string | undefined
  service_name: string
  property_name: string
}

/**
 * A rule with others in the places of the devices that it names: what it waits for, asks about, sets, leaves as they are, takes over and tells.
 * All settings of one device become those of the same other one.
 */
export function withMentions(rule: Rule, change: (mention: Mention) => Mention): Rule {
  const values = <V extends { device_id: string; device_name?: string } & Place>(value: V): V => {
    const { device, name, ...place } = changed(value.device_id, value.device_name, value)
    return { ...value, device_id: device, ...named(name), ...place }
  }
  const trigger = <T extends { event_source: string; device_name?: string } & Place>(one: T): T => {
    const { device, name, ...place } = changed(one.event_source, one.device_name, one)
    return { ...one, event_source: device, ...named(name), ...place }
  }
  const whole = <V extends { device_id: string; device_name?: string }>(one: V): V => {
    const { device, name } = changed(one.device_id, one.device_name, NOWHERE)
    return { ...one, device_id: device, ...named(name) }
  }
  function changed(
    device: string,
    name: string | undefined,
    { service_name, property_name }: Place,
  ): Mention {
    return change({ device, name, service_name, property_name })
  }
  const { only_if, scenes } = withAsked(rule, { device: trigger })
  return {
    ...rule,
    ...(rule.event_triggers && { event_triggers: rule.event_triggers.map(trigger) }),
    ...(rule.silence_triggers && { silence_triggers: rule.silence_triggers.map(whole) }),
    ...(only_if && { only_if }),
    ...(scenes && {
      scenes: scenes.map((set) => ({
        ...set,
        ...(set.devices && {
          devices: set.devices.map((device) => {
            const to = changed(device.id, device.device_name, NOWHERE)
            return {
              ...device,
              id: to.device,
              ...named(to.name),
              settings: device.settings.map((setting) => {
                const { service_name, property_name } = changed(device.id, device.device_name, setting)
                return { ...withCopy(setting, values), service_name, property_name }
              }),
            }
          }),
        }),
        ...withTargets(set, {
          device: whole,
        }),
        ...withSaid(set, (one) =>
          withTold(one, (value) => (value.kind === 'device' ? values(value) : value)),
        ),
      })),
    }),
  }
}

type Place = Pick<Mention, 'service_name' | 'property_name'>

/** The device itself is meant, and none of its values. */
const NOWHERE: Place = { service_name: '', property_name: '' }

const named = (name: string | undefined) => (name === undefined ? {} : { device_name: name })
