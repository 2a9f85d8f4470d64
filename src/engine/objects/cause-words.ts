import type { Cause } from '#schemas/generated/entities/cause.ts'
import { personWords, type Readers } from './person-words.ts'

/** What a change came from, as a sentence: a person, a rule, the device itself. */
export function causeWords(cause: Cause, readers: Readers): string {
  const { t } = readers.text
  switch (cause.kind) {
    case 'person':
      return personWords(cause.user_id ?? '', readers)
    case 'rule':
      return t('scenes.cause.rule', { name: cause.rule_name ?? '' })
    case 'gateway':
      return t('scenes.cause.gateway')
    case 'call':
      return t('scenes.cause.call')
    case 'calendar':
      return t('scenes.cause.calendar')
    case 'device':
      return t('scenes.cause.device')
  }
}
