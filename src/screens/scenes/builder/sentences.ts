import { usePorts } from '#engine/engine.ts'
import type { EnginePorts } from '#engine/ports.ts'
import { partKey } from '#engine/property/state/address.ts'
import { useLateWidgets } from '#engine/property/state/late-widgets.ts'
import { labelOf, phrase, readPart } from '#engine/property/state/words-of.ts'
import type { RawValue, WidgetRegistry } from '#engine/widget.ts'
import { spoken } from '#gateway/lib/models/text-keys.ts'
import { nameOf } from '#gateway/lib/names/names.ts'
import { copyIn } from '#gateway/lib/scenes/copies.ts'
import { wordsOfReplay } from '#gateway/rules/computed/words.ts'
import type { Naming, Phrase, Slot } from '#gateway/rules/phrase.ts'
import { duration, sentence, speak, spokenSlot, spokenValue } from '#gateway/rules/speak.ts'
import { wordsOfRepeat, wordsOfTurn } from '#gateway/rules/steps/words.ts'
import { wordsOfTarget, wordsOfThose } from '#gateway/rules/targets/words.ts'
import { slotOfText } from '#gateway/rules/texts/words.ts'
import {
  wordsOfAlarm,
  wordsOfNotification,
  wordsOfPause,
  wordsOfRuleAction,
  wordsOfSetting,
  wordsOfStatusChange,
} from '#gateway/rules/words/actions.ts'
import {
  type Mood,
  wordsOfCallTrigger,
  wordsOfDeviceTrigger,
  wordsOfRunTrigger,
  wordsOfSilenceTrigger,
  wordsOfStatusTrigger,
  wordsOfSunTrigger,
  wordsOfTimeTrigger,
} from '#gateway/rules/words/triggers.ts'
import { type Text, useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { LocalWords } from '#i18n/words.ts'
import type {
  ActionSet,
  ActionTarget,
  CallTrigger,
  ComputedValue,
  DeviceSetting,
  DeviceTrigger,
  Recipient,
  Repetition,
  ReplayedValue,
  Rule,
  RuleAction,
  RuleNotification,
  RuleStatus,
  RunTrigger,
  SilenceTrigger,
  SunTrigger,
  TextValue,
  TimeTrigger,
} from '#schemas/generated/entities/rule.ts'
import { type IconName, iconNamed } from '#ui/Icon.tsx'
import {
  type Broken,
  brokenKey,
  type Elsewhere,
  ofAddress,
  ofCalendar,
  ofCaller,
  ofPerson,
} from '../elsewhere/elsewhere.ts'
import { useElsewhere } from '../elsewhere/use-elsewhere.ts'
import { isThere, kindIcon, kindValue, notificationIcon } from '../kinds.ts'
import { recipientName } from '../recipient-name.ts'
import { statusIcon, statusName } from '../status-words.ts'
import { type OfferedProperty, propertyAt } from './offered/properties.ts'

/** Something of a rule in plain words. */
export interface Sentence {
  icon: IconName
  text: string
  /** As it stands within a sentence. */
  clause: string
  note?: string
  /** It names something that is not there any more. */
  broken?: boolean
}

export interface Speech {
  text: Text
  words: LocalWords
  ports: EnginePorts
  /** They come after the page: until then a value is said as sentences say it. */
  widgets: WidgetRegistry | undefined
  naming: Naming
  elsewhere: Elsewhere
  /** Ids of the scenes of the home, where they are asked for; undefined while they are not known. */
  rules?: ReadonlySet<string> | undefined
  /** Ids of the statuses of the home, where they are asked for; none while they are not known. */
  statuses?: ReadonlySet<string> | undefined
}

type Spoken = Pick<Speech, 'text' | 'words'>

const language = ({ text, words }: Spoken) => ({
  has: text.has,
  say: text.say,
  number: words.number,
  date: words.date,
})

const namingOf = ({ home }: EnginePorts): Naming => ({
  device: (id) => home.device(id)?.name,
  property: (device, service, property) => propertyAt(home.device(device), { service, property })?.value,
  kind: kindValue,
})

function said(one: Phrase, speech: Spoken): Pick<Sentence, 'text' | 'clause'> {
  const spoken = language(speech)
  return { text: sentence(one, spoken), clause: speak(one, spoken) }
}

/** A duration as scenes say it (spec 2 §9: seconds below a minute, else minutes). */
export const durationWords = (ms: number, speech: Spoken): string => duration(ms, language(speech))

/** What a rule names on a device that is not there any more says so. */
function brokenAt(ref: { device: string; service: string; property: string }, { text, ports }: Speech) {
  const head = ports.home.device(ref.device)
  const there = head && (head.layout === undefined || propertyAt(head, ref) !== undefined)
  return there ? {} : { icon: 'warning' as const, note: text.t('builder.gone'), broken: true }
}

/** Whatever has a phrase of its own. */
export const phraseSentence = (icon: IconName, one: Phrase, speech: Spoken): Sentence => ({
  icon,
  ...said(one, speech),
})

export const timeSentence = (trigger: TimeTrigger, speech: Speech): Sentence => ({
  icon: 'clock',
  ...said(wordsOfTimeTrigger(trigger), speech),
})

export const callSentence = (trigger: Pick<CallTrigger, 'name'>, speech: Spoken): Sentence => ({
  icon: 'link',
  ...said(wordsOfCallTrigger(trigger), speech),
})

export function silenceSentence(trigger: SilenceTrigger, speech: Speech): Sentence {
  const { home } = speech.ports
  const head = home.device(trigger.device_id)
  const gone = !head && home.devices().complete
  return {
    icon: iconNamed(head?.icon, 'offline'),
    ...said(wordsOfSilenceTrigger(trigger, speech.naming), speech),
    ...(gone && { icon: 'warning', note: speech.text.t('builder.gone'), broken: true }),
  }
}

/** `rules`: ids of the scenes that there are; undefined while nobody knows them. */
export const runSentence = (trigger: RunTrigger, speech: Speech, rules?: ReadonlySet<string>): Sentence => ({
  icon: 'scenes',
  ...said(wordsOfRunTrigger(trigger, speech.naming), speech),
  ...(rules?.has(trigger.rule_id) === false && {
    icon: 'warning',
    note: speech.text.t('builder.gone'),
    broken: true,
  }),
})

export const sunSentence = (trigger: SunTrigger, speech: Speech, placed = true): Sentence => ({
  icon: 'sun',
  ...said(wordsOfSunTrigger(trigger), speech),
  ...(!placed && { icon: 'warning', note: speech.text.t('scenes.noPlace.text'), broken: true }),
})

/** The name of a property of a device, as tiles and pages write it. */
export const propertyName = (
  { service, property, value, placed }: OfferedProperty,
  words: LocalWords,
): string =>
  partKey(placed) === partKey({ service, property })
    ? labelOf(placed, words)
    : nameOf({ service, property, value }, words)

/** A value in the words of its own widget. */
export const valueWords = (
  offered: OfferedProperty,
  raw: RawValue,
  { widgets, words }: { widgets: WidgetRegistry; words: LocalWords },
): string => phrase(readPart(offered, offered.placed, raw, widgets, words))

/** What a property is set to, in the words of its own widget as soon as that is there. */
function settingWords(
  offered: OfferedProperty,
  value: Extract<Slot, { is: 'value' }>['value'],
  speech: Speech,
): string {
  const { widgets, words } = speech
  if (widgets) return valueWords(offered, value, { widgets, words })
  const { service, property, value: described } = offered
  return spokenValue({ is: 'value', service, property, described, value }, language(speech))
}

export function deviceSentence(trigger: DeviceTrigger, mood: Mood, speech: Speech): Sentence {
  const { event_source: device, service_name: service, property_name: property } = trigger
  const head = speech.ports.home.device(device)
  const offered = propertyAt(head, { service, property })
  return {
    icon: iconNamed(offered?.value.icon ?? head?.icon, 'device'),
    ...said(wordsOfDeviceTrigger(trigger, speech.naming, mood), speech),
    ...brokenAt({ device, service, property }, speech),
  }
}

/** What is the matter with something that stands at the server. */
const brokenNote = ({ broken }: { broken?: Broken }, { text }: Speech) =>
  broken ? { icon: 'warning' as const, note: text.t(brokenKey(broken)), broken: true } : {}

/** A call that the scene waits for, which needs an address. */
export const calledSentence = ({ id }: Pick<Rule, 'id'>, trigger: CallTrigger, speech: Speech): Sentence => ({
  ...callSentence(trigger, speech),
  ...brokenNote(ofCaller(speech.elsewhere, id, trigger.id), speech),
})

/** A status that is waited for or asked about. */
export const statusSentence = (status: RuleStatus, speech: Speech, there = true): Sentence => ({
  icon: statusIcon(status.icon),
  ...said(wordsOfStatusTrigger(status), speech),
  ...brokenNote(ofCalendar(speech.elsewhere, status.resource_id ?? ''), speech),
  ...(!there && { icon: 'warning', note: speech.text.t('builder.gone'), broken: true }),
})

/** One part of an action set: as a whole, and as name and value. */
export interface SetPart extends Sentence {
  name: string
  value: string
}

export function settingSentence(
  device: { id: string; device_name?: string },
  setting: DeviceSetting,
  speech: Speech,
): SetPart {
  const { service_name: service, property_name: property } = setting
  const head = speech.ports.home.device(device.id)
  const offered = propertyAt(head, { service, property })
  return {
    icon: iconNamed(head?.icon, 'device'),
    ...said(wordsOfSetting(device, setting, speech.naming), speech),
    name: `${head?.name ?? device.device_name ?? device.id} · ${offered ? propertyName(offered, speech.words) : spoken(property)}`,
    value:
      'computed' in setting
        ? computedWords(setting.computed, { service, property, described: offered?.value }, speech)
        : offered
          ? settingWords(offered, setting.value, speech)
          : String(setting.value),
    ...brokenAt({ device: device.id, service, property }, speech),
    ...brokenCopy(setting, speech),
  }
}

/** How a value is found, as short as the value itself would be. */
function computedWords(
  computed: ComputedValue,
  at: Omit<Extract<Slot, { is: 'property' }>, 'is'>,
  speech: Speech,
): string {
  const { t } = speech.text
  if (computed.kind === 'toggle') return t('builder.computed.toggled')
  if (computed.kind === 'copy')
    return t('builder.computed.like', {
      name: speech.naming.device(computed.device_id) ?? computed.device_name ?? computed.device_id,
    })
  if (computed.kind === 'replay') return replayWords(computed, speech)
  const described = at.described && { ...at.described, options: [], presets: [] }
  const figure = (value: number): string =>
    spokenValue({ is: 'value', ...at, described, value }, language(speech))
  if (computed.kind === 'ramp') {
    const { from, to, over } = computed
    const slope = { to: figure(to), time: durationWords(over, speech) }
    return from === undefined
      ? t('builder.ramp.towards', slope)
      : t('builder.ramp.along', { ...slope, from: figure(from) })
  }
  const amount = figure(Math.abs(computed.amount))
  return (computed.amount < 0 ? '\u2212' : '+') + amount
}

function replayWords(computed: ReplayedValue, speech: Speech): string {
  const { before } = wordsOfReplay(computed)
  return speech.text.t('builder.replay.as', { before: said(before, speech).clause })
}

function brokenCopy(setting: DeviceSetting, speech: Speech) {
  const copy = copyIn(setting)
  return copy
    ? brokenAt({ device: copy.device_id, service: copy.service_name, property: copy.property_name }, speech)
    : {}
}

/** All devices of a kind: who is meant, and what is done with them. */
export function targetPart(target: ActionTarget, speech: Speech): SetPart {
  const { value, computed } = target
  const at = { service: target.kind, property: target.sets, described: kindValue(target) }
  const { t } = speech.text
  const word = (): string => {
    if (computed?.kind === 'remember' || computed?.kind === 'restore')
      return t(`builder.target.memory.${computed.kind === 'remember' ? 'remembered' : 'restored'}`)
    if (computed) return computedWords(computed, at, speech)
    if (typeof value !== 'boolean')
      return spokenValue({ is: 'value', ...at, value: value ?? 0 }, language(speech))
    const side = value ? 'on' : 'off'
    return speech.text.say(`builder.target.sides.${target.sets}.${side}`) || t(`builder.status.${side}`)
  }
  const { home } = speech.ports
  const gone =
    (target.place && !isThere(target.place, home)) ||
    (home.devices().complete && target.except?.some(({ device_id }) => !home.device(device_id)))
  return {
    icon: kindIcon(target),
    ...said(wordsOfTarget(target, speech.naming), speech),
    name: said(wordsOfThose(target, speech.naming), speech).text,
    value: word(),
    ...(gone && { icon: 'warning', note: t('builder.gone'), broken: true }),
  }
}

/** A status that is to be set or told, and that is not there any more. */
export const isStatusGone = (
  { resource_id }: Pick<RuleStatus, 'resource_id'>,
  { statuses }: Pick<Speech, 'statuses'>,
): boolean =>
  resource_id !== undefined && statuses !== undefined && statuses.size > 0 && !statuses.has(resource_id)

const brokenStatus = (status: Pick<RuleStatus, 'resource_id'>, speech: Speech) =>
  isStatusGone(status, speech)
    ? { icon: 'warning' as const, note: speech.text.t('builder.gone'), broken: true }
    : {}

const statusPart = (status: RuleStatus, speech: Speech): SetPart => ({
  icon: statusIcon(status.icon),
  ...said(wordsOfStatusChange(status), speech),
  name: statusName(status.name, speech.text),
  value: speech.text.t(status.state ? 'builder.status.on' : 'builder.status.off'),
  ...brokenStatus(status, speech),
})

/** A scene that is to be run or switched, and that is not there any more. */
export const isGone = ({ rule_id }: RuleAction, { rules }: Pick<Speech, 'rules'>): boolean =>
  rules !== undefined && !rules.has(rule_id)

const rulePart = (action: RuleAction, speech: Speech): SetPart => ({
  icon: 'scenes',
  ...said(wordsOfRuleAction(action, speech.naming), speech),
  name: action.name,
  value: speech.text.t(`builder.scene.acts.${action.act}`).toLocaleLowerCase(),
  ...(isGone(action, speech) && { icon: 'warning', note: speech.text.t('builder.gone'), broken: true }),
})

/** By the type of a message (spec 2 §5). */
const TOLD_BY = ['mail', 'push', 'other'] as const

export const notificationPart = (one: RuleNotification, speech: Speech): SetPart => ({
  icon: notificationIcon(one),
  ...said(wordsOfNotification(one, speech.naming), speech),
  name:
    one.call?.name ??
    [speech.text.t(`builder.tell.${TOLD_BY[one.type]}`), ...whomWords(one, speech)].join(' · '),
  value: textWords(one.call ? one.call.fields[0]?.text : one.short_desc, one, speech),
  ...brokenMessage(one, speech),
  ...(one.call && brokenNote(ofAddress(speech.elsewhere, one.call.address_id), speech)),
})

/** What a message tells is gone, or somebody who is told it no longer uses the home. */
export const brokenMessage = (
  { values = [], recipients = [] }: Pick<RuleNotification, 'values' | 'recipients'>,
  speech: Speech,
): Pick<Sentence, 'note' | 'broken'> =>
  Object.assign(
    {},
    ...values.map((value) => brokenText(value, speech)),
    ...recipients.map((one) => brokenRecipient(one, speech)),
  )

const brokenRecipient = (one: Recipient, speech: Speech) => ({
  ...('while' in one && one.while && brokenStatus(one.while, speech)),
  ...(one.kind === 'person' && brokenNote(ofPerson(speech.elsewhere, one.user_id), speech)),
})

/** Those whom it is for, where some were chosen. */
const whomWords = ({ recipients = [] }: RuleNotification, speech: Speech): string[] =>
  recipients.length === 0 ? [] : [recipients.map((one) => recipientName(one, speech)).join(', ')]

/** A text of a notification, with the names of its values. */
export const textWords = (
  text: string | undefined,
  { values }: Pick<RuleNotification, 'values'>,
  speech: Speech,
): string => slotWords(slotOfText(text ?? '', values, speech.naming), speech)

/** What stands in a sentence, by itself. */
export const slotWords = (slot: Slot, speech: Spoken): string => spokenSlot(slot, language(speech))

const brokenText = (value: TextValue, speech: Speech) =>
  value.kind === 'status'
    ? brokenStatus(value, speech)
    : brokenAt(
        { device: value.device_id, service: value.service_name, property: value.property_name },
        speech,
      )

export const alarmPart = (alarmId: number, name: string, speech: Speech): SetPart => ({
  icon: 'siren',
  ...said(wordsOfAlarm(alarmId, { ...speech.naming, alarm: () => name }), speech),
  name: speech.text.t('builder.tell.alarm'),
  value: name,
})

/** A pause with what it waits for. */
export const wholePause = (set: ActionSet, speech: Speech): string =>
  said(wordsOfPause(set, speech.naming), speech).text

/** How often a step is done; what is asked then stands below it. */
export const repeatWords = (repeat: Repetition, speech: Spoken): string =>
  said(wordsOfRepeat(repeat), speech).text

/** Under which condition a step is done, and how often, each by itself. */
export const turnWords = (set: ActionSet, speech: Speech): readonly string[] =>
  [wordsOfTurn(set, speech.naming), set.repeat && wordsOfRepeat(set.repeat, speech.naming)].flatMap(
    (phrase) => (phrase ? [said(phrase, speech).text] : []),
  )

/** What it waits for stands below it. */
export const pauseWords = (set: Pick<ActionSet, 'delay' | 'spread' | 'until'>, speech: Spoken): string =>
  said(wordsOfPause(set), speech).text

/** All that an action set does, each part by itself. */
export const partsOfSet = (
  { devices = [], targets = [], statuses = [], rules = [], notifications = [], alarms = [] }: ActionSet,
  speech: Speech,
  alarmName: (alarmId: number) => string,
): readonly SetPart[] => [
  ...devices.flatMap((device) => device.settings.map((setting) => settingSentence(device, setting, speech))),
  ...targets.map((target) => targetPart(target, speech)),
  ...statuses.map((status) => statusPart(status, speech)),
  ...rules.map((one) => rulePart(one, speech)),
  ...notifications.map((one) => notificationPart(one, speech)),
  ...alarms.map(({ alarmId }) => alarmPart(alarmId, alarmName(alarmId), speech)),
]

/** What sentences are made with, in the language of the person. */
export function useSpeech(): Speech {
  const text = useText()
  const words = useWords()
  const ports = usePorts()
  const widgets = useLateWidgets()
  const elsewhere = useElsewhere()
  return { text, words, ports, widgets, naming: namingOf(ports), elsewhere }
}
