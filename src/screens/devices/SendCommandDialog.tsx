import { useState } from 'react'
import { failureText } from '#engine/failure-text.ts'
import type { ActionResult } from '#engine/ports.ts'
import { useDevice } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { jsonObjectIn } from '#lib/json-object.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { TextAreaField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import styles from './dialogs.module.css'

type Read =
  | { ok: true; payload: Record<string, unknown> }
  | { ok: false; fault: 'notJson' | 'notObject' | 'empty' }

/** What was typed as a payload (spec 2 §5: it must be valid JSON). */
export function readPayload(typed: string): Read {
  const read = jsonObjectIn(typed)
  if (!read.ok) return read
  return Object.keys(read.value).length === 0
    ? { ok: false, fault: 'empty' }
    : { ok: true, payload: read.value }
}

const settable = ({ value }: Placed): boolean => value.access.includes('write')

/** A value that a property could take, so that the form of a payload shows by itself. */
function exampleOf({ value }: Placed): unknown {
  if (value.kind === 'bool') return value.on ?? true
  if (value.kind === 'option') return value.options?.[0]?.value ?? ''
  if (value.kind === 'text') return ''
  return value.min ?? 0
}

/** One settable property with a value that it could take; `{}` where there is none. */
export function samplePayload(layout: DeviceLayout | undefined): string {
  const placed = Object.values(layout?.sections ?? {})
    .flat()
    .find(settable)
  return JSON.stringify(placed ? { [placed.service]: { [placed.property]: exampleOf(placed) } } : {}, null, 2)
}

interface Props {
  device: string
  onSend(payload: Record<string, unknown>): Promise<ActionResult>
  onClose(): void
}

/** What a device is sent as it is typed; it stays open, since one seldom sends only once. */
export function SendCommandDialog({ device, onSend, onClose }: Props) {
  const text = useText()
  const { t } = text
  const head = useDevice(device)
  const [payload, setPayload] = useState(() => samplePayload(head?.layout))
  const [fault, setFault] = useState<string>()
  const [result, setResult] = useState<ActionResult>()

  const why =
    result && !result.ok ? failureText(result, text, (told) => `handling.send.refused.${told}`) : undefined

  const form = useSubmit(async () => {
    if (!head) return
    setResult(undefined)
    const read = readPayload(payload)
    setFault(read.ok ? undefined : t(`handling.send.${read.fault}`))
    if (!read.ok) return
    setResult(await onSend(read.payload))
  })

  return (
    <FormDialog
      title={t('handling.send.title', { name: head?.name ?? device })}
      form={form}
      submit={t('handling.send.submit')}
      unready={!head}
      cancel={t('handling.send.close')}
      onClose={onClose}
    >
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
              <details className={styles.answer}>
                <summary>{t('handling.send.answer')}</summary>
                <code>{result.message}</code>
              </details>
            )}
          </Notice>
        )}
      </div>
    </FormDialog>
  )
}
