import type { FindingRule } from '#schemas/generated/definitions/rules-network.ts'
import type { NetworkNode } from './network.ts'

/** When a device was weak before, epoch ms, and how many of these moments were at night. */
export interface Past {
  weak: number
  atNight: number
  last: number
}

export interface Finding {
  rule: FindingRule
  node: NetworkNode
  past: Past | undefined
}

/** What is said of each device that is badly reached: one finding each, worst first. */
export function findingsOf(
  nodes: ReadonlyMap<string, NetworkNode>,
  rules: readonly FindingRule[],
  pastOf: (id: string) => Past | undefined = () => undefined,
): Finding[] {
  const found = [...nodes.values()].flatMap((node): { finding: Finding; rank: number }[] => {
    const past = pastOf(node.id)
    const rank = rules.findIndex(({ when }) => holds(when, node, past))
    const rule = rules[rank]
    return rule ? [{ finding: { rule, node, past }, rank }] : []
  })
  return found
    .toSorted((a, b) => a.rank - b.rank || b.finding.node.behind - a.finding.node.behind)
    .map(({ finding }) => finding)
}

function holds(when: FindingRule['when'], node: NetworkNode, past: Past | undefined): boolean {
  const { standing, expired, behind = 0, stages = 0, weakBefore = 0, atNight } = when
  return (
    (standing === undefined || node.standing === standing) &&
    (expired === undefined || node.expired === expired) &&
    node.behind >= behind &&
    node.route.length + 1 >= stages &&
    (past?.weak ?? 0) >= weakBefore &&
    (atNight === undefined || (past !== undefined && past.atNight * 2 > past.weak) === atNight)
  )
}
