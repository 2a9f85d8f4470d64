import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import type { FormField as Look, PasswordRules } from '#schemas/generated/definitions/form.ts'
import { CheckboxField, RadioField, SelectField, SwitchField } from '#ui/fields/choice-fields.tsx'
import { NumberField, PasswordField, TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { type Definitions, useEngine } from '../engine.ts'
import { hrefOf } from '../href.ts'
import styles from './Form.module.css'
import type { FieldSchema } from './form-schema.ts'
import { passwordRules } from './password-rules.ts'
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
  const needed = required || look.needed === true || look.unless !== undefined
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

/** The screen of that id; of a text, the one in the language that is spoken. */
function screenOf(definitions: Definitions, id: string): ScreenHead {
  const screen = definitions.screen(id)
  if (!screen) throw new Error(`catalogue/screens has no ${id}`)
  const spoken = language()
  if (screen.kind !== 'document' || screen.language === undefined || screen.language === spoken) return screen
  const translation = screen.translations?.[spoken]
  return (translation === undefined ? undefined : definitions.screen(translation)) ?? screen
}

/** Leads to the screen that helps out. A text opens beside the form, so that what is typed stays. */
function FieldLink({ to, words }: { to: string; words: string }) {
  const { say } = useText()
  const screen = screenOf(useEngine().definitions, to)
  const beside = screen.kind === 'document' ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <a href={hrefOf(screen)} {...beside}>
      {say(words)}
    </a>
  )
}

/** The rules of a new password, each ticked off as soon as it holds. */
function PasswordRuleList({ rules, value }: { rules: PasswordRules; value: string }) {
  const { t } = useText()
  const { situation } = useEngine()
  const list = passwordRules(rules, situation.settings)
  if (list.length === 0) return null
  return (
    <ul className={styles.rules} aria-label={t('engine.form.password.rules')}>
      {list.map((rule) => {
        const holds = rule.holds(value)
        return (
          <li key={rule.name} data-holds={holds ? '' : undefined}>
            <span className={styles.tick}>{holds && <Icon name="check" size="mark" />}</span>
            {t(`engine.form.password.${rule.name}`, rule.values)}
            <span className="visually-hidden">
              {t(holds ? 'engine.form.password.holds' : 'engine.form.password.open')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
