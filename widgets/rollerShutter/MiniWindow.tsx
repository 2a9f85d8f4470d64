import { custom } from '../shared/custom.ts'
import styles from './Window.module.css'

/** How far down the slats are, at a glance. */
export function MiniWindow({ open }: { open: number | undefined }) {
  return (
    <span
      className={styles.mini}
      aria-hidden="true"
      data-unknown={open === undefined || undefined}
      style={custom({ '--shut': `${100 - (open ?? 50)}%` })}
    />
  )
}
