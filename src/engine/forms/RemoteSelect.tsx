import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { valueAt } from '#lib/value-at.ts'
import type { RemoteChoices } from '#schemas/generated/definitions/form.ts'
import { type Choice, SelectField } from '#ui/fields/choice-fields.tsx'
import { useSource } from '../engine.ts'

interface Props extends Omit<ComponentProps<typeof SelectField>, 'choices'> {
  from: RemoteChoices
}

/** Choices that a call answers, in the order of their names; without an answer there is nothing to choose. */
export function RemoteSelect({ from, onChange, help, ...rest }: Props) {
  const { t } = useText()
  const source = useSource()
  const spoken = language()
  const [choices, setChoices] = useState<readonly Choice[] | 'failed'>()

  const arrived = useEffectEvent((answer: unknown) => {
    const rows = from.rows === '' ? answer : valueAt(answer, from.rows)
    if (!Array.isArray(rows)) throw new Error(`${from.operation} answers no list`)
    const list = rows.map((row: unknown) => ({
      value: String(valueAt(row, from.value)),
      label: String(valueAt(row, from.label)),
      begin: from.begin !== undefined && valueAt(row, from.begin) === true,
    }))
    setChoices(list.toSorted((one, other) => one.label.localeCompare(other.label, tagOf(spoken))))
    const begin = list.find((choice) => choice.begin)
    if (begin && rest.value === '') onChange(begin.value)
  })

  const { operation } = from
  useEffect(() => {
    const left = new AbortController()
    // Names come in the language that is spoken now.
    if (source && spoken)
      source
        .one({ operation }, {}, left.signal)
        .then(arrived)
        .catch(() => {
          if (!left.signal.aborted) setChoices('failed')
        })
    return () => left.abort()
  }, [source, operation, spoken])

  const failed = choices === 'failed'
  return (
    <SelectField
      {...rest}
      onChange={onChange}
      help={failed ? t('engine.form.choicesFailed') : help}
      disabled={rest.disabled || !choices || failed}
      choices={choices && !failed ? choices : []}
    />
  )
}
