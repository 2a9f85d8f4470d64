import { type FormEvent, useId, useState } from 'react'
import { refusalText } from '#engine/actions/refusal-text.ts'
import type { ActionResult } from '#engine/doors.ts'
import { useDevice } from '#engine/property/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextAreaField } from '#ui/fields/text-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './dialogs.module.css'
import { readPayload, samplePayload } from './payload.ts'

interface Props {
  device: string
  onSend(payload: Record<string, unknown>): Promise<ActionResult>
  onClose(): void
}

/** What a device is sent as it is typed; it stays open, since one seldom sends only once. */
export function SendCommandDialog({ device, onSend, onClose }: Props) {
  const text = useText()
  const { t } = text
  const form = useId()
  const head = useDevice(device)
  const [payload, setPayload] = useState(() => samplePayload(head?.layout))
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ActionResult>()

  const why =
    result && !result.ok
      ? text.say(`handling.send.refused.${result.code}`) || refusalText(result, text)
      : undefined

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy || !head) return
    setResult(undefined)
    const read = readPayload(payload)
    setFault(read.ok ? undefined : t(`handling.send.${read.fault}`))
    if (!read.ok) return
    setBusy(true)
    setResult(await onSend(read.payload).finally(() => setBusy(false)))
  }

  return (
    <Dialog
      open
      title={t('handling.send.title', { name: head?.name ?? device })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('handling.send.close')}</Button>
          <Button type="submit" form={form} look="main" busy={busy} disabled={!head}>
            {t('handling.send.submit')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <div className={styles.code}>
          <TextAreaField
            label={t('handling.send.payload')}
            help={t('handling.send.help')}
            value={payload}
            onChange={(next) => {
              setPayload(next)
              setFault(undefined)
            }}
            error={fault}
            rows={6}
            spellCheck={false}
          />
        </div>
        <div role="status">
          {!head && <Notice tone="warn">{t('handling.gone', { count: 1 })}</Notice>}
          {result?.ok && (
            <Notice tone="info" icon="check">
              {t('handling.send.sent')}
            </Notice>
          )}
          {result && !result.ok && (
            <Notice tone="danger">
              {t('handling.send.failed')} {why}
              {result.message && result.message !== why && (
                <details>
                  <summary>{t('handling.send.answer')}</summary>
                  <code>{result.message}</code>
                </details>
              )}
            </Notice>
          )}
        </div>
      </form>
    </Dialog>
  )
}
