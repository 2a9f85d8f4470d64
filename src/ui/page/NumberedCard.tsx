import { type ReactNode, useId } from 'react'
import styles from './Board.module.css'

interface Props {
  number: number
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** One of several choices that lead to each other; all stay open. */
export function NumberedCard({ number, title, aside, children }: Props) {
  const heading = useId()
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <header>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        <h2 id={heading}>{title}</h2>
        {aside && <div className={styles.aside}>{aside}</div>}
      </header>
      {children}
    </section>
  )
}
