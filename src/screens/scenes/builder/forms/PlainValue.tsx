import { useWidgets } from '#engine/property/state/widgets.ts'
import { unitKey } from '#gateway/lib/models/text-keys.ts'
import { onScreen, onWire, stepOnScreen } from '#gateway/lib/values/scale.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { NumberField, TextField } from '#ui/fields/text-fields.tsx'
import type { OfferedProperty } from '../offered/properties.ts'
import { valueWords } from '../sentences.ts'

export type Scalar = string | number | boolean

interface Props {
  offered: OfferedProperty
  label: string
  value: Scalar | undefined
  error?: string
  onChange(value: Scalar | undefined): void
}

/** What can be chosen for a value: its options, what happens before what is when nothing does, or the two sides of a switch. */
export function choicesOf({ value }: OfferedProperty): readonly Scalar[] {
  if (value.kind === 'bool') return [value.on ?? true, value.off ?? false]
  const options = (value.options ?? []).map((option) => option.value)
  const rests = (one: Scalar): boolean => one === value.rest
  return [...options.filter((one) => !rests(one)), ...options.filter(rests)]
}

const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1)

/** A value to compare with, or to set, in the control that its kind asks for. */
export function PlainValue({ offered, label, value, error, onChange }: Props) {
  const { t } = useText()
  const words = useWords()
  const widgets = useWidgets()
  const { kind, unit, min, max } = offered.value
  const choices = choicesOf(offered)
  if (kind === 'bool' || choices.length > 0)
    return (
      <SelectField
        label={label}
        error={error}
        value={value === undefined ? '' : String(value)}
        choices={choices.map((one) => ({
          value: String(one),
          label: capital(valueWords(offered, one, { widgets, words })),
        }))}
        onChange={(chosen) => onChange(choices.find((one) => String(one) === chosen))}
      />
    )
  if (kind === 'number' || kind === 'range') {
    const unitWord = unit === undefined ? '' : `\u00a0${words.say(unitKey(unit), unit)}`
    return (
      <NumberField
        label={label}
        error={error}
        help={
          min === undefined || max === undefined
            ? unitWord.trim() || undefined
            : t('controls.form.range', {
                min: words.number(onScreen(min, offered.value)),
                max: words.number(onScreen(max, offered.value)) + unitWord,
              })
        }
        inputMode="decimal"
        value={typeof value === 'number' ? onScreen(value, offered.value) : undefined}
        min={min === undefined ? undefined : onScreen(min, offered.value)}
        max={max === undefined ? undefined : onScreen(max, offered.value)}
        step={stepOnScreen(offered.value)}
        onChange={(next) => onChange(next === undefined ? undefined : onWire(next, offered.value))}
      />
    )
  }
  return (
    <TextField
      label={label}
      error={error}
      autoComplete="off"
      value={value === undefined ? '' : String(value)}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}
