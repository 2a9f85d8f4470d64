import {
  type InputHTMLAttributes,
  type KeyboardEventHandler,
  type Ref,
  type TextareaHTMLAttributes,
  useState,
} from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon, type IconName } from '../Icon.tsx'
import styles from './Field.module.css'
import { Field, type FieldLook } from './Field.tsx'

interface TextProps
  extends FieldLook,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      | 'name'
      | 'autoComplete'
      | 'disabled'
      | 'required'
      | 'maxLength'
      | 'placeholder'
      | 'inputMode'
      | 'autoCapitalize'
      | 'spellCheck'
    > {
  value: string
  onChange(value: string): void
  type?: 'text' | 'email' | 'tel' | 'url'
  size?: 'normal' | 'dense' | 'large'
  ref?: Ref<HTMLInputElement>
}

export function TextField({
  label,
  help,
  error,
  aside,
  optional,
  value,
  onChange,
  type = 'text',
  size,
  ref,
  ...rest
}: TextProps) {
  return (
    <Field {...{ label, help, error, aside, optional }}>
      {(attributes) => (
        <div className={styles.box} data-size={size}>
          <input
            ref={ref}
            type={type}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            {...rest}
            {...attributes}
          />
        </div>
      )}
    </Field>
  )
}

/** A password that can be looked at; it hides again when it is sent or left. */
export function PasswordField({
  label,
  help,
  error,
  aside,
  optional,
  value,
  onChange,
  size,
  ref,
  type: _,
  ...rest
}: TextProps) {
  const { t } = useText()
  const [shown, show] = useState(false)
  return (
    <Field {...{ label, help, error, aside, optional }}>
      {(attributes) => (
        <div className={styles.box} data-size={size}>
          <input
            ref={ref}
            type={shown ? 'text' : 'password'}
            value={value}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => onChange(event.target.value)}
            {...rest}
            {...attributes}
          />
          <button type="button" className={styles.peek} aria-pressed={shown} onClick={() => show(!shown)}>
            <Icon name={shown ? 'eye-off' : 'eye'} />
            <span className="visually-hidden">{t(shown ? 'shell.hidePassword' : 'shell.showPassword')}</span>
          </button>
        </div>
      )}
    </Field>
  )
}

interface NumberProps extends Omit<TextProps, 'type' | 'value' | 'onChange'> {
  value: number | undefined
  onChange(value: number | undefined): void
  min?: number
  max?: number
  step?: number
}

export function NumberField({
  label,
  help,
  error,
  aside,
  optional,
  value,
  onChange,
  size,
  ref,
  ...rest
}: NumberProps) {
  return (
    <Field {...{ label, help, error, aside, optional }}>
      {(attributes) => (
        <div className={styles.box} data-size={size}>
          <input
            ref={ref}
            type="number"
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
            {...rest}
            {...attributes}
          />
        </div>
      )}
    </Field>
  )
}

interface AreaProps
  extends FieldLook,
    Pick<
      TextareaHTMLAttributes<HTMLTextAreaElement>,
      'name' | 'disabled' | 'required' | 'maxLength' | 'placeholder' | 'rows'
    > {
  value: string
  onChange(value: string): void
  ref?: Ref<HTMLTextAreaElement>
}

export function TextAreaField({
  label,
  help,
  error,
  aside,
  optional,
  value,
  onChange,
  rows = 4,
  ref,
  ...rest
}: AreaProps) {
  return (
    <Field {...{ label, help, error, aside, optional }}>
      {(attributes) => (
        <div className={styles.box}>
          <textarea
            ref={ref}
            className={styles.area}
            rows={rows}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            {...rest}
            {...attributes}
          />
        </div>
      )}
    </Field>
  )
}

interface SearchProps {
  /** Named for readers; the placeholder says it to everyone else. */
  label: string
  value: string
  onChange(value: string): void
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
  placeholder?: string
  icon?: IconName
  size?: 'normal' | 'dense'
  ref?: Ref<HTMLInputElement>
}

/** The box above a list: a loupe and no label of its own. */
export function SearchField({
  label,
  value,
  onChange,
  onKeyDown,
  placeholder = label,
  icon = 'search',
  size = 'dense',
  ref,
}: SearchProps) {
  return (
    <div className={styles.box} data-size={size}>
      <Icon name={icon} size="small" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
