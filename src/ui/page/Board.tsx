import type { ReactNode, Ref } from 'react'
import styles from './Board.module.css'

interface Props {
  beside: ReactNode
  children: ReactNode
  /** Where the choices stand: what is at fault is looked for in it. */
  ref?: Ref<HTMLDivElement>
}

/** Choices one below the other, and what they come to beside them; below them where there is no room. */
export const Board = ({ beside, children, ref }: Props) => (
  <div className={styles.board}>
    <div className={styles.column} ref={ref}>
      {children}
    </div>
    <div className={styles.beside}>{beside}</div>
  </div>
)
