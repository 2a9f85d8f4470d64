import { type FormEvent, useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { Button } from '#ui/Button.tsx'
import ask from '../ask/ask.module.css'
import { SentenceField } from '../ask/SentenceField.tsx'
import { IdeasFor } from './Ideas.tsx'
import styles from './recipes.module.css'

/** What a home without scenes could begin with; each leads into the builder, which asks for its devices. */
export default function FirstIdeas({ builder }: { builder: ScreenHead }) {
  const { t } = useText()
  const { go } = useEngine()
  const [sentence, setSentence] = useState('')
  const begin = (event: FormEvent): void => {
    event.preventDefault()
    go?.(hrefOf(builder, sentence.trim() === '' ? {} : { ask: sentence.trim() }))
  }
  return (
    <div className={styles.first}>
      <form className={ask.ask} onSubmit={begin}>
        <div className={ask.first}>
          <SentenceField value={sentence} onChange={setSentence} />
          <Button type="submit">{t('asking.open')}</Button>
        </div>
      </form>
      <IdeasFor
        title={t('recipes.ui.often')}
        text={t('recipes.ui.text')}
        onChoose={(recipe) => go?.(hrefOf(builder, { recipe }))}
      />
    </div>
  )
}
