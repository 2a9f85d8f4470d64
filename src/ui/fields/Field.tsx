import { type ReactNode, useId } from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon } from '../Icon.tsx'
import styles from './Field.module.css'

export interface FieldLook {
  label: string
  /** Below the field; an error goes before it. */
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

/** The properties of a field in two: what its frame draws, and what its control takes. */
export function parted<P extends FieldLook>({ label, help, error, aside, optional, ...control }: P) {
  return { look: { label, help, error, aside, optional }, control }
}

/** The help or error below a control, and what ties the control to it. */
export function useBelow({ help, error }: Pick<FieldLook, 'help' | 'error'>): {
  attributes: ControlAttributes
  below: ReactNode
} {
  const id = useId()
  const sentence = error ?? help
  // What would be right is said when it is needed most.
  const rule = error && help
  const attributes: ControlAttributes = {
    id,
    'aria-describedby': sentence ? `${id}-below` : undefined,
    'aria-invalid': error ? true : undefined,
  }
  const below = sentence && (
    <p id={`${id}-below`} className={styles.below} data-fault={error ? '' : undefined}>
      {error && <Icon name="alert" size="mark" />}
      <span>{sentence}</span>
      {rule && ' '}
      {rule && <span className={styles.rule}>{rule}</span>}
    </p>
  )
  return { attributes, below }
}

interface Props extends FieldLook {
  children(attributes: ControlAttributes): ReactNode
}

/** Label above, control, then help or error. */
export function Field({ label, help, error, aside, optional, children }: Props) {
  const { attributes, below } = useBelow({ help, error })
  const { t } = useText()
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={attributes.id}>
          {label}
          {/* Read out, what only stands apart would run into one word. */}
          {optional && ' '}
          {optional && <small>{t('shell.optional')}</small>}
        </label>
        {aside}
      </div>
      {children(attributes)}
      {below}
    </div>
  )
}
