import type { FieldProps } from '@rjsf/utils'
import { use } from 'react'
import { unitKey } from '#gateway/lib/models/text-keys.ts'
import { valueWord } from '#gateway/lib/names/names.ts'
import { onScreen, onWire } from '#gateway/lib/values/scale.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { NumberField, PasswordField, TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { fieldOf, nameOf, SharedContext } from './context.ts'
import { JsonField } from './JsonField.tsx'
import { describedBy } from './schema-of.ts'
import styles from './value-form.module.css'

/** From so many characters on a text is given room for lines. */
const LINES = 120

/** Which part of a secret composite is the secret. */
const SECRET = /pass|pin|key|secret|code/i

interface Choice {
  value: string | number | boolean
  label?: string
}

/** What can be chosen for a value: its options, or the two sides of a switch. */
const choicesOf = ({ kind, options = [], on = true, off = false, toggle }: Value): readonly Choice[] =>
  kind === 'bool' ? [on, off, ...(toggle === undefined ? [] : [toggle])].map((value) => ({ value })) : options

/** One plain value of a form, in the control that its kind asks for. */
export function ScalarField({ schema, formData, fieldPathId, rawErrors, disabled, onChange }: FieldProps) {
  const shared = use(SharedContext)
  const { t } = useText()
  const { number } = useWords()
  const described = describedBy(schema)
  const { path } = fieldPathId
  const { kind, unit, min, max, lengthMax = 0, description } = described
  const secret = described.secret || (shared.secret && SECRET.test(fieldOf(path, shared)))
  const set = (next: unknown): void => onChange(next === '' ? undefined : next, path)
  const common = {
    name: fieldPathId.$id,
    label: nameOf(path, described, shared, (at) => t('controls.form.entry', { number: at })),
    error: rawErrors?.[0],
    disabled: disabled === true,
  }
  if (kind === 'bool' || kind === 'option') {
    const field = fieldOf(path, shared)
    const choices = choicesOf(described)
    const { words } = shared
    return (
      <SelectField
        {...common}
        value={formData === undefined || formData === null ? '' : String(formData)}
        choices={choices.map(({ value, label }) => ({
          value: String(value),
          label: capital(
            valueWord({ service: shared.service, property: field, value: described }, value, words, label),
          ),
        }))}
        onChange={(chosen) => set(choices.find(({ value }) => String(value) === chosen)?.value)}
      />
    )
  }
  if (kind === 'number' || kind === 'range') {
    const unitWord = unit === undefined ? '' : `\u00a0${shared.words.say(unitKey(unit), unit)}`
    const help =
      min === undefined || max === undefined
        ? unitWord.trim() || undefined
        : t('controls.form.range', {
            min: number(onScreen(min, described)),
            max: number(onScreen(max, described)) + unitWord,
          })
    return (
      <NumberField
        {...common}
        help={help}
        value={typeof formData === 'number' ? onScreen(formData, described) : undefined}
        min={min === undefined ? undefined : onScreen(min, described)}
        max={max === undefined ? undefined : onScreen(max, described)}
        onChange={(next) => set(next === undefined ? undefined : onWire(next, described))}
      />
    )
  }
  if (kind === 'object' || kind === 'list') return <JsonField {...common} value={formData} set={set} />
  const value = formData === undefined || formData === null ? '' : String(formData)
  if (secret) return <PasswordField {...common} value={value} autoComplete="off" onChange={set} />
  if (lengthMax > LINES) return <TextAreaField {...common} help={description} value={value} onChange={set} />
  const field = <TextField {...common} value={value} autoComplete="off" onChange={set} />
  if (kind !== 'color') return field
  return (
    <div className={styles.colour}>
      <input
        type="color"
        aria-label={t('controls.form.pick', { field: common.label })}
        disabled={common.disabled}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000'}
        onChange={({ target }) => set(target.value)}
      />
      {field}
    </div>
  )
}

const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1)
