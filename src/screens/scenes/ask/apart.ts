import { SILENCE } from '#gateway/rules/silence/bounds.ts'
import type { RunEnd } from '#schemas/generated/entities/rule.ts'
import { newId, putRunTrigger, putSilenceTrigger, type RuleInBuilding } from '../builder/draft/rule-edit.ts'
import type { Clause } from './clauses.ts'
import { chosenOf } from './found.ts'
import { meant, plays } from './read.ts'
import type { Reading } from './reading.ts'
import type { Subjects } from './subjects.ts'

/**
 * That a device says nothing, or that a run of another scene is over: what becomes of a rule by it. Undefined where the
 * part of the sentence says neither.
 */
export function apartIn(
  clause: Clause & { subjects: Subjects },
  reading: Reading,
): ((rule: RuleInBuilding) => RuleInBuilding) | undefined {
  const { pieces, mode } = clause
  if (mode !== 'when') return undefined
  if (pieces.some((piece) => plays(piece, 'silent'))) return silenceIn(clause, reading)
  const scene = pieces.map((piece) => meant(piece, 'scene')).find((one) => one)
  const end: RunEnd | undefined = pieces.some((piece) => plays(piece, 'inVain'))
    ? 'failed'
    : pieces.some((piece) => plays(piece, 'over'))
      ? 'over'
      : undefined
  if (!scene || !end) return undefined
  reading.use(...pieces)
  return (rule) => putRunTrigger(rule, { id: newId(), rule_id: scene.id, name: scene.name, end })
}

const same = (rule: RuleInBuilding): RuleInBuilding => rule

function silenceIn({ pieces, subjects }: Clause & { subjects: Subjects }, reading: Reading) {
  const after = pieces.flatMap((piece) => meant(piece, 'duration')?.ms ?? [])[0]
  if (after === undefined || after < SILENCE.shortest || after > SILENCE.longest) {
    reading.gap(pieces, 'value')
    return same
  }
  const chosen = subjects.mentions.flatMap((mention) => {
    const found = chosenOf(mention, (head) => head.id, subjects.all, reading)
    return typeof found === 'string' ? [] : found
  })
  if (subjects.mentions.length === 0) reading.gap(pieces, 'device')
  reading.use(...pieces.filter(({ unknown }) => !unknown))
  return (rule: RuleInBuilding) =>
    chosen.reduce(
      (now, { head: { id: device_id, name: device_name } }) =>
        putSilenceTrigger(now, { id: newId(), device_id, device_name, after }),
      rule,
    )
}
