import { personWords } from '#engine/objects/person-words.ts'
import { wordsOfFact } from '#gateway/rules/words-of-runs.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { capital, type Telling } from './use-telling.ts'

/** What set a rule off, or would have, as a sentence. */
export function triggerWords(fact: TriggerFact, { text, tell, naming, me }: Telling): string {
  if (fact.type === 'PLAYED' && fact.user_id === me) return text.t('scenes.youPlayed')
  return capital(tell(wordsOfFact(fact, naming)))
}

/** What a change came from, as a sentence: a person, a rule, the device itself. */
export function causeWords(cause: Cause, telling: Telling): string {
  const { text } = telling
  switch (cause.kind) {
    case 'person':
      return personWords(cause.user_id ?? '', telling)
    case 'rule':
      return text.t('scenes.cause.rule', { name: cause.rule_name ?? '' })
    case 'gateway':
      return text.t('scenes.cause.gateway')
    case 'device':
      return text.t('scenes.cause.device')
  }
}
