import { hasValues, valuesIn } from '#gateway/lib/scenes/texts.ts'
import type { ActionSet, RuleNotification } from '#schemas/generated/entities/rule.ts'
import type { RunStep } from '#schemas/generated/entities/rule-run.ts'
import { isPause } from './pause.ts'
import { goesOnWith, isAsked, type Turn, turnsOf } from './steps/in-time.ts'

/** A step that a run would take; nothing is known of its outcome. */
export type PlannedStep = Omit<RunStep, 'outcome' | 'ended_at' | 'code' | 'message'> & {
  /** Nobody knows beforehand whether it will be done: chance, an answer or how things are then decides. */
  perhaps?: true
}

/** What a run that begins at `at` would do, in order; with `asks`, only what it does then. */
export const planOf = (...of: Parameters<typeof turnsOf>): PlannedStep[] => stepsOf([...turnsOf(...of)])

export const stepsOf = (turns: readonly Turn[]): PlannedStep[] =>
  turns.flatMap((turn): PlannedStep[] => {
    const { set, begins, at, does } = turn
    const asked = conditionStep(turn)
    if (does === false) return asked
    const { delay = 0, spread, until, question, repeat, id: scene_id } = set
    const pause: PlannedStep[] =
      delay > 0
        ? [
            {
              ...{ at: begins, kind: 'delay', scene_id, delay },
              ...(spread !== undefined && { spread }),
              ...(until && { until }),
              ...(question && { question }),
            },
          ]
        : []
    const again: PlannedStep[] = repeat ? [{ at, kind: 'repeat', scene_id, repeat, count: turn.times }] : []
    const acts = isPause(set) ? [] : [...again, ...(turn.times > 0 ? actionsOf(set, at) : [])]
    const done = [...pause, ...acts]
    return [
      ...asked,
      ...(does === undefined ? done.map((one) => ({ ...one, perhaps: true as const })) : done),
    ]
  })

/** What was asked before an action set, or that it is one of several; nothing where it is done in any case. */
export const conditionStep = ({ set, begins, met }: Pick<Turn, 'set' | 'begins' | 'met'>): PlannedStep[] =>
  isAsked(set) || goesOnWith(set)
    ? [
        {
          ...{ at: begins, kind: 'condition', scene_id: set.id },
          ...(set.otherwise && { otherwise: true }),
          ...(set.on_answer && { on_answer: set.on_answer }),
          ...(set.by_chance && { by_chance: set.by_chance }),
          ...(set.only_if && { only_if: set.only_if }),
          ...(met !== undefined && { met }),
        },
      ]
    : []

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
): Pick<
  RunStep,
  'kind' | 'notification_type' | 'destination' | 'short_desc' | 'desc' | 'values' | 'recipients' | 'call'
> {
  const { type, destination, short_desc, desc, values, recipients, call } = notification
  const named = valuesIn(notification)
  return {
    kind: 'notification',
    notification_type: type,
    ...(destination !== undefined && { destination }),
    ...(recipients && { recipients }),
    ...(call && { call }),
    ...(named.length > 0 && {
      values: [...named],
      ...(short_desc !== undefined && { short_desc }),
      ...(hasValues(desc, values) && { desc }),
    }),
  }
}
