import type { Past } from '#gateway/core/rules/running/automation.ts'
import { createEvaluator } from '#gateway/rules/evaluator.ts'
import { isPause } from '#gateway/rules/pause.ts'
import type { Firing, Happening, Scalar } from '#gateway/rules/world.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleMiss } from '#schemas/generated/entities/rule-miss.ts'
import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import { atRest, DAYS, dayOf, ledTo, midnights, ZONE } from './days.ts'
import { habitsUntil } from './habits.ts'
import { metersUntil } from './meters.ts'

const DAY = 86_400_000
const MINUTE = 60_000

interface Household {
  rules: readonly Rule[]
  statuses: readonly ScenarioStatus[]
  /** Devices that take no order. */
  dead: ReadonlySet<string>
  /** Who sets things right by hand. */
  person: string
  nameOf(device: string): string | undefined
  /** Numbers that devices show now, by `device/service/property`. */
  shown: ReadonlyMap<string, number>
  /** What each value that is recorded shows now, by the same. */
  begun: ReadonlyMap<string, RecordedChange['value']>
}

type Event = { at: number; path: string; value: Scalar; cause?: Cause }

/** The last 30 days of the demo home: what happened of itself, and what its rules made of it, by the evaluator that also runs them. */
export function pastOf(
  { rules, statuses, dead, person, nameOf, shown, begun }: Household,
  now: number,
): Past {
  const ofDays: Event[] = []
  for (const { midnight, ago } of midnights(now))
    dayOf(midnight, ago, (at, path, value) => void ofDays.push({ at, path, value }))
  const events: Event[] = [...ledTo(shown, now, ofDays)]
  metersUntil(now, (at, path, value) => void events.push({ at, path, value }))
  for (const byHand of byHandOf(now)) events.push({ ...byHand, cause: { kind: 'person', user_id: person } })

  const values = new Map<string, Scalar>([
    ...Object.entries(atRest),
    ...statuses.map(({ resource_id, state }): [string, boolean] => [resource_id, state]),
  ])
  const start = now - DAYS * DAY
  const evaluator = createEvaluator({
    rules,
    zone: ZONE,
    at: start,
    world: {
      value: (device, service, property) => values.get(`${device}/${service}/${property}`),
      status: (id) => values.get(id) === true,
    },
  })
  const [recorded, runs, misses, caused]: [
    RecordedChange[],
    RuleRun[],
    RuleMiss[],
    Past['caused'][number][],
  ] = [[], [], [], []]
  const waiting = new Queue(events.filter(({ at }) => at >= start && at <= now))

  const run = ({ rule_id, at, trigger }: Firing): void => {
    const rule = rules.find(({ id }) => id === rule_id)
    if (!rule) return
    const run_id = `demo-${rule_id}-${Math.round(at / 1000).toString(36)}`
    const cause: Cause = { kind: 'rule', rule_id, rule_name: rule.name, run_id, trigger }
    const { steps, effects } = carriedOut(rule, at, dead, nameOf)
    if ((steps.at(-1)?.ended_at ?? at) > now) return
    const failed = steps.some(({ outcome }) => outcome === 'failed')
    runs.push({
      ...{ run_id, rule_id, rule_name: rule.name, at, version: 1, trigger, steps },
      ended_at: steps.at(-1)?.ended_at ?? at,
      outcome: failed ? 'partly' : 'done',
    })
    for (const effect of effects) waiting.add({ ...effect, cause })
  }
  const take = (happening: Happening): void => {
    const { fired, missed } = evaluator.take(happening)
    misses.push(...missed)
    for (const firing of fired) run(firing)
  }

  for (;;) {
    const due = evaluator.next()
    const next = waiting.first()
    if (due !== undefined && due <= now && (!next || due <= next.at)) {
      take({ kind: 'clock', at: due })
      continue
    }
    if (!next) break
    waiting.shift()
    const { at, path, value, cause } = next
    const [device = '', service, property] = path.split('/')
    const before = values.get(path)
    if (before === value) continue
    values.set(path, value)
    if (service === undefined || property === undefined) {
      recorded.push({ at, resource_id: device, value })
      take({ kind: 'status', at, resource_id: device, state: value === true })
      continue
    }
    recorded.push({ at, device_id: device, service_name: service, property_name: property, value })
    if (cause) caused.push({ device, service, property, at, value, cause })
    take({ kind: 'value', at, device_id: device, service_name: service, property_name: property, value })
  }
  // Rules neither look at it nor set it: it is no matter for them.
  const others = new Set([...Object.keys(atRest), ...recorded.map(pathOf)])
  for (const { at, path, value } of habitsUntil(now, begun, others)) {
    const [device_id, service_name, property_name] = path.split('/')
    if (device_id && service_name && property_name)
      recorded.push({ at, device_id, service_name, property_name, value })
  }
  return { recorded: recorded.toSorted((a, b) => a.at - b.at), runs, misses, caused }
}

const pathOf = ({ device_id, service_name, property_name }: RecordedChange): string =>
  `${device_id}/${service_name}/${property_name}`

/** What somebody did by hand: the home is now as its devices say. */
const byHandOf = (now: number): Event[] => [
  { at: now - 190 * MINUTE, path: 'living-blind-west/RollerShutterService/position', value: 40 },
  { at: now - 45 * MINUTE, path: 'bedroom-blind/RollerShutterService/position', value: 100 },
  { at: now - 11 * DAY, path: 'utility-valve/ValveService/state', value: true },
  { at: now - 60 * MINUTE, path: 'away', value: false },
  { at: now - 60 * MINUTE + 1000, path: 'armed', value: false },
  { at: now - 59 * MINUTE, path: 'at-home', value: true },
  { at: now - 58 * MINUTE, path: 'night', value: false },
]

/** A run in which every device answers within a second, but for the dead ones. */
function carriedOut(rule: Rule, begun: number, dead: ReadonlySet<string>, nameOf: Household['nameOf']) {
  const steps: RunStep[] = []
  const effects: Event[] = []
  let at = begun + 40
  for (const set of rule.scenes ?? []) {
    const { delay = 0, id: scene_id } = set
    if (delay > 0) {
      steps.push({ at, ended_at: at + delay, kind: 'delay', scene_id, delay, outcome: 'confirmed' })
      at += delay
    }
    if (isPause(set)) continue
    for (const { id, settings } of set.devices ?? [])
      for (const setting of settings) {
        // What is found only when an action runs nobody knows of a past that is made up.
        if (!('value' in setting)) continue
        const { service_name, property_name, value } = setting
        const ended_at = at + 350
        const device_name = nameOf(id)
        const about = {
          at,
          ended_at,
          kind: 'device',
          scene_id,
          device_id: id,
          service_name,
          property_name,
          value,
        } as const
        const named = { ...about, ...(device_name !== undefined && { device_name }) }
        if (dead.has(id))
          steps.push({
            ...named,
            outcome: 'failed',
            code: 500,
            message: 'NO_ACK: The device does not answer',
          })
        else {
          steps.push({ ...named, outcome: 'confirmed' })
          effects.push({ at: ended_at, path: `${id}/${service_name}/${property_name}`, value })
        }
      }
    for (const { resource_id = '', name, state } of set.statuses ?? []) {
      steps.push({
        at,
        ended_at: at + 5,
        kind: 'status',
        scene_id,
        resource_id,
        status_name: name,
        value: state,
        outcome: 'confirmed',
      })
      effects.push({ at: at + 5, path: resource_id, value: state })
    }
    for (const { type, destination } of set.notifications ?? [])
      steps.push({
        at,
        kind: 'notification',
        scene_id,
        notification_type: type,
        ...(destination !== undefined && { destination }),
        outcome: 'accepted',
      })
    for (const { alarmId } of set.alarms ?? [])
      steps.push({ at, kind: 'alarm', scene_id, alarmId, outcome: 'accepted' })
  }
  return { steps, effects }
}

/** Events in the order of their times. */
class Queue {
  #events: Event[]
  #place = 0

  constructor(events: readonly Event[]) {
    this.#events = events.toSorted((a, b) => a.at - b.at)
  }

  first(): Event | undefined {
    return this.#events[this.#place]
  }

  shift(): void {
    this.#place += 1
  }

  add(event: Event): void {
    let place = this.#place
    while ((this.#events[place]?.at ?? Number.POSITIVE_INFINITY) <= event.at) place += 1
    this.#events.splice(place, 0, event)
  }
}
