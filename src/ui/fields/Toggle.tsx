import type { ReactNode } from 'react'
import styles from './Toggle.module.css'

interface Props {
  pressed: boolean
  /** What a reader is told, where that is more than what stands on it. */
  label?: string | undefined
  onClick(): void
  children: ReactNode
}

/** A button that stays pressed: one of several that are on or off, or that one of is chosen. */
export const Toggle = ({ pressed, label, onClick, children }: Props) => (
  <button type="button" className={styles.toggle} aria-pressed={pressed} aria-label={label} onClick={onClick}>
    {children}
  </button>
)
