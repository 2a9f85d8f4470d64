import type { ActionSet, Repetition } from '#schemas/generated/entities/rule.ts'
import { wordsOfGroup } from '../only-if/words.ts'
import type { Naming, Phrase } from '../phrase.ts'
import { replays } from '../replay/replays.ts'

/** "Only if: Door is closed", "as long as: Vacation is on" of what ends then, "otherwise, if: Window is open", "otherwise", "one of these by chance". Undefined where the set is done in any case. */
export function wordsOfTurn(
  {
    only_if,
    otherwise,
    on_answer,
    by_chance,
    ...set
  }: Pick<ActionSet, 'only_if' | 'otherwise' | 'on_answer' | 'by_chance' | 'devices' | 'targets'>,
  naming: Naming,
): Phrase | undefined {
  if (by_chance) return { keys: [`sentences.step.byChance.${by_chance}`], slots: {} }
  if (on_answer)
    return on_answer.answer === undefined
      ? { keys: ['sentences.step.unanswered'], slots: {} }
      : {
          keys: ['sentences.step.answered'],
          slots: { answer: { is: 'text', text: on_answer.label ?? on_answer.answer } },
        }
  if (!only_if) return otherwise ? { keys: ['sentences.step.otherwise'], slots: {} } : undefined
  return {
    keys: [
      otherwise
        ? 'sentences.step.otherwiseIf'
        : replays(set)
          ? 'sentences.step.asLongAs'
          : 'sentences.step.onlyIf',
    ],
    slots: { clause: { is: 'phrase', phrase: wordsOfGroup(only_if, naming) } },
  }
}

/** "3 times, 10 seconds apart", "as long as Door is open, at most 20 times, 1 minute apart". Without `naming`, what is asked is told elsewhere. */
export function wordsOfRepeat(repeat: Repetition, naming?: Naming): Phrase {
  const asked = repeat.while ?? repeat.until
  const slots: Phrase['slots'] = {
    times: { is: 'text', text: String(repeat.times) },
    pause: { is: 'duration', ms: repeat.pause },
  }
  if (!asked) return { keys: ['sentences.step.times'], slots }
  const key = naming ? (repeat.while ? 'while' : 'until') : 'timesAtMost'
  return {
    keys: [`sentences.step.${key}`],
    slots: { ...slots, ...(naming && { clause: { is: 'phrase', phrase: wordsOfGroup(asked, naming) } }) },
  }
}
