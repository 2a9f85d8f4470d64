import { type ComponentProps, createContext, use } from 'react'
import { useText } from '#i18n/useText.ts'
import type { RemoteChoices } from '#schemas/generated/definitions/remote-choices.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useEngine } from '../engine.ts'
import type { Values } from './messages.ts'
import { useRemoteChoices } from './use-remote-choices.ts'

/** What the form began with. */
export const BegunContext = createContext<Values>({})

interface Props extends Omit<ComponentProps<typeof SelectField>, 'choices'> {
  from: RemoteChoices
  /** Said where there is nothing to choose. */
  none: string | undefined
}

/** Choices that a call answers; without an answer there is nothing to choose. */
export function RemoteSelect({ from, none, onChange, help, ...rest }: Props) {
  const { t } = useText()
  const { session, gateway } = useEngine().situation
  const [choices, again] = useRemoteChoices(from, {
    roots: { session, gateway, form: use(BegunContext) },
    onCome: (come) => {
      const begin = come.find((choice) => choice.begin)
      if (begin && rest.value === '') onChange(begin.value)
    },
  })
  const failed = choices === 'failed'
  const empty = Array.isArray(choices) && choices.length === 0
  return (
    <SelectField
      {...rest}
      {...(failed && {
        aside: (
          <Button size="dense" look="quiet" icon="refresh" onClick={again}>
            {t('shell.retry')}
          </Button>
        ),
      })}
      onChange={onChange}
      help={failed ? t('engine.form.choicesFailed') : empty ? (none ?? help) : help}
      disabled={rest.disabled || !choices || failed || empty}
      choices={choices && !failed ? choices : []}
    />
  )
}
