import { wordsOfFact } from '#gateway/rules/words-of-runs.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { capital, type Telling } from './use-telling.ts'

/** Who changed something; nobody is the gateway itself. */
export function personWords(userId: string | undefined, { text, me }: Telling): string {
  if (userId === undefined) return text.t('scenes.by.gateway')
  return text.t(userId === me ? 'scenes.by.you' : 'scenes.by.other')
}

/** What set a rule off, or would have, as a sentence. */
export function triggerWords(fact: TriggerFact, { text, tell, naming, me }: Telling): string {
  if (fact.type === 'PLAYED' && fact.user_id === me) return text.t('scenes.youPlayed')
  return capital(tell(wordsOfFact(fact, naming)))
}

/** What a change came from, as a sentence: a person, a rule, the device itself. */
export function causeWords(cause: Cause, { text, me }: Telling): string {
  switch (cause.kind) {
    case 'person':
      return text.t(cause.user_id === me ? 'scenes.cause.you' : 'scenes.cause.other')
    case 'rule':
      return text.t('scenes.cause.rule', { name: cause.rule_name ?? '' })
    case 'gateway':
      return text.t('scenes.cause.gateway')
    case 'device':
      return text.t('scenes.cause.device')
  }
}
