import type { ComponentProps } from 'react'
import { useText } from '#i18n/useText.ts'
import type { RemoteChoices } from '#schemas/generated/definitions/remote-choices.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useRemoteChoices } from './use-remote-choices.ts'

interface Props extends Omit<ComponentProps<typeof SelectField>, 'choices'> {
  from: RemoteChoices
}

/** Choices that a call answers; without an answer there is nothing to choose. */
export function RemoteSelect({ from, onChange, help, ...rest }: Props) {
  const { t } = useText()
  const choices = useRemoteChoices(from, (come) => {
    const begin = come.find((choice) => choice.begin)
    if (begin && rest.value === '') onChange(begin.value)
  })
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
