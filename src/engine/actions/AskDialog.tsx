import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { FormBlock } from '../forms/FormBlock.tsx'
import type { SubmitPlace } from '../forms/parts.tsx'
import type { Send } from '../forms/use-sending.ts'
import type { Row } from '../ports.ts'
import styles from './ConfirmDialog.module.css'

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
  const { t, say } = useText()
  const [place, setPlace] = useState<SubmitPlace>(null)
  return (
    <Dialog
      open
      title={say(`notices.ask.${name}.title`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <div ref={setPlace} className={styles.place} />
        </>
      }
    >
      <div className={styles.form}>
        <p>{say(`notices.ask.${name}.text`)}</p>
        <FormBlock
          name={form}
          values={values}
          submit={say(`actions.${name}`)}
          submitAt={place}
          rich
          onSubmit={onSubmit}
        />
      </div>
    </Dialog>
  )
}
