import { usePorts } from '#engine/engine.ts'
import { useHousehold } from '#engine/objects/people.ts'
import { useWhereabouts } from '#engine/objects/use-whereabouts.ts'
import type { Home } from '#engine/ports.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import type { HomeFacts, RuleFault } from '#gateway/rules/faults/fault.ts'
import { faultsOf } from '#gateway/rules/faults/faults.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { isThere } from '../kinds.ts'
import { useOtherRules } from '../use-rules.ts'
import { useKnownStatuses } from './forms/use-statuses.ts'
import { candidate } from './offered/offered.ts'
import { vocabulary } from './offered/vocabulary.ts'

/** The zone of the person; the gateway judges again by that of the home. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether nothing is known yet of what a fault is about. */
const isUnknown = (home: Home, { device_id = '' }: RuleFault): boolean => {
  const head = home.device(device_id)
  return head !== undefined && head.layout === undefined
}

/** Everything that is wrong with a rule, by the same rules as the gateway's. */
export function useFaults(rule: Rule): readonly RuleFault[] {
  const { home } = usePorts()
  const { complete } = useDevices()
  const statuses = useKnownStatuses()
  const rules = useOtherRules(rule)
  const { place, known } = useWhereabouts()
  const people = useHousehold()
  const facts: HomeFacts = {
    device: (id) => {
      const head = home.device(id)
      return head && candidate(head)
    },
    rule: (id) => !rules || rules.has(id),
    status: (id) => statuses.some(({ resource_id }) => resource_id === id),
    place: (place) => isThere(place, home),
    person: (id) => people?.some(({ user_id }) => user_id === id),
    vocabulary,
    placed: known ? place !== undefined : undefined,
    zone: ownZone(),
    now: Date.now(),
  }
  const missing = ['device_missing', 'property_missing', 'status_missing']
  return faultsOf(rule, facts).filter(
    (fault) =>
      !isUnknown(home, fault) &&
      // What has not come yet is not gone.
      (complete || !missing.includes(fault.code)) &&
      (statuses.length > 0 || fault.code !== 'status_missing'),
  )
}
