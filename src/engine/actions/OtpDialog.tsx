import { type FormEvent, useId, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import type { Sent } from '../forms/use-sending.ts'
import styles from './ConfirmDialog.module.css'

/** spec 1 §5: complete only at exactly 6 characters. */
const LENGTH = 6

interface Props {
  onCode(code: string): Promise<Sent>
  /** Sends another code; undefined where a deployment does not offer it. */
  onAgain?: (() => Promise<void>) | undefined
  onClose(): void
}

/** Asks for the one-time code that has been sent. */
export function OtpDialog({ onCode, onAgain, onClose }: Props) {
  const { t } = useText()
  const form = useId()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [said, say] = useState<string>()
  const complete = code.length === LENGTH

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!complete || busy) return
    setBusy(true)
    const sent = await onCode(code).finally(() => setBusy(false))
    const fault = sent.failure ?? Object.values(sent.fields ?? {})[0]
    say(fault)
    if (fault !== undefined) setCode('')
  }

  async function again(): Promise<void> {
    say(undefined)
    await onAgain?.()
    say(t('engine.otp.sent'))
  }

  return (
    <Dialog
      open
      title={t('engine.otp.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" form={form} look="main" disabled={!complete} busy={busy}>
            {t('engine.otp.submit')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <p>{t('engine.otp.text')}</p>
        <TextField
          label={t('engine.otp.code')}
          value={code}
          onChange={(text) => setCode(text.trim())}
          maxLength={LENGTH}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <p role="status">{said}</p>
        {onAgain && (
          <Button look="quiet" onClick={() => void again().catch(() => say(t('engine.otp.notSent')))}>
            {t('engine.otp.again')}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
