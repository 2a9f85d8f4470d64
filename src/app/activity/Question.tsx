import { useState } from 'react'
import { useNow } from '#engine/property/state/useNow.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { AskedQuestion } from '#schemas/generated/entities/asked-question.ts'
import { Button } from '#ui/Button.tsx'
import { report } from '../report.ts'
import styles from './Entry.module.css'

interface Props {
  question: AskedQuestion
  me: string
  onAnswer(answer: string): Promise<void>
}

/** What a scene asks, with its answers; once somebody has answered, who that was (decision 0248). */
export function Question({ question, me, onAnswer }: Props) {
  const { say: t } = useText()
  const words = useWords()
  const now = useNow()
  const [given, setGiven] = useState<string>()
  const { answers, answer, by, by_name: name, state, until } = question
  if (answer !== undefined) {
    const label = answers.find(({ id }) => id === answer)?.label ?? answer
    const said = by === me ? 'news.asked.byMe' : name === undefined ? 'news.asked.answered' : 'news.asked.by'
    return <p className={styles.answered}>{t(said, '', { answer: label, name: name ?? '' })}</p>
  }
  if (state !== 'open' || until <= now) return <p className={styles.answered}>{t('news.asked.over')}</p>
  const give = async (id: string): Promise<void> => {
    setGiven(id)
    try {
      await onAnswer(id)
    } catch (error) {
      report.report(error)
    } finally {
      setGiven(undefined)
    }
  }
  return (
    <>
      <fieldset className={styles.answers} aria-label={t('news.asked.answers')}>
        {answers.map(({ id, label }) => (
          <Button
            key={id}
            size="dense"
            busy={given === id}
            disabled={given !== undefined && given !== id}
            onClick={() => void give(id)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <small>{t('news.asked.until', '', { when: words.moment(until, now, READER) })}</small>
    </>
  )
}
