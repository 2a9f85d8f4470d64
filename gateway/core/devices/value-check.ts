import { type Described, judge, type ValueFault } from '#gateway/lib/values/value-check.ts'
import { coerce } from '#gateway/lib/values/value-kinds.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
import type { Wire } from '../ports.ts'

export type Checked = { ok: true; value: Wire } | { ok: false; message: string }

export const describedBy = (property: Property): Described => ({ ...property, kind: property.type })

/** What a device reports, in its declared kind (spec 2 §3); undefined when it can't be meant. Ranges are not looked at: a report is what is. */
export const reported = (value: unknown, described: Described): Wire | undefined =>
  coerce(described, value) as Wire | undefined

/** What may be sent to a device; else the first thing that is wrong with it. */
export function check(value: unknown, described: Described): Checked {
  const judged = judge(value, described)
  const [fault] = judged.faults
  return fault ? { ok: false, message: messageOf(fault) } : { ok: true, value: judged.value }
}

const SENTENCES: Readonly<Record<ValueFault['rule'], (limit: string) => string>> = {
  kind: (kind) => `is not of the kind ${kind}`,
  below: (min) => `is below ${min}`,
  above: (max) => `is above ${max}`,
  option: () => 'is not among the options',
  short: (least) => `is shorter than ${least} characters`,
  long: (most) => `is longer than ${most} characters`,
  few: (least) => `has fewer than ${least} entries`,
  many: (most) => `has more than ${most} entries`,
  field: (name) => `can have no field ${name}`,
  colour: () => 'is not a colour',
}

const messageOf = ({ path, rule, limit }: ValueFault): string =>
  [...path.map((step) => String(step).slice(0, 40)), SENTENCES[rule](String(limit ?? ''))].join(' ')
