import limits from '#catalogue/limits.json' with { type: 'json' }
import { countsOf, networkOf } from '#gateway/lib/network/network.ts'
import type { DeviceSummary } from '#schemas/generated/entities/device-summary.ts'
import type { NetworkSnapshot } from '#schemas/generated/entities/network-snapshot.ts'

const OFFLINE = 5
const expires = limits.limits.routeExpires.value * 1000

/** The devices of a snapshot, counted; networks with the most devices first. */
export function summaryOf({ at, total, nodes }: NetworkSnapshot): DeviceSummary {
  const { good, weak, lost } = countsOf(networkOf(nodes, { now: at, expires }).values())
  const networks = new Map<DeviceSummary['networks'][number]['networkType'], number>()
  for (const { networkType } of nodes) networks.set(networkType, (networks.get(networkType) ?? 0) + 1)
  return {
    ...{ at, total, good, weak, lost },
    reached: nodes.filter(({ status }) => status !== OFFLINE).length,
    networks: [...networks]
      .map(([networkType, count]) => ({ networkType, count }))
      .toSorted((a, b) => b.count - a.count),
  }
}
