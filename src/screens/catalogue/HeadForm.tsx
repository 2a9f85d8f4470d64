import { FormBlock } from '#engine/forms/FormBlock.tsx'
import { useText } from '#i18n/useText.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { changedIn, type headOf, withHead } from './head.ts'

interface Props {
  /** Of the whole model. */
  text: string
  head: NonNullable<ReturnType<typeof headOf>>
  onTaken(text: string): void
}

/** What a model is called and what it is, as a form; what is sent goes into its text. */
export default function HeadForm({ text, head, onTaken }: Props) {
  const { t, say } = useText()
  return (
    <FormBlock
      rich
      name="modelHead"
      values={head}
      submit={t('catalogue.take')}
      onlyChanged
      onSubmit={async (body) => {
        const fields = changedIn(text, body).map((name) => say(`fields.modelHead.${name}`))
        onTaken(withHead(text, body))
        toasts.show({ text: t('catalogue.taken', { fields: fields.join(', ') }) })
        return {}
      }}
    />
  )
}
