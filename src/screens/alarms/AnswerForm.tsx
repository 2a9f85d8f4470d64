import { type ReactNode, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { Button } from '#ui/Button.tsx'
import { TextAreaField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import styles from './alarms.module.css'

const QUICK = ['onIt', 'onTheWay', 'falseAlarm'] as const
const LONGEST = 500

/** What somebody says to an alarm: a word is picked in a press, and stays editable. Resolves to false where it was not taken. */
export function AnswerForm({
  of,
  send,
  children,
}: {
  of: string
  send(text: string): Promise<boolean>
  /** What else leads on from here. */
  children?: ReactNode
}) {
  const { t } = useText()
  const [text, write] = useState('')
  const missing = text.trim() === ''
  const { attributes, busy, tried } = useSubmit(() => (missing ? undefined : send(text.trim())))
  useUnsaved(!missing && !busy)
  return (
    <form {...attributes} className={styles.answer} aria-label={t('alarms.answerTo', { name: of })}>
      <fieldset className={styles.quick}>
        <legend className="visually-hidden">{t('alarms.quick')}</legend>
        {QUICK.map((word) => {
          const said = t(`alarms.say.${word}`)
          return (
            <button key={word} type="button" aria-pressed={text === said} onClick={() => write(said)}>
              {said}
            </button>
          )
        })}
      </fieldset>
      <TextAreaField
        label={t('alarms.answer')}
        value={text}
        rows={2}
        maxLength={LONGEST}
        onChange={write}
        {...(tried && missing && { error: t('alarms.answerMissing') })}
      />
      <div className={styles.tools}>
        <Button type="submit" look="main" icon="check" busy={busy}>
          {t('alarms.react')}
        </Button>
        {children}
      </div>
    </form>
  )
}
