import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import styles from './ConfirmDialog.module.css'

interface Props {
  /** Name of the action: its words are `notices.confirm.<name>` and `actions.<name>`. */
  name: string
  danger: boolean
  /** What has to be typed first, for what cannot be undone. */
  typed?: string
  /** Names of the several things that it is done with, or what it brings. */
  of?: readonly string[] | undefined
  /** What the one thing is called that it is done with: its words may say so. */
  about?: { name: unknown } | undefined
  onAnswer(confirmed: boolean): void
}

/** Asks before something is done; what cannot be undone is typed out first (docs/behaviour.md, "Undo rather than a question"). */
export function ConfirmDialog({ name, danger, typed, of, about, onAnswer }: Props) {
  const { t, say } = useText()
  const [word, setWord] = useState('')
  const ready = typed === undefined || word.trim() === typed
  const form = useSubmit(() => ready && onAnswer(true))
  return (
    <FormDialog
      title={say(`notices.confirm.${name}.title`, '', about)}
      form={form}
      submit={say(`actions.${name}`)}
      look={danger ? 'destroy' : 'main'}
      unready={!ready}
      onClose={() => onAnswer(false)}
    >
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
    </FormDialog>
  )
}
