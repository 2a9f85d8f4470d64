import { type ReactNode, useId } from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon } from '../Icon.tsx'
import styles from './Field.module.css'

export interface FieldLook {
  label: string
  /** Below the field, until an error takes its place. */
  help?: string
  error?: string
  /** At the right of the label, e.g. "Forgotten?". */
  aside?: ReactNode
  /** Says that it may be left empty. */
  optional?: boolean
}

/** What a control inside a field carries, so that readers hear its help and its error. */
export interface ControlAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface Props extends FieldLook {
  children(attributes: ControlAttributes): ReactNode
}

/** Label above, control, then help or error. */
export function Field({ label, help, error, aside, optional, children }: Props) {
  const id = useId()
  const below = error ?? help
  const { t } = useText()
  return (
    <div className={styles.field} data-invalid={error ? '' : undefined}>
      <div className={styles.head}>
        <label htmlFor={id}>
          {label}
          {optional && <small>{t('shell.optional')}</small>}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': below ? `${id}-below` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {below && (
        <p id={`${id}-below`} className={styles.below}>
          {error && <Icon name="alert" size="mark" />}
          {below}
        </p>
      )}
    </div>
  )
}
