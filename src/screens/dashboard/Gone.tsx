import { Card } from '#ui/Card.tsx'
import styles from './dashboard.module.css'

/** A card that has nothing to show says why, and keeps its place. */
export function Gone({ children }: { children: string }) {
  return (
    <Card>
      <p className={styles.quiet}>{children}</p>
    </Card>
  )
}
