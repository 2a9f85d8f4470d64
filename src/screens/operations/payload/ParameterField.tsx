import type { FieldProps } from '@rjsf/utils'
import { type ComponentProps, useState } from 'react'
import { JsonField } from '#engine/value-form/JsonField.tsx'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { NumberField, TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { choiceWord, nameOf } from './parameters.ts'

/** From so many characters on a text is given room for lines. */
const LINES = 200

/** A number or a switch where it reads as one, else the text. */
function looselyRead(typed: string): unknown {
  try {
    const read: unknown = JSON.parse(typed)
    return typeof read === 'number' || typeof read === 'boolean' ? read : typed
  } catch {
    return typed
  }
}

/** One parameter, in the control that its type asks for. */
export function ParameterField({ schema, formData, fieldPathId, rawErrors, required, onChange }: FieldProps) {
  const text = useText()
  const { t } = text
  const { number } = useWords()
  const { path } = fieldPathId
  const types = [schema.type ?? []].flat()
  const set = (next: unknown): void => onChange(next === '' ? undefined : next, path)
  const common = {
    name: fieldPathId.$id,
    label: nameOf(path, text),
    error: rawErrors?.[0],
    optional: required !== true,
  }
  const isSwitch = types.length === 1 && types[0] === 'boolean'
  const choices: readonly unknown[] | undefined = schema.enum ?? (isSwitch ? [true, false] : undefined)
  if (choices) {
    const wordOf = (choice: unknown): string =>
      isSwitch ? t(choice ? 'engine.cell.on' : 'engine.cell.off') : choiceWord(path, choice, text)
    return (
      <SelectField
        {...common}
        value={formData === undefined || formData === null ? '' : String(formData)}
        choices={[
          ...(required ? [] : [{ value: '', label: t('operations.send.without') }]),
          ...choices.map((choice) => ({ value: String(choice), label: wordOf(choice) })),
        ]}
        onChange={(chosen) => set(choices.find((choice) => String(choice) === chosen))}
      />
    )
  }
  if (types.length === 1 && (types[0] === 'integer' || types[0] === 'number')) {
    const { minimum: min, maximum: max } = schema
    const ranged = min !== undefined && max !== undefined
    return (
      <NumberField
        {...common}
        help={ranged ? t('controls.form.range', { min: number(min), max: number(max) }) : undefined}
        value={typeof formData === 'number' ? formData : undefined}
        {...{ min, max }}
        step={types[0] === 'number' ? 'any' : 1}
        onChange={set}
      />
    )
  }
  if (!types.includes('string') || types.includes('object'))
    return <JsonField {...common} value={formData} set={set} />
  const shown = formData === undefined || formData === null ? '' : String(formData)
  if ((schema.maxLength ?? 0) >= LINES && types.length === 1)
    return <TextAreaField {...common} value={shown} onChange={set} />
  const placeholder = Array.isArray(schema.examples) ? String(schema.examples[0]) : undefined
  const line = { ...common, placeholder, autoComplete: 'off' }
  return types.includes('number') || types.includes('boolean') ? (
    <LooseField {...line} help={t('operations.send.loose')} begun={shown} set={set} />
  ) : (
    <TextField {...line} value={shown} onChange={set} />
  )
}

interface LooseProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> {
  begun: string
  set(next: unknown): void
}

/** Of several types: what stands there stays as it is typed, «1.0» on the way to «1.05». */
function LooseField({ begun, set, ...field }: LooseProps) {
  const [typed, type] = useState(begun)
  return (
    <TextField
      {...field}
      value={typed}
      onChange={(next) => {
        type(next)
        set(looselyRead(next))
      }}
    />
  )
}
