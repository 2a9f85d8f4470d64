import { wordsOfFact } from '#gateway/rules/words/runs.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { capital, type Telling } from './use-telling.ts'

/** What set a rule off, or would have, as a sentence. */
export function triggerWords(fact: TriggerFact, { text, tell, naming, me }: Telling): string {
  if (fact.type === 'PLAYED' && !fact.tried && fact.user_id === me) return text.t('scenes.youPlayed')
  return capital(tell(wordsOfFact(fact, naming)))
}
