import { withAsked } from '#gateway/lib/scenes/conditions.ts'
import { withCopy } from '#gateway/lib/scenes/copies.ts'
import { questionOf } from '#gateway/lib/scenes/questions.ts'
import { withWhiles } from '#gateway/lib/scenes/recipients.ts'
import { withTargets } from '#gateway/lib/scenes/targets.ts'
import { withSaid, withTold } from '#gateway/lib/scenes/texts.ts'
import type {
  ActionDevice,
  ActionSet,
  CopiedValue,
  DeviceSetting,
  DeviceTrigger,
  RestoredValue,
  Rule,
  RuleStatus,
  TargetPlace,
  TextValue,
  TimeTrigger,
} from '#schemas/generated/entities/rule.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import type { Devices } from '../devices/devices.ts'
import type { Statuses } from '../statuses/statuses.ts'
import { type Housing, placeIn } from './housing.ts'
import { scenesOf } from './rule-edit.ts'

/** What a rule names, as it is called now. */
export interface Named {
  device(id: string): string | undefined
  status(id: string): ScenarioStatus | undefined
  rule(id: string): string | undefined
  place(place: TargetPlace): string | undefined
}

export const namedIn = ({
  devices,
  statuses,
  rules,
  floors,
}: {
  floors: Housing['floors']
  devices: Pick<Devices, 'get'>
  statuses: Pick<Statuses, 'get'>
  rules: { get(id: string): Rule | undefined }
}): Named => ({
  device: (id) => devices.get(id)?.view.device_name,
  status: (id) => statuses.get(id),
  rule: (id) => rules.get(id)?.name,
  place: (place) => placeIn({ floors }, place),
})

/** A rule as it is on the wire (spec 2 §3): present names instead of those it was stored with, and what follows from it. */
export function viewOf(rule: Rule, named: Named): Rule {
  const asked = withAsked(rule, {
    device: (one) => triggerView(one, named),
    status: (one) => statusView(one, named),
  })
  return {
    ...rule,
    time_triggers: (rule.time_triggers ?? []).map((trigger) => timeView(trigger, rule)),
    event_triggers: (rule.event_triggers ?? []).map((trigger) => triggerView(trigger, named)),
    ...(rule.silence_triggers && {
      silence_triggers: rule.silence_triggers.map((one) => ({
        ...one,
        device_name: named.device(one.device_id) ?? one.device_name ?? one.device_id,
      })),
    }),
    ...(rule.run_triggers && {
      run_triggers: rule.run_triggers.map((one) => ({ ...one, name: named.rule(one.rule_id) ?? one.name })),
    }),
    statuses: (rule.statuses ?? []).map((status) => statusView(status, named)),
    ...asked,
    scenes: scenesOf({ ...rule, ...asked }).map((scene, place, all) => ({
      ...sceneView(scene, named),
      ...labelled(scene, all.slice(0, place)),
    })),
  }
}

/** An answer is called as its question calls it now. */
function labelled({ on_answer }: ActionSet, before: readonly ActionSet[]): Pick<ActionSet, 'on_answer'> {
  if (!on_answer) return {}
  const { label: _before, ...plain } = on_answer
  const answer = questionOf(on_answer, before)?.answers.find(({ id }) => id === on_answer.answer)
  return { on_answer: answer ? { ...plain, label: answer.label } : on_answer }
}

export function sceneView(scene: ActionSet, named: Named): ActionSet {
  const { devices = [], statuses = [], rules, notifications = [], alarms = [] } = scene
  const said = withSaid(scene, (one) =>
    withWhiles(
      withTold(one, (value) => textView(value, named)),
      (status) => ({ ...status, name: named.status(status.resource_id)?.name ?? status.name }),
    ),
  )
  return {
    ...scene,
    devices: devices.map(({ id, device_name = id, settings }) => ({
      id,
      device_name: named.device(id) ?? device_name,
      settings: settings.map((setting) => withCopy(setting, (copy) => copyView(copy, named))),
      ...firstOf(settings),
    })),
    ...withTargets(scene, {
      device: (one) => ({
        ...one,
        device_name: named.device(one.device_id) ?? one.device_name ?? one.device_id,
      }),
      place: (place) => ({ ...place, name: named.place(place) ?? place.name }),
      whose: (one) => ({ ...one, ...ruleNamed(one, named) }),
    }),
    statuses: statuses.map((status) => statusView(status, named)),
    ...(rules && { rules: rules.map((one) => ({ ...one, name: named.rule(one.rule_id) ?? one.name })) }),
    ...said,
    notifications: (said.notifications ?? []).map((one) => ({ ...one, scene_id: scene.id })),
    alarms,
    push_notification: notifications.filter(({ type }) => type === 1).length,
    notification: notifications.filter(({ type }) => type === 0).length,
    alarm_notification: alarms.length,
  }
}

/** The first setting stands in the device's own fields too; what is found only when it runs has no value yet. */
const firstOf = ([first]: readonly DeviceSetting[]): Pick<ActionDevice, 'property_name' | 'device_value'> =>
  first ? { property_name: first.property_name, ...('value' in first && { device_value: first.value }) } : {}

function copyView(copy: CopiedValue, { device }: Named): CopiedValue {
  const { device_id, device_name = device_id } = copy
  return { ...copy, device_name: device(device_id) ?? device_name }
}

function textView(value: TextValue, { device, status }: Named): TextValue {
  if (value.kind === 'status') return { ...value, name: status(value.resource_id)?.name ?? value.name }
  return { ...value, device_name: device(value.device_id) ?? value.device_name ?? value.device_id }
}

const ruleNamed = ({ rule_id }: RestoredValue, { rule }: Named): Pick<RestoredValue, 'name'> => {
  const name = rule_id === undefined ? undefined : rule(rule_id)
  return name === undefined ? {} : { name }
}

function triggerView(trigger: DeviceTrigger, { device }: Named): DeviceTrigger {
  const { event_source, device_name = event_source } = trigger
  return { ...trigger, device_name: device(event_source) ?? device_name }
}

function statusView(status: RuleStatus, { status: find }: Named): RuleStatus {
  const found = status.resource_id === undefined ? undefined : find(status.resource_id)
  return found ? { ...status, name: found.name, icon: found.icon } : status
}

function timeView(trigger: TimeTrigger, { id, active }: Rule): TimeTrigger {
  const { year, month, day, hour, minute, second, repeating } = trigger
  const isRepeating = repeating?.includes(true) ?? false
  const time = [hour, minute, second].map(twoDigits).join(':')
  const dated = day !== undefined && month !== undefined && year !== undefined
  return {
    ...trigger,
    rule_id: id,
    trigger_id: trigger.id,
    isRepeating,
    active,
    time,
    ...(dated && { fullTime: `${twoDigits(day)}-${twoDigits(month)}-${year} ${time}` }),
  }
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Without what the view adds: as a rule is stored and compared. */
export function plainRule(rule: Rule): Rule {
  const { time_triggers = [], event_triggers = [], statuses = [], scenes = [], ...head } = rule
  return {
    ...head,
    time_triggers: time_triggers.map(
      ({
        rule_id: _rule,
        trigger_id: _trigger,
        isRepeating: _is,
        active: _active,
        time: _time,
        ...plain
      }) => {
        const { fullTime: _full, time_to_trigger: _next, ...rest } = plain
        return rest
      },
    ),
    event_triggers: [...event_triggers],
    statuses: [...statuses],
    scenes: scenes.map(plainScene),
  }
}

function plainScene(scene: ActionSet): ActionSet {
  const { push_notification: _push, notification: _mail, alarm_notification: _alarm, ...rest } = scene
  return {
    ...rest,
    devices: (rest.devices ?? []).map(
      ({ device_value: _value, property_name: _property, ...device }) => device,
    ),
    notifications: (rest.notifications ?? []).map(({ scene_id: _scene, ...one }) => one),
  }
}
