import type { DeviceTrigger, Rule, RuleStatus } from '#schemas/generated/entities/rule.ts'
import { keyOfTrigger, meets, propertyKey, statusKey } from './conditions.ts'
import type { Scalar } from './world.ts'

/** What the actions of a rule leave behind: values by property, states by status. */
interface Effects {
  values: ReadonlyMap<string, readonly Scalar[]>
  states: ReadonlyMap<string, readonly boolean[]>
}

function effectsOf({ scenes = [] }: Rule): Effects {
  const values = new Map<string, Scalar[]>()
  const states = new Map<string, boolean[]>()
  for (const { devices = [], statuses = [] } of scenes) {
    for (const { id, settings } of devices)
      for (const { service_name, property_name, value } of settings)
        push(values, propertyKey(id, service_name, property_name), value)
    for (const status of statuses) push(states, statusKey(status), status.state)
  }
  return { values, states }
}

function push<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const there = lists.get(key)
  if (there) there.push(one)
  else lists.set(key, [one])
}

/** Whether the actions of one rule can make a trigger of another one true. */
function setsOff({ values, states }: Effects, { event_triggers = [], statuses = [] }: Rule): boolean {
  const byValue = (trigger: DeviceTrigger): boolean =>
    (values.get(keyOfTrigger(trigger)) ?? []).some((value) => meets(trigger, value))
  const byState = (status: RuleStatus): boolean =>
    (states.get(statusKey(status)) ?? []).includes(status.state)
  return event_triggers.some(byValue) || statuses.some(byState)
}

/** What a rule waits for does not become true by its own actions, unless something else set it off. */
const hasOtherTriggers = ({ rule_logic, time_triggers = [], event_triggers = [], statuses = [] }: Rule) =>
  rule_logic === 'OR' && time_triggers.length + event_triggers.length + statuses.length > 1

/**
 * Rules that set one another off, by what they set and wait for: each list is a ring, or rings that hang together. A
 * rule that is off, or still being made, sets nothing off.
 */
export function loopsOf(rules: readonly Rule[]): string[][] {
  const live = rules.filter(({ active, draft }) => active && !draft)
  const next = new Map<string, readonly string[]>()
  for (const rule of live) {
    const effects = effectsOf(rule)
    const able = (other: Rule): boolean =>
      setsOff(effects, other) && (other !== rule || hasOtherTriggers(rule))
    next.set(
      rule.id,
      effects.values.size + effects.states.size === 0 ? [] : live.filter(able).map(({ id }) => id),
    )
  }
  return rings(next)
}

/** Strongly connected parts of a graph that hold a ring (Tarjan, without recursion into the depth of a chain). */
function rings(next: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const stacked = new Set<string>()
  const found: string[][] = []
  const lower = (id: string, by: number): void => void low.set(id, Math.min(low.get(id) ?? by, by))

  const enter = (id: string): void => {
    order.set(id, order.size)
    low.set(id, order.size - 1)
    stack.push(id)
    stacked.add(id)
  }
  const leave = (id: string): void => {
    if (low.get(id) !== order.get(id)) return
    const part = stack.splice(stack.indexOf(id))
    for (const one of part) stacked.delete(one)
    if (part.length > 1 || next.get(id)?.includes(id)) found.push(part)
  }
  for (const start of next.keys()) {
    if (order.has(start)) continue
    const path: { id: string; at: number }[] = [{ id: start, at: 0 }]
    enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const to = next.get(top.id)?.[top.at]
      top.at += 1
      if (to === undefined) {
        path.pop()
        const above = path.at(-1)
        if (above) lower(above.id, low.get(top.id) ?? 0)
        leave(top.id)
      } else if (!order.has(to)) {
        path.push({ id: to, at: 0 })
        enter(to)
      } else if (stacked.has(to)) lower(top.id, order.get(to) ?? 0)
    }
  }
  return found
}
