import { type FormEvent, useId, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import styles from './ConfirmDialog.module.css'

interface Props {
  /** Name of the action: its words are `notices.confirm.<name>` and `actions.<name>`. */
  name: string
  danger: boolean
  /** What has to be typed first, for what cannot be undone. */
  typed?: string
  /** Names of the several things that it is done with. */
  of?: readonly string[] | undefined
  /** What the one thing is called that it is done with: its words may say so. */
  about?: { name: unknown } | undefined
  onAnswer(confirmed: boolean): void
}

/** Asks before something is done; what cannot be undone is typed out first (docs/behaviour.md, "Undo rather than a question"). */
export function ConfirmDialog({ name, danger, typed, of, about, onAnswer }: Props) {
  const { t, say } = useText()
  const form = useId()
  const [word, setWord] = useState('')
  const ready = typed === undefined || word.trim() === typed
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready) onAnswer(true)
  }
  return (
    <Dialog
      open
      title={say(`notices.confirm.${name}.title`, '', about)}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>{t('shell.cancel')}</Button>
          <Button type="submit" form={form} look={danger ? 'destroy' : 'main'} disabled={!ready}>
            {say(`actions.${name}`)}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <p>{say(`notices.confirm.${name}.text`, '', about)}</p>
        {of && (
          <ul className={styles.names}>
            {[...new Set(of)].map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
        {typed !== undefined && (
          <TextField
            label={t('engine.confirm.type', { word: typed })}
            value={word}
            onChange={setWord}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </form>
    </Dialog>
  )
}
