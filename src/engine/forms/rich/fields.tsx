import type { UIOptionsType, WidgetProps } from '@rjsf/utils'
import { use } from 'react'
import { useText } from '#i18n/useText.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { FormField } from '../FormField.tsx'
import type { FieldSchema } from '../form-schema.ts'
import { SharedContext } from './context.ts'
import styles from './rich.module.css'
import type { Place } from './ui-schema.ts'

/** What uiSchemaOf has written down for a place. */
export const placeOf = (options: UIOptionsType | undefined): Place =>
  (options as { place?: Place } | undefined)?.place ?? { words: '', look: {} }

/** The ids of rjsf begin with the root; names in the page need not. */
const nameOf = (id: string): string => id.replace(/^root_/, '')

/** Every field that is one value: the controls of flat forms, in rjsf. */
export function FieldWidget({
  id,
  options,
  schema,
  required,
  disabled,
  value,
  rawErrors,
  onChange,
}: WidgetProps) {
  const { say } = useText()
  const { large, changed } = use(SharedContext)
  const { words, look } = placeOf(options)
  return (
    <FormField
      name={nameOf(id)}
      words={words}
      label={say(words)}
      look={look}
      schema={schema as FieldSchema}
      required={required === true}
      value={value}
      error={changed.has(id) ? undefined : rawErrors?.[0]}
      disabled={disabled === true}
      size={large ? 'large' : 'normal'}
      // rjsf: a text that is empty is not there.
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}

/** Several of a few, each with its box. */
export function SeveralWidget({ id, options, schema, disabled, value, rawErrors, onChange }: WidgetProps) {
  const { say } = useText()
  const { changed } = use(SharedContext)
  const { words } = placeOf(options)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const items = schema.items as FieldSchema
  const choices = items.enum ?? []
  const error = changed.has(id) ? undefined : rawErrors?.[0]
  return (
    <fieldset
      className={styles.group}
      disabled={disabled}
      aria-describedby={error ? `${id}-below` : undefined}
    >
      <legend>{say(`${words}_title`)}</legend>
      {choices.map((choice) => (
        <CheckboxField
          key={String(choice)}
          name={nameOf(id)}
          label={say(`${words}_${String(choice)}`, String(choice))}
          value={chosen.includes(choice)}
          onChange={(on) => onChange(choices.filter((one) => (one === choice ? on : chosen.includes(one))))}
        />
      ))}
      {error && (
        <p id={`${id}-below`} className={styles.below}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
