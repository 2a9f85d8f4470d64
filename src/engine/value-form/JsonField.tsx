import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { TextAreaField } from '#ui/fields/text-fields.tsx'

interface Props {
  name: string
  label: string
  error: string | undefined
  disabled?: boolean
  optional?: boolean
  value: unknown
  set(next: unknown): void
}

/** A part whose inside nobody has described: as it travels. */
export function JsonField({ value, set, ...field }: Props) {
  const { t } = useText()
  const [typed, type] = useState<string>()
  const change = (text: string): void => {
    type(text)
    try {
      set(JSON.parse(text))
    } catch {
      // Not yet readable: judged as what it is, a text.
      set(text)
    }
  }
  return (
    <TextAreaField
      {...field}
      help={t('controls.form.json')}
      value={typed ?? (value === undefined ? '' : JSON.stringify(value, undefined, 2))}
      onChange={change}
    />
  )
}
