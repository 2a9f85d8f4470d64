import { spokenKeys } from '#gateway/lib/models/text-keys.ts'
import { hasValues } from '#gateway/lib/scenes/texts.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type {
  ActionSet,
  DeviceSetting,
  Recipient,
  Rule,
  RuleAction,
  RuleNotification,
  RuleQuestion,
  RuleStatus,
} from '#schemas/generated/entities/rule.ts'
import type { FoundText } from '#schemas/generated/entities/rule-run.ts'
import { wordsOfComputed } from '../computed/words.ts'
import { wordsOfGroup } from '../only-if/words.ts'
import { isPause } from '../pause.ts'
import type { Naming, Phrase } from '../phrase.ts'
import { wordsOfRepeat, wordsOfTurn } from '../steps/words.ts'
import { wordsOfTarget } from '../targets/words.ts'
import { slotOfText } from '../texts/words.ts'
import type { Scalar } from '../world.ts'
import {
  meant,
  moodOf,
  numeric,
  roleOf,
  slotsOf,
  statusSlot,
  wordsOfCallTrigger,
  wordsOfDeviceTrigger,
  wordsOfRunTrigger,
  wordsOfSilenceTrigger,
  wordsOfStatusTrigger,
  wordsOfSunTrigger,
  wordsOfTimeTrigger,
} from './triggers.ts'

/** "Set Brightness of X to 40 %". */
export function wordsOfSetting(
  device: { id: string; device_name?: string },
  setting: DeviceSetting,
  naming: Naming,
): Phrase {
  const { service_name: service, property_name: property } = setting
  const described = naming.property(device.id, service, property)
  const place = { id: device.id, name: device.device_name, service, property }
  if ('computed' in setting) {
    const { value: _none, ...slots } = slotsOf(place, '', described, naming)
    return wordsOfComputed(setting.computed, { service, property, slots }, naming)
  }
  const value = meant(setting.value, described)
  return {
    keys: [
      ...spokenKeys('set', place, roleOf(value, described)),
      ...spokenKeys('set', place, 'any'),
      commonSetting(value, described),
    ],
    slots: slotsOf(place, value, described, naming),
  }
}

/** "Set “Colour” of X to what it was before". */
export const wordsOfRestored = (
  place: { id: string; name: string | undefined; service: string; property: string },
  naming: Naming,
): Phrase => {
  const { value: _none, ...slots } = slotsOf(
    place,
    '',
    naming.property(place.id, place.service, place.property),
    naming,
  )
  return { keys: ['sentences.set.restored'], slots }
}

function commonSetting(value: Scalar, described: Value | undefined): string {
  // What can only be ordered is no state that something is set to.
  if (described && !described.access.includes('read')) return 'sentences.set.order'
  const role = described?.kind === 'bool' || typeof value === 'boolean' ? roleOf(value, described) : ''
  if (role === 'on' || role === 'off' || role === 'toggle') return `sentences.set.${role}`
  const measured = described ? described.kind === 'number' || described.kind === 'range' : numeric(value)
  return measured ? 'sentences.set.number' : 'sentences.set.word'
}

export const wordsOfStatusChange = (status: Pick<RuleStatus, 'name' | 'state'>): Phrase => ({
  keys: [status.state ? 'sentences.set.statusOn' : 'sentences.set.statusOff'],
  slots: { status: statusSlot(status) },
})

const ACTS = {
  run: 'sentences.set.runRule',
  switch_on: 'sentences.set.ruleOn',
  switch_off: 'sentences.set.ruleOff',
} as const satisfies Record<RuleAction['act'], string>

export const wordsOfRuleAction = ({ rule_id, name, act }: RuleAction, naming: Naming): Phrase => ({
  keys: [ACTS[act]],
  slots: { rule: { is: 'text', text: naming.rule?.(rule_id) ?? name } },
})

const NOTIFICATIONS = ['mail', 'push', 'other'] as const
const FOR = ['mailFor', 'pushFor', 'other'] as const

/** "Anna, as long as “At home” is off". */
function wordsOfRecipient(one: Recipient, naming: Naming): Phrase {
  const slots: Phrase['slots'] =
    one.kind === 'person' ? { name: { is: 'text', text: naming.user?.(one.user_id) ?? one.name } } : {}
  const who: Phrase = { keys: [`sentences.notify.who.${one.kind}`], slots }
  if (one.kind === 'everybody' || !one.while) return who
  return {
    keys: [`sentences.notify.who.${one.while.state ? 'whileOn' : 'whileOff'}`],
    slots: { who: { is: 'phrase', phrase: who }, status: statusSlot(one.while) },
  }
}

/** With `found`, what its values were stands in it, and a text that names some is told beside the title. */
export function wordsOfNotification(
  notification: Omit<RuleNotification, 'notification_id' | 'scene_id'>,
  naming: Naming,
  found?: readonly FoundText[],
): Phrase {
  const { type, destination = '', short_desc, desc, values, recipients, call } = notification
  if (call) return { keys: ['sentences.notify.call'], slots: { address: { is: 'text', text: call.name } } }
  const both = found && short_desc && hasValues(desc, values)
  const text = both ? `${short_desc}: ${desc}` : short_desc || desc || ''
  const plain = text === '' ? 'plain' : 'text'
  const mail = NOTIFICATIONS[type] === 'mail' && destination !== ''
  const phrases = recipients?.map((one) => wordsOfRecipient(one, naming))
  return {
    keys: [`sentences.notify.${phrases ? FOR[type] : mail ? 'mailTo' : NOTIFICATIONS[type]}.${plain}`],
    slots: {
      ...(phrases && { who: { is: 'phrases', phrases, joint: 'and' } as const }),
      destination: { is: 'text', text: destination },
      text: slotOfText(text, values, naming, found),
    },
  }
}

/** What the sentences of a step leave out of its messages, and what it tells an address that it calls. */
export function wordsOfLongTexts({ question, notifications = [] }: ActionSet, naming: Naming): Phrase[] {
  return [...(question ? [question] : []), ...notifications].flatMap((one): Phrase[] => {
    const said = (text: string) => slotOfText(text, one.values, naming)
    const fields = 'call' in one && one.call ? one.call.fields : []
    return [
      ...(one.short_desc && one.desc
        ? [{ keys: ['sentences.notify.long'] as const, slots: { text: said(one.desc) } }]
        : []),
      ...fields.map(
        ({ name, text }): Phrase => ({
          keys: ['sentences.notify.field'],
          slots: { name: { is: 'text', text: name }, text: said(text) },
        }),
      ),
    ]
  })
}

export const wordsOfAlarm = (alarmId: number, naming: Naming): Phrase => ({
  keys: ['sentences.notify.alarm'],
  slots: { alarm: { is: 'text', text: naming.alarm?.(alarmId) ?? String(alarmId) } },
})

type Pausing = Pick<ActionSet, 'delay' | 'spread' | 'until' | 'question'>

const NAMELESS: Naming = { device: () => undefined, property: () => undefined }

/** "Ask Anna: “The garage is open” (Close it, Leave it), 10 minutes at most". With `found`, what its values were stands in it. */
function wordsOfQuestion(
  { short_desc, values, recipients, answers, late }: RuleQuestion,
  ms: number,
  naming: Naming,
  found?: readonly FoundText[],
): Phrase {
  const whom: readonly Recipient[] = recipients ?? [{ kind: 'everybody' }]
  return {
    keys: [late === 'stop' ? 'sentences.ask.orStop' : 'sentences.ask.whom'],
    slots: {
      who: { is: 'phrases', phrases: whom.map((one) => wordsOfRecipient(one, naming)), joint: 'and' },
      text: slotOfText(short_desc, values, naming, found),
      answers: { is: 'text', text: answers.map(({ label }) => label).join(', ') },
      duration: { is: 'duration', ms },
    },
  }
}

/**
 * "Wait 10 minutes", "Wait 10 minutes, by chance up to 30 minutes longer", "Wait 10 minutes at most for: Door is closed".
 * Without `naming`, what is waited for is told elsewhere.
 */
export function wordsOfPause(
  { delay = 0, spread = 0, until, question }: Pausing,
  naming?: Naming,
  found?: readonly FoundText[],
): Phrase {
  if (question) return wordsOfQuestion(question, delay, naming ?? NAMELESS, found)
  const slots: Phrase['slots'] = {
    duration: { is: 'duration', ms: delay },
    longer: { is: 'duration', ms: spread },
  }
  if (!until) return { keys: [spread === 0 ? 'sentences.set.pause' : 'sentences.set.pauseByChance'], slots }
  const longest: Phrase['slots'] = { duration: { is: 'duration', ms: delay + spread } }
  if (!naming) return { keys: ['sentences.set.pauseAtMost'], slots: longest }
  return {
    keys: [until.late === 'stop' ? 'sentences.set.untilOrStop' : 'sentences.set.until'],
    slots: { ...longest, clause: { is: 'phrase', phrase: wordsOfGroup(until, naming) } },
  }
}

/** What an action set does, in its order; first under which condition, what it waits for, and how often. */
export function wordsOfActionSet(set: ActionSet, naming: Naming): Phrase[] {
  const {
    delay = 0,
    devices = [],
    targets = [],
    statuses = [],
    rules = [],
    notifications = [],
    alarms = [],
  } = set
  const turn = wordsOfTurn(set, naming)
  const before = [...(turn ? [turn] : []), ...(delay > 0 ? [wordsOfPause(set, naming)] : [])]
  if (isPause(set)) return before
  return [
    ...before,
    ...(set.repeat ? [wordsOfRepeat(set.repeat, naming)] : []),
    ...devices.flatMap((device) => device.settings.map((setting) => wordsOfSetting(device, setting, naming))),
    ...targets.map((target) => wordsOfTarget(target, naming)),
    ...statuses.map(wordsOfStatusChange),
    ...rules.map((one) => wordsOfRuleAction(one, naming)),
    ...notifications.map((one) => wordsOfNotification(one, naming)),
    ...alarms.map(({ alarmId }) => wordsOfAlarm(alarmId, naming)),
  ]
}

export interface RuleWords {
  logic: Rule['rule_logic']
  when: Phrase[]
  /** One entry an action set. */
  sets: { id: string; name: string; pause: boolean; does: Phrase[] }[]
}

/** A whole rule: times and the sun first, then devices, then statuses. */
export function wordsOfRule(rule: Rule, naming: Naming): RuleWords {
  const { rule_logic, time_triggers = [], sun_triggers = [], call_triggers = [], event_triggers = [] } = rule
  const { statuses = [], scenes = [], silence_triggers = [], run_triggers = [] } = rule
  return {
    logic: rule_logic,
    when: [
      ...time_triggers.map(wordsOfTimeTrigger),
      ...sun_triggers.map(wordsOfSunTrigger),
      ...call_triggers.map(wordsOfCallTrigger),
      ...run_triggers.map((trigger) => wordsOfRunTrigger(trigger, naming)),
      ...silence_triggers.map((trigger) => wordsOfSilenceTrigger(trigger, naming)),
      ...event_triggers.map((trigger) => wordsOfDeviceTrigger(trigger, naming, moodOf(rule))),
      ...statuses.map(wordsOfStatusTrigger),
    ],
    sets: scenes.map((set) => ({
      id: set.id,
      name: set.name,
      pause: isPause(set),
      does: wordsOfActionSet(set, naming),
    })),
  }
}
