import { coerce, readable } from '#gateway/lib/values/value-kinds.ts'
import type { ActionSet, Rule, RuleStatus } from '#schemas/generated/entities/rule.ts'
import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
import { propertyKey, runKey, statusKey } from '../conditions.ts'
import type { Targeted } from '../loops.ts'
import { longestRepeat, usualPause } from '../pause.ts'
import { longestRamp } from '../ramp/slope.ts'
import { isAsked } from '../steps/in-time.ts'
import type { Scalar } from '../world.ts'
import type { Surroundings } from './ways.ts'

type Contradiction = NonNullable<RuleRow['contradicts']>[number]

/** What a rule leaves behind. */
export interface Left {
  key: string
  what: Pick<
    Contradiction,
    | 'device_id'
    | 'device_name'
    | 'service_name'
    | 'property_name'
    | 'resource_id'
    | 'status_name'
    | 'switched_rule_id'
    | 'switched_rule_name'
  >
  value: Scalar
  /** What the value comes to: a switch is as much on by its word as by yes; of a group, the status that is on. */
  means: string
  /** The target that has found it; rules that mean the same have one between them. */
  target?: number
  /** Of a status, where it stands for all of its group. */
  group?: string
}

/** What one action leaves behind; nothing where that is found only then, or where it is no state. */
type Done = [key: string, left: Left | undefined]

/** By key what is left behind at one moment. */
type LeftThen = Map<string, Left>

/** What is known while the rules of a home are looked at. */
export interface Looking {
  home: Surroundings
  leaves: Targeted | undefined
  /** What targets leave behind, worked out once for all rules that mean the same. */
  done: Map<ReturnType<Targeted>, Done[]>
}

/** What the actions of a rule leave behind, by how long after its begin, as far as that is known beforehand. */
export function leftBy({ scenes = [] }: Rule, looking: Looking): ReadonlyMap<number, LeftThen> {
  const { home, leaves } = looking
  const all = new Map<number, LeftThen>()
  let after = 0
  for (const set of scenes) {
    const { targets = [], statuses = [], repeat } = set
    // Chance, or what happens, decides when it goes on.
    if (set.spread !== undefined || set.until || set.question) break
    // Whether it does anything is known only then, and how long that takes.
    const perhaps = isAsked(set) || set.otherwise || repeat?.while !== undefined
    const lasts = longestRamp(set)
    if (perhaps && (usualPause(set) > 0 || repeat || lasts > 0)) break
    after += usualPause(set)
    const left = all.get(after) ?? new Map<string, Left>()
    all.set(after, left)
    // Where nobody looks for what a target finds, it may be any of those before.
    if (targets.length > 0 && !leaves) left.clear()
    for (const [key, one] of [...ordersOf(set, home), ...found(set, looking), ...scenesOf(set, home)])
      if (one && !perhaps) left.set(key, one)
      else left.delete(key)
    for (const status of statuses) switched(status, { left, home, perhaps: perhaps === true })
    // Done once more, it leaves the same behind.
    if (!perhaps && repeat?.until) break
    after += perhaps ? 0 : longestRepeat(repeat, lasts)
  }
  return all
}

function ordersOf({ devices = [] }: ActionSet, home: Surroundings): Done[] {
  return devices.flatMap(({ id, device_name, settings }) =>
    settings.map((setting): Done => {
      const { service_name, property_name } = setting
      const value = 'computed' in setting ? undefined : setting.value
      const what = { device_id: id, ...(device_name !== undefined && { device_name }) }
      return valueLeft({ ...what, service_name, property_name }, value, home)
    }),
  )
}

/** Whether other scenes are on; of what has left nothing is switched. */
function scenesOf({ rules = [] }: ActionSet, home: Surroundings): Done[] {
  return rules.flatMap(({ rule_id, name, act }): Done[] => {
    if (act === 'run' || home.rule?.(rule_id) === false) return []
    const value = act === 'switch_on'
    const what = { switched_rule_id: rule_id, switched_rule_name: name }
    const key = runKey(rule_id)
    return [[key, { key, value, means: String(value), what }]]
  })
}

/** What targets find now: most homes are tomorrow what they are today. */
function found(set: ActionSet, { home, leaves, done }: Looking): Done[] {
  return (set.targets ?? []).flatMap((target) => {
    const all = leaves?.(target, set) ?? []
    const known = done.get(all)
    if (known) return known
    const id = done.size
    const those = all.map(({ device, service, property, left }): Done => {
      const what = { device_id: device, service_name: service, property_name: property }
      const [key, one] = valueLeft(what, typeof left === 'object' ? undefined : left, home)
      return [key, one && { ...one, target: id }]
    })
    done.set(all, those)
    return those
  })
}

/** What is found only then may be anything; so is what an order does that is no state. */
function valueLeft(
  what: { device_id: string; device_name?: string; service_name: string; property_name: string },
  value: Scalar | undefined,
  home: Surroundings,
): Done {
  const { device_id, service_name, property_name } = what
  const described = home.described(device_id, service_name, property_name)
  const known = value !== undefined && described && readable(described) && value !== described.toggle
  const key = propertyKey(device_id, service_name, property_name)
  return [key, known ? { key, value, means: String(coerce(described, value) ?? value), what } : undefined]
}

/** One status that comes on is the one of its group that is (decision 0260). */
function switched(
  status: RuleStatus,
  { left, home, perhaps }: { left: LeftThen; home: Surroundings; perhaps: boolean },
): void {
  const id = statusKey(status)
  const put = (key: string, one: Omit<Left, 'key' | 'what'>): void => {
    const what = { resource_id: id, status_name: status.name }
    if (perhaps) left.delete(key)
    else left.set(key, { key, what, ...one })
  }
  put(id, { value: status.state, means: String(status.state) })
  const group = home.group?.(id)
  if (group === undefined) return
  const key = groupKey(group)
  if (!status.state) {
    if (left.get(key)?.means === id) left.delete(key)
    return
  }
  put(key, { value: true, means: id, group })
  for (const [at, one] of left) {
    const other = one.what.resource_id
    const isBeside = at === other && other !== id && one.value === true
    if (isBeside && home.group?.(other) === group) left.delete(at)
  }
}

const groupKey = (group: string): string => `group ${group}`
