import type { Home } from '#engine/ports.ts'
import { copyIn } from '#gateway/lib/scenes/copies.ts'
import { idOfPlace } from '#gateway/lib/scenes/targets.ts'
import type { Said } from '#gateway/lib/scenes/texts.ts'
import { wordsOfCondition } from '#gateway/rules/only-if/words.ts'
import { wordsOfRepeat, wordsOfTurn } from '#gateway/rules/steps/words.ts'
import { wordsOfTarget } from '#gateway/rules/targets/words.ts'
import {
  wordsOfAlarm,
  wordsOfNotification,
  wordsOfPause,
  wordsOfRuleAction,
  wordsOfSetting,
  wordsOfStatusChange,
} from '#gateway/rules/words/actions.ts'
import {
  moodOf,
  wordsOfCallTrigger,
  wordsOfDeviceTrigger,
  wordsOfRunTrigger,
  wordsOfSilenceTrigger,
  wordsOfStatusTrigger,
  wordsOfSunTrigger,
  wordsOfTimeTrigger,
} from '#gateway/rules/words/triggers.ts'
import type {
  ActionSet,
  ActionTarget,
  Condition,
  DeviceSetting,
  PlainCondition,
  Rule,
  RuleNotification,
  RuleStatus,
  StepCondition,
  TextValue,
} from '#schemas/generated/entities/rule.ts'
import { type IconName, iconNamed } from '#ui/Icon.tsx'
import { propertyAt } from './builder/offered/properties.ts'
import {
  type Broken,
  type Elsewhere,
  ofAddress,
  ofCalendar,
  ofCaller,
  ofPerson,
} from './elsewhere/elsewhere.ts'
import { isThere, kindIcon, notificationIcon } from './kinds.ts'
import { statusIcon } from './status-words.ts'
import { capital, type Telling } from './use-telling.ts'

/** One thing of a rule in plain words. */
export interface Line {
  id: string
  icon: IconName
  text: string
  /** It names something that is not there (any more) or that does not work. */
  broken?: Broken
}

/** Where things are looked up that a rule names. */
export interface Things {
  home: Home
  /** Ids of the statuses; undefined while nobody knows them. */
  statuses: ReadonlySet<string> | undefined
  /** Ids of the rules; undefined while nobody knows them. */
  rules?: ReadonlySet<string> | undefined
  elsewhere?: Elsewhere | undefined
}

function brokenDevice(
  { home }: Things,
  device: string,
  ref: { service: string; property: string },
): Pick<Line, 'broken'> {
  const head = home.device(device)
  if (head) return head.layout && !propertyAt(head, ref) ? { broken: { device } } : {}
  return home.devices().complete ? { broken: { device } } : {}
}

/** The device itself is meant, and none of its values. */
const brokenWhole = ({ home }: Things, device: string): Pick<Line, 'broken'> =>
  !home.device(device) && home.devices().complete ? { broken: { device } } : {}

function brokenCopy(things: Things, setting: DeviceSetting): Pick<Line, 'broken'> {
  const copy = copyIn(setting)
  if (!copy) return {}
  return brokenDevice(things, copy.device_id, { service: copy.service_name, property: copy.property_name })
}

function brokenTarget({ place, except = [] }: ActionTarget, things: Things): Pick<Line, 'broken'> {
  if (place && !isThere(place, things.home)) return { broken: { place: idOfPlace(place) } }
  if (!things.home.devices().complete) return {}
  const gone = except.find(({ device_id }) => !things.home.device(device_id))
  return gone ? { broken: { device: gone.device_id } } : {}
}

const brokenText = (value: TextValue, things: Things): Pick<Line, 'broken'> =>
  value.kind === 'status'
    ? brokenStatus(things, value)
    : brokenDevice(things, value.device_id, { service: value.service_name, property: value.property_name })

/** One of its values, whom it tells, a status by which it says so, or the address that it calls. */
const brokenMessage = (
  { values = [], recipients = [], call }: Said & Pick<RuleNotification, 'call'>,
  things: Things,
): Pick<Line, 'broken'> =>
  Object.assign(
    {},
    ...values.map((value) => brokenText(value, things)),
    ...recipients.map((one) => ('while' in one && one.while ? brokenStatus(things, one.while) : {})),
    ...recipients.map((one) => (one.kind === 'person' ? ofPerson(things.elsewhere, one.user_id) : {})),
    call && ofAddress(things.elsewhere, call.address_id),
  )

const brokenStatus = (
  { statuses }: Things,
  { resource_id = '' }: Pick<RuleStatus, 'resource_id'>,
): Pick<Line, 'broken'> => (statuses && !statuses.has(resource_id) ? { broken: { status: resource_id } } : {})

/** It waits for a status, or asks about it: what a calendar says of it must be known. */
const brokenAsked = (things: Things, status: RuleStatus): Pick<Line, 'broken'> => ({
  ...ofCalendar(things.elsewhere, status.resource_id ?? ''),
  ...brokenStatus(things, status),
})

export interface TriggerLines {
  times: readonly Line[]
  devices: readonly Line[]
  statuses: readonly Line[]
}

/** What sets a rule off, kind by kind. */
export function triggerLines(rule: Rule, { tell, naming }: Telling, things: Things): TriggerLines {
  const { time_triggers = [], sun_triggers = [], call_triggers = [] } = rule
  const { event_triggers = [], statuses = [], silence_triggers = [], run_triggers = [] } = rule
  return {
    times: [
      ...time_triggers.map((trigger) => ({
        id: trigger.id,
        icon: 'clock' as const,
        text: capital(tell(wordsOfTimeTrigger(trigger))),
      })),
      ...sun_triggers.map((trigger) => ({
        id: trigger.id,
        icon: 'sun' as const,
        text: capital(tell(wordsOfSunTrigger(trigger))),
      })),
      ...call_triggers.map((trigger) => ({
        id: trigger.id,
        icon: 'link' as const,
        text: capital(tell(wordsOfCallTrigger(trigger))),
        ...ofCaller(things.elsewhere, rule.id, trigger.id),
      })),
      ...run_triggers.map((trigger) => ({
        id: trigger.id,
        icon: 'scenes' as const,
        text: capital(tell(wordsOfRunTrigger(trigger, naming))),
        ...(things.rules?.has(trigger.rule_id) === false && { broken: { rule: trigger.rule_id } }),
      })),
    ],
    devices: [
      ...silence_triggers.map((trigger) => ({
        id: trigger.id,
        icon: iconNamed(things.home.device(trigger.device_id)?.icon, 'device'),
        text: capital(tell(wordsOfSilenceTrigger(trigger, naming))),
        ...brokenWhole(things, trigger.device_id),
      })),
      ...event_triggers.map((trigger) => ({
        id: trigger.id,
        icon: iconNamed(things.home.device(trigger.event_source)?.icon, 'device'),
        text: capital(tell(wordsOfDeviceTrigger(trigger, naming, moodOf(rule)))),
        ...brokenDevice(things, trigger.event_source, {
          service: trigger.service_name,
          property: trigger.property_name,
        }),
      })),
    ],
    statuses: statuses.map((status) => ({
      id: status.resource_id ?? status.name,
      icon: statusIcon(status.icon),
      text: capital(tell(wordsOfStatusTrigger(status))),
      ...brokenAsked(things, status),
    })),
  }
}

/** What is asked before the rule runs, one line each; several that count as one are one. */
export function conditionLines(rule: Rule, { tell, naming }: Telling, things: Things): readonly Line[] {
  return (rule.only_if?.conditions ?? []).map((one) => {
    const within = one.kind === 'group' ? one.conditions : [one]
    return {
      id: one.id,
      icon: CONDITION_ICONS[one.kind],
      text: capital(tell(wordsOfCondition(one, naming))),
      ...Object.assign({}, ...within.map((plain) => brokenCondition(plain, things))),
    }
  })
}

const CONDITION_ICONS = {
  device: 'device',
  status: 'home-status',
  time: 'clock',
  date: 'calendar',
  group: 'filter',
} as const satisfies Record<Condition['kind'], IconName>

function brokenCondition(one: PlainCondition, things: Things): Pick<Line, 'broken'> {
  if (one.kind === 'status') return brokenAsked(things, one.status)
  if (one.kind !== 'device') return {}
  const { event_source, service_name, property_name } = one.device
  return brokenDevice(things, event_source, { service: service_name, property: property_name })
}

/** What an action set does, in its order; what it waits for comes first. */
export function actionLines(scene: ActionSet, { tell, naming }: Telling, things: Things): readonly Line[] {
  const { delay = 0, until, question, repeat, devices = [], targets = [], statuses = [], rules = [] } = scene
  const { notifications = [], alarms = [] } = scene
  const say = (phrase: Parameters<Telling['tell']>[0]): string => capital(tell(phrase))
  const brokenIn = (asked: StepCondition | undefined): Pick<Line, 'broken'> =>
    (asked?.conditions ?? []).map((one) => brokenCondition(one, things)).find(({ broken }) => broken) ?? {}
  const turn = wordsOfTurn(scene, naming)
  const pause: Line[] =
    delay > 0
      ? [
          {
            ...{
              id: 'pause',
              icon: question ? ('message' as const) : ('clock' as const),
              text: say(wordsOfPause(scene, naming)),
            },
            ...brokenIn(until),
            ...(question && brokenMessage(question, things)),
          },
        ]
      : []
  return [
    ...(turn ? [{ id: 'turn', icon: 'filter' as const, text: say(turn), ...brokenIn(scene.only_if) }] : []),
    ...pause,
    ...(repeat
      ? [
          {
            ...{ id: 'repeat', icon: 'refresh' as const, text: say(wordsOfRepeat(repeat, naming)) },
            ...brokenIn(repeat.while ?? repeat.until),
          },
        ]
      : []),
    ...devices.flatMap((device) =>
      device.settings.map((setting) => ({
        id: `${device.id}/${setting.service_name}/${setting.property_name}`,
        icon: iconNamed(things.home.device(device.id)?.icon, 'device'),
        text: say(wordsOfSetting(device, setting, naming)),
        ...brokenDevice(things, device.id, {
          service: setting.service_name,
          property: setting.property_name,
        }),
        ...brokenCopy(things, setting),
      })),
    ),
    ...targets.map((target) => ({
      id: `target ${target.id}`,
      icon: kindIcon(target),
      text: say(wordsOfTarget(target, naming)),
      ...brokenTarget(target, things),
    })),
    ...statuses.map((status) => ({
      id: `status ${status.resource_id ?? status.name}`,
      icon: statusIcon(status.icon),
      text: say(wordsOfStatusChange(status)),
      ...brokenStatus(things, status),
    })),
    ...rules.map((one) => ({
      id: `rule ${one.rule_id}`,
      icon: 'scenes' as const,
      text: say(wordsOfRuleAction(one, naming)),
      ...(things.rules && !things.rules.has(one.rule_id) && { broken: { rule: one.rule_id } }),
    })),
    ...notifications.map((notification, at) => ({
      id: notification.notification_id ?? `notification ${at}`,
      icon: notificationIcon(notification),
      text: say(wordsOfNotification(notification, naming)),
      ...brokenMessage(notification, things),
    })),
    ...alarms.map(({ alarmId }) => ({
      id: `alarm ${alarmId}`,
      icon: 'siren' as const,
      text: say(wordsOfAlarm(alarmId, naming)),
    })),
  ]
}
