import { useText } from '#i18n/useText.ts'
import type { FormField as Look } from '#schemas/generated/definitions/form.ts'
import { CheckboxField, RadioField, SelectField, SwitchField } from '#ui/fields/choice-fields.tsx'
import { NumberField, PasswordField, TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { FieldLink } from './FieldLink.tsx'
import styles from './Form.module.css'
import type { FieldSchema } from './form-schema.ts'
import { PasswordRuleList } from './PasswordRuleList.tsx'
import { RemoteSelect } from './RemoteSelect.tsx'

interface Props {
  name: string
  /** Where its words are: choices at `fields.<form>.<field>_<value>`, help at `…_help`, that there are none at `…_none`. */
  words: string
  label: string
  look: Look
  schema: FieldSchema
  required: boolean
  value: unknown
  error: string | undefined
  disabled: boolean
  size: 'normal' | 'large'
  onChange(value: unknown): void
}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** The control that a form asks for; without one, the type of the value decides. */
function controlOf(look: Look, schema: FieldSchema): NonNullable<Look['control']> {
  if (look.control) return look.control
  if (schema.enum || look.choices) return 'select'
  if (schema.type === 'boolean') return 'checkbox'
  return schema.type === 'number' || schema.type === 'integer' ? 'number' : 'text'
}

export function FormField({ look, schema, value, words, required, ...rest }: Props) {
  const { say, has } = useText()
  const control = controlOf(look, schema)
  const help = has(`${words}_help`) ? say(`${words}_help`) : undefined
  const link = look.link === undefined ? undefined : <FieldLink to={look.link} words={`${words}_link`} />
  // What only another field can make needless is needed while it is drawn.
  const needed = required || look.unless !== undefined
  const common = { ...rest, help, optional: !needed, required: needed, aside: link }
  const choices = (schema.enum ?? []).map((choice) => ({
    value: String(choice),
    label: say(`${words}_${String(choice)}`, String(choice)),
  }))
  // Controls speak text; a choice may be a number.
  const choose = (chosen: string): void =>
    rest.onChange((schema.enum ?? []).find((choice) => String(choice) === chosen))
  switch (control) {
    case 'checkbox':
    case 'switch': {
      const OnOff = control === 'switch' ? SwitchField : CheckboxField
      const { label, error, disabled, name, onChange } = rest
      const box = <OnOff {...{ label, help, error, disabled, name, onChange }} value={value === true} />
      return link ? (
        <div className={styles.linked}>
          {box}
          {link}
        </div>
      ) : (
        box
      )
    }
    case 'number':
      return (
        <NumberField
          {...common}
          value={typeof value === 'number' ? value : undefined}
          min={schema.minimum}
          max={schema.maximum}
        />
      )
    case 'select':
      if (look.choices) {
        const none = has(`${words}_none`) ? say(`${words}_none`) : undefined
        return <RemoteSelect {...common} from={look.choices} none={none} value={text(value)} />
      }
      return <SelectField {...common} value={text(value)} choices={choices} onChange={choose} />
    case 'radio':
      return <RadioField {...rest} help={help} value={text(value)} choices={choices} onChange={choose} />
    case 'textarea':
      return <TextAreaField {...common} value={text(value)} />
    case 'password':
    case 'newPassword': {
      const field = (
        <PasswordField
          {...common}
          value={text(value)}
          autoComplete={
            look.autocomplete ?? (control === 'newPassword' ? 'new-password' : 'current-password')
          }
        />
      )
      return look.rules ? (
        <div className={styles.ruled}>
          {field}
          <PasswordRuleList rules={look.rules} value={text(value)} />
        </div>
      ) : (
        field
      )
    }
    case 'email':
    case 'time':
    case 'text':
      return (
        <TextField
          {...common}
          value={text(value)}
          // The schema says what an address is; the browser's own idea of one would speak another language.
          type={control}
          autoComplete={look.autocomplete}
          placeholder={look.placeholder}
          autoCapitalize={control === 'email' ? 'none' : undefined}
          spellCheck={control === 'email' ? false : undefined}
        />
      )
  }
}
