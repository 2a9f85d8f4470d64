import type { CSSProperties } from 'react'
import styles from './cells.module.css'

const BARS = [1, 2, 3, 4] as const

/** spec 2 §4: four bars for the levels 0 to 4; the label says the same in words. */
export function SignalBars({ level, label }: { level: 0 | 1 | 2 | 3 | 4; label: string }) {
  return (
    <span className={styles.bars} role="img" aria-label={label} title={label}>
      {BARS.map((bar) => (
        <i key={bar} data-on={bar <= level || undefined} style={{ '--bar': bar - 1 } as CSSProperties} />
      ))}
    </span>
  )
}
