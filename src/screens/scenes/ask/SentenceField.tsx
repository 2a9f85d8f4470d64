import { useText } from '#i18n/useText.ts'
import { TextField } from '#ui/fields/text-fields.tsx'
import { LONGEST } from './tokens.ts'

interface Props {
  value: string
  onChange(sentence: string): void
  onFocus?(): void
}

/** Where a scene is said in one sentence. */
export function SentenceField(props: Props) {
  const { t } = useText()
  return (
    <TextField
      label={t('asking.label')}
      help={t('asking.hint')}
      placeholder={t('asking.example')}
      maxLength={LONGEST}
      autoComplete="off"
      {...props}
    />
  )
}
