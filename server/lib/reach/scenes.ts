import { askedStatuses } from '#gateway/lib/scenes/conditions.ts'
import { devicesOf } from '#gateway/lib/scenes/devices-of.ts'
import { isOfDevice, toldValues } from '#gateway/lib/scenes/texts.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'

/** A scene that touches devices within reach and nothing else: no status, no other scene, nobody to be told. */
export function ruleWithin(rule: Rule, reached: ReadonlySet<string>): boolean {
  const devices = devicesOf(rule)
  return devices.size > 0 && [...devices].every((id) => reached.has(id)) && touchesNoMore(rule)
}

/**
 * Whether somebody who is limited may be told what a scene has to say: apart from its messages it is one that he would
 * find, and they say nothing of what is not his (decision 0247).
 */
export const messageWithin = (rule: Rule, reached: ReadonlySet<string>): boolean =>
  [...devicesOf(rule)].every((id) => reached.has(id)) &&
  toldValues(rule).every(isOfDevice) &&
  ruleWithin({ ...rule, scenes: (rule.scenes ?? []).map(silent) }, reached)

const silent = (set: ActionSet): ActionSet => {
  const { notifications: _told, push_notification: _push, notification: _mail, ...rest } = set
  return rest
}

/** What an action may have besides; anything else that it does is for people who find all of the home. */
const HARMLESS: ReadonlySet<string> = new Set(['id', 'name', 'delay', 'devices'])

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === 0 || (Array.isArray(value) && value.length === 0)

function touchesNoMore({ statuses = [], run_triggers = [], scenes = [], only_if }: Rule): boolean {
  if (run_triggers.length > 0) return false
  if (statuses.length > 0 || askedStatuses({ ...(only_if && { only_if }) }).length > 0) return false
  return scenes.every((scene) =>
    Object.entries(scene).every(([name, value]) => HARMLESS.has(name) || isEmpty(value)),
  )
}

/** What a run may have done; the scene may have been another one then. */
const OWN_STEPS: ReadonlySet<string> = new Set(['device', 'delay'])

/** A run of such a scene without what it says of people and of other scenes; undefined: it touched something else. */
export function runWithin(
  { caused_by_run: _run, stopped_by: _by, trigger, ...run }: RuleRun,
  reached: ReadonlySet<string>,
): RuleRun | undefined {
  const { user_id: _user, rule_id: _rule, rule_name: _name, run_id: _of, ...fact } = trigger
  const touched = [fact, ...run.steps].flatMap(({ device_id }) => device_id ?? [])
  const isOwn =
    fact.resource_id === undefined &&
    run.steps.every(({ kind, question }) => OWN_STEPS.has(kind) && question === undefined)
  return isOwn && touched.every((id) => reached.has(id)) ? { ...run, trigger: fact } : undefined
}
