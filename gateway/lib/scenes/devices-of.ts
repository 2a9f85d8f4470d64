import type { Rule } from '#schemas/generated/entities/rule.ts'
import { askedValues } from './conditions.ts'
import { copiedValues } from './copies.ts'
import { exceptedDevices } from './targets.ts'
import { isOfDevice, toldValues } from './texts.ts'

/** Every device that a rule names: what it waits for, asks about, sets, leaves as it is, takes over and tells. */
export const devicesOf = (rule: Rule): ReadonlySet<string> =>
  new Set([
    ...[...(rule.event_triggers ?? []), ...askedValues(rule)].map(({ event_source }) => event_source),
    ...(rule.silence_triggers ?? []).map(({ device_id }) => device_id),
    ...(rule.scenes ?? []).flatMap(({ devices = [] }) => devices.map(({ id }) => id)),
    ...[...copiedValues(rule), ...exceptedDevices(rule), ...toldValues(rule).filter(isOfDevice)].map(
      ({ device_id }) => device_id,
    ),
  ])
