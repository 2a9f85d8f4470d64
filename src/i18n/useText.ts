import { createContext, use } from 'react'
import { useCurrent } from '#lib/use-current.ts'
import { hasText, subscribeTexts, textsVersion, translate } from './i18n.ts'
import type { Key } from './keys.ts'
import type { LocalWords } from './local-words.ts'

export interface Text {
  /** A text that the code names itself. */
  t(key: Key, values?: Record<string, unknown>): string
  /** A text whose key comes from data; never shows the key: the fallback stands in. */
  say(key: string, fallback?: string, values?: Record<string, unknown>): string
  /** Whether data has a text at all. */
  has(key: string): boolean
}

export const text: Text = {
  t: translate,
  say: (key, fallback = '', values) => (hasText(key) ? translate(key, values) : fallback),
  has: hasText,
}

/** What a part of the page speaks that shows another language than the page; nothing elsewhere. */
export const SpokenContext = createContext<{ text: Text; words: LocalWords } | undefined>(undefined)

/**
 * Words of the current language; wakes the component when they change. It hears i18next itself: `useTranslation` copies
 * the engine for every component, which takes a sixth of the time to the first tile.
 */
export function useText(): Text {
  useCurrent(subscribeTexts, textsVersion)
  return use(SpokenContext)?.text ?? text
}
