import { useText } from '#i18n/useText.ts'
import { CatalogueFormDialog } from '#ui/dialog/FormDialog.tsx'
import { FormBlock } from '../forms/FormBlock.tsx'
import type { Send } from '../forms/use-sending.ts'
import type { Row } from '../ports.ts'

interface Props {
  /** Name of the action: its words are `notices.ask.<name>` and `actions.<name>`. */
  name: string
  form: string
  /** What it begins with. */
  values: Row
  onSubmit: Send
  onClose(): void
}

/** Asks for what an action needs, and stays until it has gone well. */
export function AskDialog({ name, form, values, onSubmit, onClose }: Props) {
  const { say } = useText()
  return (
    <CatalogueFormDialog title={say(`notices.ask.${name}.title`)} onClose={onClose}>
      {(submitAt) => (
        <>
          <p>{say(`notices.ask.${name}.text`)}</p>
          <FormBlock
            name={form}
            values={values}
            submit={say(`actions.${name}`)}
            submitAt={submitAt}
            rich
            onSubmit={onSubmit}
          />
        </>
      )}
    </CatalogueFormDialog>
  )
}
