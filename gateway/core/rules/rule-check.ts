import { faultsOf, type HomeFacts, missingOf, type RuleFault, refusalOf } from '#gateway/rules/faults.ts'
import { type Candidate, candidateOf, canTrigger } from '#gateway/rules/may.ts'
import { isPause } from '#gateway/rules/pause.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { Reach } from '../command.ts'
import { CommandError, codes } from '../errors.ts'
import { type RuleBook, sceneIn, scenesOf } from './rule-edit.ts'

type Known = Pick<Reach, 'devices' | 'statuses' | 'alarms' | 'scenes' | 'zone' | 'now' | 'kindOf'>

/** What rules are held against. */
const factsOf = (reach: Known): HomeFacts => ({
  device: (id) => {
    const held = reach.devices.get(id)
    return held && candidate(held.view, reach)
  },
  status: (id) => reach.statuses.get(id) !== undefined,
  alarm: (id) => reach.alarms().some(({ alarmId }) => alarmId === id),
  vocabulary: reach.scenes,
  zone: reach.zone(),
  now: reach.now(),
})

const candidate = (device: Device, { kindOf }: Pick<Reach, 'kindOf'>): Candidate =>
  candidateOf(device, kindOf(device))

/** What a rule names that is not there. */
export const missingIn = (rule: Rule, reach: Known): readonly RuleFault[] =>
  missingOf(faultsOf(rule, factsOf(reach)))

/** Throws the flag with which the home refuses a rule. A draft may be unfinished. */
export function assertSound(rule: Rule, old: Rule | undefined, book: RuleBook, reach: Known): void {
  assertOwnIds(rule, book)
  const refusal = refusalOf(rule, factsOf(reach), old)
  const waits = refusal === 'incomplete' && !rule.active
  if (refusal && !waits) throw new CommandError(codes.conflict, refusal)
}

/** Whether there is something that the rule would do. */
export const isComplete = (rule: Rule): boolean => scenesOf(rule).some((set) => !isPause(set))

/** Throws `incomplete` when there is nothing that the rule would do. */
export function assertRunnable(rule: Rule): void {
  if (!isComplete(rule)) throw new CommandError(codes.conflict, 'incomplete')
}

export function assertMayTrigger(
  device: Device,
  { service_name: service, property_name: property }: { service_name: string; property_name: string },
  reach: Known,
): void {
  const known = candidate(device, reach)
  const at = known.properties.find((one) => one.service === service && one.property === property)
  if (!at || !canTrigger(known, at, reach.scenes)) throw new CommandError(codes.conflict, 'not_triggering')
}

/** An id stands for one thing: in the rule, and an action set's in all of them. */
function assertOwnIds(rule: Rule, book: RuleBook): void {
  const { time_triggers = [], event_triggers = [] } = rule
  const scenes = scenesOf(rule).map(({ id }) => id)
  const triggers = [...time_triggers, ...event_triggers].map(({ id }) => id)
  const foreign = scenes.some((id) => {
    const found = sceneIn(book, id)
    return found !== undefined && found.rule?.id !== rule.id
  })
  if (foreign || !unique(scenes) || !unique(triggers))
    throw new CommandError(codes.invalid, 'Something is in the rule twice')
}

const unique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length
