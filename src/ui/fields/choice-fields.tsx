import type { Ref } from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon } from '../Icon.tsx'
import styles from './Field.module.css'
import { Field, type FieldLook, parted, useBelow } from './Field.tsx'

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

/** The browser's own list: on a phone it is the wheel that people know. Blueprint's is the same in a frame (decision 0130). */
export function SelectField(props: SelectProps) {
  const { look, control } = parted(props)
  return <Field {...look}>{(attributes) => <Select {...control} {...attributes} />}</Field>
}

interface BareSelectProps extends Omit<SelectProps, keyof FieldLook> {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  onFocus?(): void
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
  const { attributes, below } = useBelow({ help, error })
  const { id } = attributes
  return (
    <fieldset
      className={styles.choices}
      disabled={disabled}
      aria-describedby={attributes['aria-describedby']}
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
      {below}
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
  const { attributes, below } = useBelow({ help, error })
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <input
          type="checkbox"
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
          {...rest}
          {...attributes}
        />
        <label htmlFor={attributes.id}>{label}</label>
      </div>
      {below}
    </div>
  )
}

/** A switch in a row or at the head of a page, where words beside it would be too much. */
export function Toggle({
  label,
  value,
  onChange,
  disabled,
  busy,
}: Pick<OnOffProps, 'value' | 'onChange' | 'disabled'> & { label: string; busy?: boolean }) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.toggle}
      aria-checked={value}
      aria-label={label}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={() => !busy && onChange(!value)}
    />
  )
}

/** Takes effect at once or with the form it stands in; the words stand left, the switch right. */
export function SwitchField({ label, help, error, value, onChange, disabled }: OnOffProps) {
  const { attributes, below } = useBelow({ help, error })
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <span id={attributes.id}>{label}</span>
        {below}
      </div>
      <button
        type="button"
        role="switch"
        className={styles.toggle}
        aria-checked={value}
        aria-labelledby={attributes.id}
        aria-describedby={attributes['aria-describedby']}
        disabled={disabled}
        onClick={() => onChange(!value)}
      />
    </div>
  )
}
