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

/** What a rule leaves behind so long after it began. */
export interface Left {
  after: number
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
  /** The target that has found it. */
  target?: string
  /** Of a status, where it stands for all of its group. */
  group?: string
}

/** What one action leaves behind; nothing where that is found only then, or where it is no state. */
type Done = [key: string, left: Omit<Left, 'after' | 'key'> | undefined]

/** What the actions of a rule leave behind at each moment of a run, as far as that is known beforehand. */
export function leftBy({ scenes = [] }: Rule, home: Surroundings, leaves: Targeted | undefined): Left[] {
  const left = new Map<string, Left>()
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
    // Where nobody looks for what a target finds, it may be any of those before.
    if (targets.length > 0 && !leaves)
      for (const [key, one] of left) if (one.after === after) left.delete(key)
    for (const [key, one] of [...ordersOf(set, home), ...found(set, home, leaves), ...scenesOf(set, home)])
      if (one && !perhaps) left.set(`${after} ${key}`, { after, key, ...one })
      else left.delete(`${after} ${key}`)
    for (const status of statuses) switched(status, { left, after, home, perhaps: perhaps === true })
    // Done once more, it leaves the same behind.
    if (!perhaps && repeat?.until) break
    after += perhaps ? 0 : longestRepeat(repeat, lasts)
  }
  return [...left.values()]
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
    return [[runKey(rule_id), { value, means: String(value), what }]]
  })
}

/** What targets find now: most homes are tomorrow what they are today. */
function found(set: ActionSet, home: Surroundings, leaves: Targeted | undefined): Done[] {
  return (set.targets ?? []).flatMap((target) =>
    (leaves?.(target, set) ?? []).map(({ device, service, property, left }): Done => {
      const what = { device_id: device, service_name: service, property_name: property }
      const [key, one] = valueLeft(what, typeof left === 'object' ? undefined : left, home)
      return [key, one && { ...one, target: target.id }]
    }),
  )
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
  return [
    propertyKey(device_id, service_name, property_name),
    known ? { value, means: String(coerce(described, value) ?? value), what } : undefined,
  ]
}

/** One status that comes on is the one of its group that is (decision 0260). */
function switched(
  status: RuleStatus,
  {
    left,
    after,
    home,
    perhaps,
  }: { left: Map<string, Left>; after: number; home: Surroundings; perhaps: boolean },
): void {
  const id = statusKey(status)
  const put = (key: string, one: Omit<Left, 'after' | 'key' | 'what'>): void => {
    const what = { resource_id: id, status_name: status.name }
    if (perhaps) left.delete(`${after} ${key}`)
    else left.set(`${after} ${key}`, { after, key, what, ...one })
  }
  put(id, { value: status.state, means: String(status.state) })
  const group = home.group?.(id)
  if (group === undefined) return
  const key = groupKey(group)
  if (!status.state) {
    if (left.get(`${after} ${key}`)?.means === id) left.delete(`${after} ${key}`)
    return
  }
  put(key, { value: true, means: id, group })
  for (const [at, one] of left) {
    const other = one.what.resource_id
    const isBeside = one.after === after && one.key === other && other !== id && one.value === true
    if (isBeside && home.group?.(other) === group) left.delete(at)
  }
}

const groupKey = (group: string): string => `group ${group}`
