import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import type { Sent } from '../forms/use-sending.ts'

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
  const [code, setCode] = useState('')
  const [said, say] = useState<string>()
  const complete = code.length === LENGTH

  const form = useSubmit(async () => {
    if (!complete) return
    const sent = await onCode(code)
    const fault = sent.failure ?? Object.values(sent.fields ?? {})[0]
    say(fault)
    if (fault !== undefined) setCode('')
  })

  async function again(): Promise<void> {
    say(undefined)
    await onAgain?.()
    say(t('engine.otp.sent'))
  }

  return (
    <FormDialog
      title={t('engine.otp.title')}
      form={form}
      submit={t('engine.otp.submit')}
      unready={!complete}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
