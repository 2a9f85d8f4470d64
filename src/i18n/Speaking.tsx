import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { hasTextIn, loadBeside, translateIn } from './i18n.ts'
import { type Language, tagOf } from './languages.ts'
import { SpokenContext, type Text } from './useText.ts'
import { wordsIn } from './words.ts'

/** A part of the page that speaks a language of its own, once its words are there: a preview beside what it previews. */
export function Speaking({ language, children }: { language: Language; children: ReactNode }) {
  const [loaded, setLoaded] = useState<Language>()
  useEffect(() => {
    let here = true
    loadBeside(language).then(() => here && setLoaded(language), reportError)
    return () => {
      here = false
    }
  }, [language])
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
      <SpokenContext value={spoken}>{loaded === language && children}</SpokenContext>
    </div>
  )
}
