import { useWords } from '#i18n/useWords.ts'
import { useNow } from '../property/state/useNow.ts'
import styles from './cells.module.css'

/** How long ago something was. */
export function Ago({ at }: { at: number }) {
  const now = useNow()
  const words = useWords()
  return (
    <time className={styles.muted} dateTime={new Date(at).toISOString()}>
      {words.age(at, now)}
    </time>
  )
}
