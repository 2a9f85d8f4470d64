import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

/** A surface with a head. `flush` leaves the padding to what is inside, e.g. rows. */
export function Card({
  title,
  aside,
  flush,
  children,
}: {
  title?: string
  aside?: ReactNode
  flush?: boolean
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section className={styles.card} aria-labelledby={title ? heading : undefined}>
      {title && (
        <header>
          <h2 id={heading}>{title}</h2>
          {aside}
        </header>
      )}
      <div className={styles.body} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}
