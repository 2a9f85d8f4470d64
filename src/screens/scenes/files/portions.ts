import catalogue from '#catalogue/limits.json' with { type: 'json' }
import { bytesOf } from '#lib/bytes.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { type Imported, withThoseItRuns } from './exported.ts'

/** The rest of a packet is for what goes around them. */
const MOST = catalogue.limits.channelPacket.value * 0.75

/**
 * What is taken in, in orders that the channel carries (decision 0281): a rule comes after those that it waits for, runs or
 * switches, or together with them, since one that names what is not there comes in switched off.
 */
export function portionsOf({ rules = [], statuses = [] }: Imported): readonly Imported[] {
  const portions: { statuses: Imported['statuses']; rules: Rule[]; bytes: number }[] = [
    { statuses, rules: [], bytes: bytesOf(statuses) },
  ]
  const placed = new Set<Rule>()
  for (const { id } of rules) {
    const group = withThoseItRuns(rules, id).filter((rule) => !placed.has(rule))
    const bytes = bytesOf(group)
    const last = portions.at(-1)
    if (last && last.bytes + bytes <= MOST) {
      last.rules.push(...group)
      last.bytes += bytes
    } else portions.push({ statuses: [], rules: [...group], bytes })
    for (const rule of group) placed.add(rule)
  }
  return portions.flatMap(({ bytes: _bytes, ...file }) =>
    file.rules.length > 0 || file.statuses?.length ? [file] : [],
  )
}
