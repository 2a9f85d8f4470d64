import { goesBySun } from '#gateway/rules/only-if/by-sun.ts'
import { wordsOfCondition } from '#gateway/rules/only-if/words.ts'
import type { Condition } from '#schemas/generated/entities/rule.ts'
import { deviceSentence, phraseSentence, type Sentence, type Speech, statusSentence } from '../sentences.ts'

/** What of a home may be missing that conditions name. */
export interface Known {
  status(id: string | undefined): boolean
  placed: boolean
}

/** A condition in plain words, and what is wrong with it. */
export function conditionSentence(condition: Condition, speech: Speech, known?: Known): Sentence {
  switch (condition.kind) {
    case 'device':
      return deviceSentence(condition.device, 'is', speech)
    case 'status':
      return statusSentence(condition.status, speech, known?.status(condition.status.resource_id))
    case 'time': {
      const bySun = goesBySun(condition.window)
      const sentence = phraseSentence(
        bySun ? 'sun' : 'clock',
        wordsOfCondition(condition, speech.naming),
        speech,
      )
      return bySun && known && !known.placed
        ? { ...sentence, icon: 'warning', note: speech.text.t('scenes.noPlace.text'), broken: true }
        : sentence
    }
    case 'date':
      return phraseSentence('calendar', wordsOfCondition(condition, speech.naming), speech)
    case 'group':
      return phraseSentence('filter', wordsOfCondition(condition, speech.naming), speech)
  }
}
