import { type ReactNode, useEffect, useMemo } from 'react'
import { hasTextIn, loadBeside, translateIn } from './i18n.ts'
import { type Language, tagOf } from './languages.ts'
import { SpokenContext, type Text } from './useText.ts'
import { wordsIn } from './words.ts'

/** A part of the page that speaks a language of its own: a preview beside what it previews. */
export function Speaking({ language, children }: { language: Language; children: ReactNode }) {
  useEffect(() => void loadBeside(language).catch(reportError), [language])
  const spoken = useMemo(() => {
    const text: Text = {
      t: (key, values) => translateIn(language, key, values),
      say: (key, fallback = '', values) =>
        hasTextIn(language, key) ? translateIn(language, key, values) : fallback,
      has: (key) => hasTextIn(language, key),
    }
    return { text, words: wordsIn(text, () => tagOf(language)) }
  }, [language])
  return (
    <div lang={tagOf(language)}>
      <SpokenContext value={spoken}>{children}</SpokenContext>
    </div>
  )
}
