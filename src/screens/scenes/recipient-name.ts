import type { Naming } from '#gateway/rules/phrase.ts'
import type { Text } from '#i18n/useText.ts'
import type { Recipient } from '#schemas/generated/entities/rule.ts'
import type { Told } from '#schemas/generated/entities/rule-run.ts'

export interface Spoken {
  text: Text
  naming: Pick<Naming, 'user'>
}

/** One of those whom a message is for, as he is called by himself. */
export const recipientName = (one: Recipient | Told, { text, naming }: Spoken): string =>
  one.kind === 'person'
    ? (naming.user?.(one.user_id ?? '') ?? one.name ?? '')
    : text.t(`builder.whom.${one.kind}`)
