import type { Rule } from '#schemas/generated/entities/rule.ts'
import { plainConditions } from '../lib/scenes/conditions.ts'
import { comparisonOf, isTallied } from './conditions.ts'
import { goesBySun } from './only-if/by-sun.ts'

/** How many things can set a rule off. */
export const countTriggers = ({
  time_triggers = [],
  sun_triggers = [],
  call_triggers = [],
  silence_triggers = [],
  run_triggers = [],
  event_triggers = [],
  statuses = [],
}: Rule): number =>
  [
    ...[time_triggers, sun_triggers, call_triggers, silence_triggers, run_triggers],
    ...[event_triggers, statuses],
  ].flat().length

/** Whether the clock, the sun, a call, a silence or another run can set a rule off: moments, of which nothing lasts. */
export const waitsForMoments = ({
  time_triggers = [],
  sun_triggers = [],
  call_triggers = [],
  silence_triggers = [],
  run_triggers = [],
}: Rule): boolean =>
  [time_triggers, sun_triggers, call_triggers, silence_triggers, run_triggers].some(
    ({ length }) => length > 0,
  )

/** Whether a rule says something that is not of the specification: a gateway older than that refuses it (decision 0173). */
export const speaksBeyond = ({
  time_triggers = [],
  sun_triggers = [],
  call_triggers = [],
  silence_triggers = [],
  run_triggers = [],
  event_triggers = [],
  only_if,
  run_mode,
  scenes = [],
}: Rule): boolean =>
  only_if !== undefined ||
  run_mode !== undefined ||
  scenes.some(
    ({ spread, otherwise, repeat, devices = [], targets = [], rules = [], notifications = [], ...set }) =>
      [spread, otherwise, repeat, set.until, set.question, set.on_answer, set.only_if, set.by_chance].some(
        (one) => one !== undefined,
      ) ||
      targets.length + rules.length > 0 ||
      notifications.some((one) =>
        [one.values, one.call, one.recipients].some((said) => said !== undefined),
      ) ||
      devices.some(({ settings }) => settings.some((setting) => 'computed' in setting)),
  ) ||
  [sun_triggers, call_triggers, silence_triggers, run_triggers].some(({ length }) => length > 0) ||
  time_triggers.some(({ every }) => every !== undefined) ||
  event_triggers.some((trigger) => isTallied(trigger) || comparisonOf(trigger) !== trigger.compare_type)

/** Whether a rule goes by the sun, whose moments depend on where the home is. */
export const needsPlace = (rule: Rule): boolean =>
  (rule.sun_triggers ?? []).length > 0 ||
  plainConditions(rule).some((one) => one.kind === 'time' && goesBySun(one.window))
