import type { Text } from '#i18n/useText.ts'
import type { LocalWords } from '#i18n/words.ts'
import { durationWords } from '../../builder/sentences.ts'
import type { Block } from './blocks.ts'

/** What becomes of a thing, in words: its value, and how long that takes or that it is so already. */
export function saidOf(
  { text: value, lasts, mark, slope }: Pick<Block, 'text' | 'lasts' | 'mark' | 'slope'>,
  speech: { text: Text; words: LocalWords },
): string {
  const { t } = speech.text
  if (lasts >= 1000 && !slope) return t('rehearsal.once.lasts', { value, time: durationWords(lasts, speech) })
  return mark === 'already' ? t('rehearsal.once.already', { value }) : value
}
