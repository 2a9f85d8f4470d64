import type { Delivery } from '#engine/widget.ts'
import styles from './Toggle.module.css'

interface Props {
  label: string
  on: boolean
  /** Nobody has reported a value yet. */
  known: boolean
  disabled: boolean
  reason: string | undefined
  phase: Delivery['phase']
  /** The device reports something else than was asked for. */
  missed: boolean
  onToggle(): void
}

export function Toggle({ label, on, known, disabled, reason, phase, missed, onToggle }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.toggle}
      aria-checked={on}
      aria-label={label}
      aria-busy={phase === 'sending' || phase === 'accepted' || undefined}
      data-phase={phase}
      data-missed={missed || undefined}
      data-unknown={!known || undefined}
      disabled={disabled}
      title={reason}
      onClick={onToggle}
    />
  )
}
