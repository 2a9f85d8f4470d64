import { useDeferredValue, useMemo } from 'react'
import { ruleQueries } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import { useWhereabouts } from '#engine/objects/use-whereabouts.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useQuery } from '#engine/rows.ts'
import { type Contradiction, contradictionsOf } from '#gateway/rules/concerns/contradictions.ts'
import { leavingOf } from '#gateway/rules/targets/targets.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { propertyAt } from '../builder/offered/properties.ts'
import { vocabulary } from '../builder/offered/vocabulary.ts'
import { housedAt } from '../housed.ts'
import { useStatuses } from '../use-rules.ts'

/**
 * Which other scenes set the same otherwise at the same time as one that is not stored yet, by the evaluator of the
 * gateway; undefined while not all is known, and null where nobody tells what there is.
 */
export function useContradictions(rule: Rule, active: boolean): readonly Contradiction[] | null | undefined {
  const { source, home } = usePorts()
  const { heads, complete } = useDevices()
  const { data: known, isError } = useQuery(ruleQueries(source).rules())
  const { data: statuses, isError: noStatuses } = useStatuses()
  const { zone, place } = useWhereabouts()
  // Whoever draws a slider waits for none of this.
  const built = useDeferredValue(rule)
  return useMemo(() => {
    if (isError || noStatuses) return null
    if (!known || !statuses || !complete) return undefined
    const others = known.rules.filter(({ id }) => id !== built.id)
    const housed = heads.map(housedAt)
    const found = contradictionsOf(
      [...others, { ...built, active, draft: false }],
      {
        ...{ now: Date.now(), zone, place },
        described: (device, service, property) =>
          propertyAt(home.device(device), { service, property })?.value,
        status: (id) => statuses.some(({ resource_id }) => resource_id === id),
        group: (id) => statuses.find(({ resource_id }) => resource_id === id)?.group,
        leaves: (target, set) => leavingOf(target, set, housed, vocabulary),
        device: (id) => home.device(id) !== undefined,
        rule: (id) => id === built.id || others.some((one) => one.id === id),
      },
      built.id,
    )
    return found.get(built.id) ?? []
  }, [built, active, known, isError, statuses, noStatuses, complete, heads, zone, place, home])
}
