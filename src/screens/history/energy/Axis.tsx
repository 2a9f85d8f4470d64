import { useWords } from '#i18n/useWords.ts'
import styles from './plot.module.css'

/** Where a column or line would be so high; whoever hears it is told in words. */
export function Axis({ ticks }: { ticks: readonly number[] }) {
  const words = useWords()
  const top = ticks.at(-1) ?? 1
  return (
    <div className={styles.axis} aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
          {words.number(tick)}
        </span>
      ))}
    </div>
  )
}
