import { use } from 'react'
import { SpokenContext, useText } from './useText.ts'
import { type LocalWords, words } from './words.ts'

/** Numbers, times and words of the current language; wakes the component when it changes. */
export function useWords(): LocalWords {
  useText()
  return use(SpokenContext)?.words ?? words
}
