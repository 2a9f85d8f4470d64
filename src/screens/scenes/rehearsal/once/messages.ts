import { isMeant } from '#gateway/lib/scenes/recipients.ts'
import { foundIn } from '#gateway/rules/texts/found.ts'
import { slotOfText } from '#gateway/rules/texts/words.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type {
  ActionSet,
  RuleNotification,
  RuleQuestion,
  TextValue,
} from '#schemas/generated/entities/rule.ts'
import { notificationPart, partsOfSet, slotWords, textWords } from '../../builder/sentences.ts'
import { valueId } from '../recorded.ts'
import type { Facts, Part } from './blocks.ts'

/** Statuses, other scenes, messages, alarms: the rest of what a set does, with values and statuses as they are then. */
export function othersOf(
  { devices: _devices, targets: _targets, notifications = [], ...set }: ActionSet,
  facts: Facts,
  now: ReadonlyMap<string, Scalar>,
): Part[] {
  const { speech, alarmName } = facts
  const messages = notifications.map(meantOf(facts.statuses)).map((one) => ({
    ...notificationPart(one, speech),
    // It would be for nobody.
    ...(one.recipients?.length === 0 && { value: speech.text.t('rehearsal.once.nobody'), broken: true }),
    // As long as nobody knows how things are, it says of which values it would tell.
    ...(facts.now && one.values && one.recipients?.length !== 0 && { value: toldText(one, facts, now) }),
  }))
  return [...partsOfSet(set, speech, alarmName), ...messages].map(({ icon, name, value, broken }) => ({
    lane: `${icon} ${name}`,
    icon,
    name,
    text: value,
    lasts: 0,
    ...(broken && { mark: 'doubtful' as const }),
  }))
}

/** A message for those who would be meant. */
const meantOf =
  (statuses: ReadonlyMap<string, boolean>) =>
  (one: RuleNotification): RuleNotification =>
    one.recipients
      ? { ...one, recipients: one.recipients.filter((who) => isMeant(who, (id) => statuses.get(id))) }
      : one

/** The title of a message with what its values would be then (decision 0162). */
function toldText(
  one: Pick<RuleNotification, 'short_desc' | 'desc' | 'values' | 'call'>,
  { speech, statuses }: Facts,
  now: ReadonlyMap<string, Scalar>,
): string {
  const found = foundIn(one, (value: TextValue) =>
    value.kind === 'status'
      ? statuses.get(value.resource_id)
      : now.get(valueId(value.device_id, value.service_name, value.property_name)),
  )
  const text = one.call ? one.call.fields[0]?.text : one.short_desc
  return slotWords(slotOfText(text ?? '', one.values, speech.naming, found), speech)
}

/** A question as those whom it asks would read it then; while nobody knows how things are, with the names of its values. */
export const askedText = (question: RuleQuestion, facts: Facts, now: ReadonlyMap<string, Scalar>): string =>
  facts.now && question.values
    ? toldText(question, facts, now)
    : textWords(question.short_desc, question, facts.speech)
