import type { ReactNode } from 'react'
import styles from './ModeBar.module.css'

/** Stays in sight while a page is in another order of things: what can be done there, and how it ends. */
export function ModeBar({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      <p>{hint}</p>
      <span className={styles.answers}>{children}</span>
    </div>
  )
}
