import type { HomeFacts, RuleFault } from '#gateway/rules/faults/fault.ts'
import { faultsOf, missingOf, refusalOf } from '#gateway/rules/faults/faults.ts'
import { type Candidate, candidateOf, canTrigger } from '#gateway/rules/may.ts'
import { isPause } from '#gateway/rules/pause.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { HomePlace } from '#schemas/generated/entities/home-place.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { CommandError, codes } from '../errors.ts'
import type { Statuses } from '../statuses/statuses.ts'
import { type Housing, placeIn } from './housing.ts'
import { type RuleBook, sceneIn, scenesOf } from './rule-edit.ts'

/** The home, as far as rules can name it. */
export interface RuleSurroundings extends Housing {
  statuses: Pick<Statuses, 'get'>
  rules: { get(id: string): Rule | undefined }
  /** Alarms that rules may raise. */
  alarms(): readonly AlarmEntry[]
  /** What may trigger and act. */
  scenes: SceneVocabulary
  /** IANA name of the zone in which the home lives. */
  zone(): string
  /** Where the home is; undefined while nobody has said. */
  place(): HomePlace | undefined
  /** Epoch ms. */
  now(): number
}

/** What rules are held against. */
const factsOf = (home: RuleSurroundings): HomeFacts => ({
  device: (id) => {
    const held = home.devices.get(id)
    return held && candidate(held.view, home)
  },
  status: (id) => home.statuses.get(id) !== undefined,
  rule: (id) => home.rules.get(id) !== undefined,
  alarm: (id) => home.alarms().some(({ alarmId }) => alarmId === id),
  place: (place) => placeIn(home, place) !== undefined,
  vocabulary: home.scenes,
  placed: home.place() !== undefined,
  zone: home.zone(),
  now: home.now(),
})

const candidate = (device: Device, { kindOf }: Pick<RuleSurroundings, 'kindOf'>): Candidate =>
  candidateOf(device, kindOf(device))

/** What a rule names that is not there. */
export const missingIn = (rule: Rule, home: RuleSurroundings): readonly RuleFault[] =>
  missingOf(faultsOf(rule, factsOf(home)))

/** Throws the flag with which the home refuses a rule. A draft may be unfinished. */
export function assertSound(rule: Rule, old: Rule | undefined, book: RuleBook, home: RuleSurroundings): void {
  assertOwnIds(rule, book)
  const refusal = refusalOf(rule, factsOf({ ...home, rules: book.rules }), old)
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
  home: RuleSurroundings,
): void {
  const known = candidate(device, home)
  const at = known.properties.find((one) => one.service === service && one.property === property)
  if (!at || !canTrigger(known, at, home.scenes)) throw new CommandError(codes.conflict, 'not_triggering')
}

/** An id stands for one thing: in the rule, and an action set's in all of them. */
function assertOwnIds(rule: Rule, book: RuleBook): void {
  const { time_triggers = [], sun_triggers = [], call_triggers = [], event_triggers = [], only_if } = rule
  const { silence_triggers = [], run_triggers = [] } = rule
  const asked = (only_if?.conditions ?? []).flatMap((one) =>
    one.kind === 'group' ? [one, ...one.conditions] : [one],
  )
  const scenes = scenesOf(rule).map(({ id }) => id)
  const triggers = [
    ...[time_triggers, sun_triggers, call_triggers, silence_triggers, run_triggers, event_triggers].flat(),
    ...asked,
  ].map(({ id }) => id)
  const foreign = scenes.some((id) => {
    const found = sceneIn(book, id)
    return found !== undefined && found.rule?.id !== rule.id
  })
  if (foreign || !unique(scenes) || !unique(triggers))
    throw new CommandError(codes.invalid, 'Something is in the rule twice')
}

const unique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length
