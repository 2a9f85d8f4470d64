import type { Rule } from '#schemas/generated/entities/rule.ts'
import { askedValues } from './conditions.ts'
import { copiedValues } from './copies.ts'

/** Every device that a rule names: what it waits for, asks about, sets and takes over. */
export const devicesOf = (rule: Rule): ReadonlySet<string> =>
  new Set([
    ...[...(rule.event_triggers ?? []), ...askedValues(rule)].map(({ event_source }) => event_source),
    ...(rule.scenes ?? []).flatMap(({ devices = [] }) => devices.map(({ id }) => id)),
    ...copiedValues(rule).map(({ device_id }) => device_id),
  ])
