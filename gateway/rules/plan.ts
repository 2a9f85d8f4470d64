import { hasValues, valuesIn } from '#gateway/lib/scenes/texts.ts'
import type { ActionSet, Rule, RuleNotification } from '#schemas/generated/entities/rule.ts'
import type { RunStep } from '#schemas/generated/entities/rule-run.ts'
import { isPause, usualPause } from './pause.ts'

/** A step that a run would take; nothing is known of its outcome. */
export type PlannedStep = Omit<RunStep, 'outcome' | 'ended_at' | 'code' | 'message' | 'met'>

/** The action sets of a run that begins at `at`, each with its moment; what one waits for moves those that follow, for as long as it may last. */
export function setsInTime(
  { scenes = [] }: Pick<Rule, 'scenes'>,
  at: number,
): { set: ActionSet; at: number }[] {
  let now = at
  return scenes.map((set) => {
    now += usualPause(set)
    return { set, at: now }
  })
}

/** What a run that begins at `at` would do, in order. */
export function planOf(rule: Pick<Rule, 'scenes'>, at: number): PlannedStep[] {
  return setsInTime(rule, at).flatMap(({ set, at: begins }): PlannedStep[] => {
    const { delay = 0, spread, until, id: scene_id } = set
    const pause: PlannedStep[] =
      delay > 0
        ? [
            {
              ...{ at: begins - usualPause(set), kind: 'delay', scene_id, delay },
              ...(spread !== undefined && { spread }),
              ...(until && { until }),
            },
          ]
        : []
    return isPause(set) ? pause : [...pause, ...actionsOf(set, begins)]
  })
}

function actionsOf(set: ActionSet, at: number): PlannedStep[] {
  const { id: scene_id, devices = [], targets = [], statuses = [] } = set
  const { rules = [], notifications = [], alarms = [] } = set
  return [
    ...devices.flatMap(({ id, device_name, settings }) =>
      settings.map(
        (setting): PlannedStep => ({
          at,
          kind: 'device',
          scene_id,
          device_id: id,
          ...(device_name !== undefined && { device_name }),
          ...setting,
        }),
      ),
    ),
    ...targets.map((target): PlannedStep => ({ at, kind: 'target', scene_id, target })),
    ...statuses.map(
      ({ resource_id, name, state }): PlannedStep => ({
        at,
        kind: 'status',
        scene_id,
        ...(resource_id !== undefined && { resource_id }),
        status_name: name,
        value: state,
      }),
    ),
    ...rules.map(
      ({ rule_id, name, act }): PlannedStep => ({
        at,
        kind: 'rule',
        scene_id,
        rule_id,
        rule_name: name,
        act,
      }),
    ),
    ...notifications.map((one): PlannedStep => ({ at, scene_id, ...notificationStep(one) })),
    ...alarms.map(({ alarmId }): PlannedStep => ({ at, kind: 'alarm', scene_id, alarmId })),
  ]
}

/** What a step says of a notification: its texts where they name values, since then no two are alike. */
export function notificationStep(
  notification: RuleNotification,
): Pick<RunStep, 'kind' | 'notification_type' | 'destination' | 'short_desc' | 'desc' | 'values'> {
  const { type, destination, short_desc, desc, values } = notification
  const named = valuesIn(notification)
  return {
    kind: 'notification',
    notification_type: type,
    ...(destination !== undefined && { destination }),
    ...(named.length > 0 && {
      values: [...named],
      ...(short_desc !== undefined && { short_desc }),
      ...(hasValues(desc, values) && { desc }),
    }),
  }
}
