import { type Ref, useId } from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon } from '../Icon.tsx'
import styles from './Field.module.css'
import { Field, type FieldLook } from './Field.tsx'

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

interface SelectProps extends FieldLook {
  value: string
  onChange(value: string): void
  choices: readonly Choice[]
  name?: string
  disabled?: boolean
  required?: boolean
  size?: 'normal' | 'dense' | 'large'
  ref?: Ref<HTMLSelectElement>
}

/** The browser's own list: on a phone it is the wheel that people know. */
export function SelectField({
  label,
  help,
  error,
  aside,
  optional,
  value,
  onChange,
  choices,
  size,
  ref,
  ...rest
}: SelectProps) {
  return (
    <Field {...{ label, help, error, aside, optional }}>
      {(attributes) => <Select {...{ value, onChange, choices, size, ref, ...rest, ...attributes }} />}
    </Field>
  )
}

interface BareSelectProps extends Omit<SelectProps, keyof FieldLook> {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** A list to choose from without a label of its own, e.g. a filter above a table. */
export function Select({ value, onChange, choices, size, ref, ...rest }: BareSelectProps) {
  const { t } = useText()
  const known = choices.some((choice) => choice.value === value)
  return (
    <div className={styles.box} data-size={size} data-select="">
      <select ref={ref} value={value} onChange={(event) => onChange(event.target.value)} {...rest}>
        {!known && (
          <option value={value} disabled>
            {t('shell.choose')}
          </option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="small" />
    </div>
  )
}

/** One of a few that all should be seen. */
export function RadioField({
  label,
  help,
  error,
  value,
  onChange,
  choices,
  disabled,
  name,
}: Omit<SelectProps, 'ref' | 'size'>) {
  const id = useId()
  const below = error ?? help
  return (
    <fieldset
      className={styles.choices}
      disabled={disabled}
      aria-describedby={below ? `${id}-below` : undefined}
    >
      <legend>{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className={styles.line}>
          <input
            type="radio"
            id={`${id}-${choice.value}`}
            name={name ?? id}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
          />
          <label htmlFor={`${id}-${choice.value}`}>{choice.label}</label>
        </div>
      ))}
      {below && (
        <p id={`${id}-below`} className={styles.below}>
          {below}
        </p>
      )}
    </fieldset>
  )
}

interface OnOffProps extends Omit<FieldLook, 'aside' | 'optional'> {
  value: boolean
  onChange(value: boolean): void
  disabled?: boolean
  name?: string
}

export function CheckboxField({ label, help, error, value, onChange, ...rest }: OnOffProps) {
  const id = useId()
  const below = error ?? help
  return (
    <div className={styles.field} data-invalid={error ? '' : undefined}>
      <div className={styles.line}>
        <input
          type="checkbox"
          id={id}
          checked={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          onChange={(event) => onChange(event.target.checked)}
          {...rest}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {below && (
        <p id={`${id}-below`} className={styles.below}>
          {below}
        </p>
      )}
    </div>
  )
}

/** Takes effect at once or with the form it stands in; the words stand left, the switch right. */
export function SwitchField({ label, help, error, value, onChange, disabled }: OnOffProps) {
  const id = useId()
  const below = error ?? help
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <span id={id}>{label}</span>
        {below && (
          <p id={`${id}-below`} className={styles.below}>
            {below}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        className={styles.toggle}
        aria-checked={value}
        aria-labelledby={id}
        aria-describedby={below ? `${id}-below` : undefined}
        disabled={disabled}
        onClick={() => onChange(!value)}
      />
    </div>
  )
}
