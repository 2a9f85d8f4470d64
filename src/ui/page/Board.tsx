import type { ReactNode } from 'react'
import styles from './Board.module.css'

/** Choices one below the other, and what they come to beside them; below them where there is no room. */
export const Board = ({ beside, children }: { beside: ReactNode; children: ReactNode }) => (
  <div className={styles.board}>
    <div className={styles.column}>{children}</div>
    <div className={styles.beside}>{beside}</div>
  </div>
)
