import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import styles from './create.module.css'

/** spec 1 §5: complete only at exactly 6 characters. */
export const CODE_LENGTH = 6

interface Props {
  /** What the code is good for. */
  name: string
  code: string
  onCode(code: string): void
  /** Another may be asked for. */
  again: boolean
  error: string | undefined
}

/** The one-time code: asked for first, then entered (spec 3 §4). */
export function Code({ name, code, onCode, again, error }: Props) {
  const { t } = useText()
  const { source } = usePorts()
  const [sentFor, setSentFor] = useState<string>()
  const [said, say] = useState<string>()
  const [busy, setBusy] = useState(false)
  const request = async (): Promise<void> => {
    if (name === '') return say(t('announcements.nameFirst'))
    setBusy(true)
    try {
      await source.sendCode('sendAnnouncement', name)
      setSentFor(name)
      // What was said of its lack holds no longer.
      onCode(code)
      say(t('announcements.codeSent'))
    } catch {
      say(t('announcements.codeNotSent'))
    }
    setBusy(false)
  }
  // Before one was asked for there is no field that could say it.
  const isFirst = sentFor === undefined && error !== undefined
  const isOther = sentFor !== undefined && sentFor !== name
  return (
    <NumberedCard number={4} title={t('announcements.code')}>
      <div className={styles.body}>
        <p className={styles.hint}>{t('announcements.codeText')}</p>
        <div className={styles.code}>
          {sentFor !== undefined && (
            <TextField
              label={t('announcements.code')}
              value={code}
              onChange={(value) => onCode(value.trim())}
              maxLength={CODE_LENGTH}
              inputMode="numeric"
              autoComplete="one-time-code"
              {...(error !== undefined && { error })}
            />
          )}
          {(sentFor === undefined || isOther || again) && (
            <Button icon="mail" busy={busy} onClick={() => void request()} data-needed={isFirst || undefined}>
              {t(sentFor === undefined ? 'announcements.requestCode' : 'announcements.codeAgain')}
            </Button>
          )}
        </div>
        {isFirst && (
          <p className={styles.fault} role="alert">
            {t('announcements.codeFirst')}
          </p>
        )}
        {isOther && <p className={styles.fault}>{t('announcements.codeFor', { name: sentFor })}</p>}
        <p className={styles.hint} role="status">
          {said}
        </p>
      </div>
    </NumberedCard>
  )
}
