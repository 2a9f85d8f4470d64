import type {
  ActionSet,
  ActionTarget,
  ComputedValue,
  DeviceTrigger,
  Rule,
} from '#schemas/generated/entities/rule.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import { keyOfTrigger, meets, propertyKey, statusKey } from './conditions.ts'
import { countTriggers, waitsForMoments } from './parts.ts'
import type { Scalar } from './world.ts'

/** Something that a rule waits for: whether a value or state would be it. */
interface Waiting {
  rule: Rule
  meets(left: Left): boolean
}

/** Whether a trigger waits for a moment, which is never a state. */
type IsEvent = (trigger: DeviceTrigger) => boolean

/** With AND, where something is a moment, only moments begin: the others are but conditions (evaluator). */
const needsMoment = (rule: Rule, isEvent: IsEvent) =>
  rule.rule_logic === 'AND' && (waitsForMoments(rule) || (rule.event_triggers ?? []).some(isEvent))

/** Who waits for what, by property and status. */
function waitingIn(rules: readonly Rule[], isEvent: IsEvent): ReadonlyMap<string, readonly Waiting[]> {
  const waiting = new Map<string, Waiting[]>()
  const put = (key: string, one: Waiting): void => {
    const there = waiting.get(key)
    if (there) there.push(one)
    else waiting.set(key, [one])
  }
  for (const rule of rules) {
    const moment = needsMoment(rule, isEvent)
    for (const trigger of rule.event_triggers ?? [])
      if (!moment || isEvent(trigger))
        put(keyOfTrigger(trigger), { rule, meets: (left) => mayMeet(trigger, left) })
    if (moment) continue
    for (const status of rule.statuses ?? [])
      put(statusKey(status), { rule, meets: (left) => left === status.state })
  }
  return waiting
}

/** A value that is left behind, or what is known of one that is found only then. */
type Left = Scalar | ComputedValue

/** What a target finds now, and what it leaves behind there. */
export type Targeted = (
  target: ActionTarget,
  set: ActionSet,
) => readonly { device: string; service: string; property: string; left: Left }[]

/** Which statuses go off where this one comes on: the others of its group (decision 0260). */
export type Beside = (resource_id: string) => readonly string[]

export const besideIn =
  (statuses: readonly Pick<ScenarioStatus, 'resource_id' | 'group'>[]): Beside =>
  (id) => {
    const group = statuses.find(({ resource_id }) => resource_id === id)?.group
    if (group === undefined) return []
    return statuses.flatMap((one) => (one.group === group && one.resource_id !== id ? [one.resource_id] : []))
  }

/** What the actions of a rule leave behind, by property and status. */
const effectsOf = ({ scenes = [] }: Rule, targeted: Targeted, beside: Beside): [key: string, left: Left][] =>
  scenes.flatMap((set) => {
    const { devices = [], targets = [], statuses = [] } = set
    return [
      ...devices.flatMap(({ id, settings }) =>
        settings.map((setting): [string, Left] => [
          propertyKey(id, setting.service_name, setting.property_name),
          'computed' in setting ? setting.computed : setting.value,
        ]),
      ),
      ...targets.flatMap((target) =>
        targeted(target, set).map(({ device, service, property, left }): [string, Left] => [
          propertyKey(device, service, property),
          left,
        ]),
      ),
      ...statuses.flatMap((status): [string, Left][] => [
        [statusKey(status), status.state],
        ...(status.state ? beside(statusKey(status)) : []).map((id): [string, Left] => [id, false]),
      ]),
    ]
  })

/** Whether what is left behind may be what a trigger waits for: by getting more, nothing falls below. */
function mayMeet(trigger: DeviceTrigger, left: Left): boolean {
  // Whatever it is set to may be a change.
  if (trigger.change) return true
  if (typeof left !== 'object') return meets(trigger, left) === true
  const { compare_type, upper, negated } = trigger
  // On its way it comes by whatever lies between.
  if (left.kind === 'ramp' && compare_type !== 'EQ' && upper === undefined && !negated)
    return [left.to, left.from].some((end) => end !== undefined && meets(trigger, end) === true)
  if (left.kind !== 'step' || compare_type === 'EQ' || upper !== undefined || negated) return true
  return compare_type === 'GT' ? left.amount > 0 : left.amount < 0
}

/** Ids of the rules that a rule runs. */
const runBy = ({ scenes = [] }: Rule): string[] =>
  scenes.flatMap(({ rules = [] }) => rules.flatMap(({ rule_id, act }) => (act === 'run' ? [rule_id] : [])))

/** Ids of the rules that wait for the end of a run of a rule. */
const awaiting = (rules: readonly Rule[], id: string): string[] =>
  rules.flatMap(({ id: other, run_triggers = [] }) =>
    run_triggers.some(({ rule_id }) => rule_id === id) ? [other] : [],
  )

/** What a rule waits for does not become true by its own actions, unless something else set it off. */
const hasOtherTriggers = (rule: Rule) => rule.rule_logic === 'OR' && countTriggers(rule) > 1

/**
 * Rules that set one another off, by what they set, run and wait for: each list is a ring, or rings that hang together. A
 * rule that is off, or still being made, sets nothing off.
 */
export function loopsOf(
  rules: readonly Rule[],
  isEvent: IsEvent,
  targeted: Targeted = () => [],
  beside: Beside = () => [],
): string[][] {
  const live = rules.filter(({ active, draft }) => active && !draft)
  const waiting = waitingIn(live, isEvent)
  const ids = new Set(live.map(({ id }) => id))
  const next = new Map(
    live.map((rule) => {
      const setOff = effectsOf(rule, targeted, beside).flatMap(([key, left]) =>
        (waiting.get(key) ?? [])
          .filter((one) => one.meets(left) && (one.rule !== rule || hasOtherTriggers(rule)))
          .map((one) => one.rule.id),
      )
      const run = runBy(rule).filter((id) => ids.has(id))
      return [rule.id, [...new Set([...setOff, ...run, ...awaiting(live, rule.id)])]] as const
    }),
  )
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
