import type { ActionSet, ActionTarget, Rule } from '#schemas/generated/entities/rule.ts'
import { propertyKey } from '../conditions.ts'
import type { Targeted } from '../loops.ts'

/** So many of what a target finds stand for all of it. */
const FIRST = 3

/**
 * A kind may have a thousand devices: of those that a target finds it is enough to look at what a scene names, and at the
 * first that each target finds. Targets that have something in common mostly lie within each other, and meet there.
 */
export function lookedAt(rules: readonly Rule[], leaves: Targeted | undefined): Targeted | undefined {
  if (!leaves) return undefined
  type Leaves = ReturnType<Targeted>
  /** Each is looked for once, however many scenes mean it. */
  const all = new Map<string, Leaves>()
  const meant = ({ id: _own, ...target }: ActionTarget, { devices = [] }: ActionSet): string =>
    JSON.stringify([target, devices.map(({ id }) => id)])
  const keys = new Set<string>()
  const keyOf = ({ device, service, property }: Leaves[number]): string =>
    propertyKey(device, service, property)
  for (const set of rules.flatMap(({ scenes = [] }) => scenes)) {
    for (const { id, settings } of set.devices ?? [])
      for (const one of settings) keys.add(propertyKey(id, one.service_name, one.property_name))
    for (const target of set.targets ?? []) {
      const which = meant(target, set)
      if (all.has(which)) continue
      const found = leaves(target, set)
      all.set(which, found)
      for (const one of found.slice(0, FIRST)) keys.add(keyOf(one))
    }
  }
  const kept = new Map([...all].map(([which, found]) => [which, found.filter((one) => keys.has(keyOf(one)))]))
  return (target, set) => kept.get(meant(target, set)) ?? []
}
