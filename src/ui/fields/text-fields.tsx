import {
  type ComponentProps,
  type InputHTMLAttributes,
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useState,
} from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon, type IconName } from '../Icon.tsx'
import styles from './Field.module.css'
import { Field, type FieldLook, parted } from './Field.tsx'

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
      | 'onFocus'
      | 'step'
    > {
  value: string
  onChange(value: string): void
  type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time'
  size?: 'normal' | 'dense' | 'large'
  ref?: Ref<HTMLInputElement>
}

interface BoxProps extends Omit<ComponentProps<'input'>, 'size'>, Pick<TextProps, 'size'> {
  before?: ReactNode
  after?: ReactNode
}

/** One line to type into, with what stands beside it in the same frame. */
const Box = ({ size, before, after, ...input }: BoxProps) => (
  <div className={styles.box} data-size={size}>
    {before}
    <input {...input} />
    {after}
  </div>
)

export function TextField(props: TextProps) {
  const { look, control } = parted(props)
  const { onChange, type = 'text', ...rest } = control
  return (
    <Field {...look}>
      {(attributes) => (
        <Box {...rest} {...attributes} type={type} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  )
}

/** A password that can be looked at; it hides again when it is sent or left. */
export function PasswordField(props: Omit<TextProps, 'type'>) {
  const { look, control } = parted(props)
  const { onChange, ...rest } = control
  const { t } = useText()
  const [shown, show] = useState(false)
  const peek = (
    <button
      type="button"
      className={styles.peek}
      aria-pressed={shown}
      disabled={rest.disabled}
      onClick={() => show(!shown)}
    >
      <Icon name={shown ? 'eye-off' : 'eye'} />
      <span className="visually-hidden">{t(shown ? 'shell.hidePassword' : 'shell.showPassword')}</span>
    </button>
  )
  return (
    <Field {...look}>
      {(attributes) => (
        <Box
          spellCheck={false}
          autoCapitalize="none"
          {...rest}
          {...attributes}
          type={shown ? 'text' : 'password'}
          onChange={({ target }) => onChange(target.value)}
          after={peek}
        />
      )}
    </Field>
  )
}

interface NumberProps extends Omit<TextProps, 'type' | 'value' | 'onChange'> {
  value: number | undefined
  onChange(value: number | undefined): void
  min?: number
  max?: number
  step?: number | 'any'
}

/** The browser's own: Blueprint's (8.9 kB gzip) makes an emptied one zero and speaks English to readers (decision 0130). */
export function NumberField(props: NumberProps) {
  const { look, control } = parted(props)
  const { value = '', onChange, ...rest } = control
  return (
    <Field {...look}>
      {(attributes) => (
        <Box
          {...rest}
          {...attributes}
          type="number"
          value={value}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
        />
      )}
    </Field>
  )
}

interface AreaProps
  extends FieldLook,
    Pick<
      TextareaHTMLAttributes<HTMLTextAreaElement>,
      'name' | 'disabled' | 'required' | 'maxLength' | 'placeholder' | 'rows' | 'spellCheck'
    > {
  value: string
  onChange(value: string): void
  ref?: Ref<HTMLTextAreaElement>
}

export function TextAreaField(props: AreaProps) {
  const { look, control } = parted(props)
  const { onChange, rows = 4, ...rest } = control
  return (
    <Field {...look}>
      {(attributes) => (
        <div className={styles.box}>
          <textarea
            {...rest}
            {...attributes}
            className={styles.area}
            rows={rows}
            onChange={({ target }) => onChange(target.value)}
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

/**
 * The box above a list: a loupe and no label of its own. Escape takes back what was typed, and only in an empty box
 * whatever it does around it.
 */
export const SearchField = ({
  label,
  onChange,
  onKeyDown,
  placeholder = label,
  icon = 'search',
  size = 'dense',
  ...rest
}: SearchProps) => (
  <Box
    {...rest}
    type="search"
    aria-label={label}
    placeholder={placeholder}
    size={size}
    onChange={({ target }) => onChange(target.value)}
    onKeyDown={(event) => {
      onKeyDown?.(event)
      if (event.key !== 'Escape' || rest.value === '') return
      event.preventDefault()
      event.stopPropagation()
      onChange('')
    }}
    before={<Icon name={icon} size="small" />}
  />
)
