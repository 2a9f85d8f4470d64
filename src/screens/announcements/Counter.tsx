import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import styles from './Counter.module.css'

const NEARLY = 0.9

/** A bar and the figure: ember from nine tenths, brick past the end. */
export function Counter({ count, most }: { count: number; most: number }) {
  const { t } = useText()
  const words = useWords()
  const state = count > most ? 'past' : count >= most * NEARLY ? 'nearly' : undefined
  return (
    <span className={styles.counter} data-state={state}>
      <i className={styles.gauge} aria-hidden="true">
        <i style={{ width: `${Math.min(100, (count * 100) / most)}%` }} />
      </i>
      {t('announcements.counter', { count: words.number(count), most: words.number(most) })}
    </span>
  )
}
