import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import styles from './Fold.module.css'

interface Props {
  title: string
  note: ReactNode
  /** Beside the title, always in sight. */
  aside?: ReactNode
  /** Whether it stands open at first. */
  open?: boolean
  children: ReactNode
}

/** A line of a list that opens where it stands. */
export function Fold({ title, note, aside, open, children }: Props) {
  return (
    <details className={styles.fold} open={open}>
      <summary>
        <span className={styles.words}>
          <span>{title}</span>
          <small>{note}</small>
        </span>
        {aside}
        <Icon name="chevron-down" size="small" />
      </summary>
      {children}
    </details>
  )
}
