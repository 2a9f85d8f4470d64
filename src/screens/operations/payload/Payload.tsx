import { Suspense } from 'react'
import { lazyPart } from '#engine/lazy-part.ts'
import { bodyOf, isEmpty } from '#engine/value-form/body-of.ts'
import { type Text, useText } from '#i18n/useText.ts'
import { jsonObjectIn } from '#lib/json-object.ts'
import type { OperationCommand } from '#schemas/generated/entities/operation-command.ts'
import { TextAreaField } from '#ui/fields/text-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import styles from '../send.module.css'
import { faultsOf, takesSomething } from './parameters.ts'

/** rjsf comes with the first command that takes anything. */
const PayloadForm = lazyPart(() => import('./PayloadForm.tsx'), [])

/** What was filled in: field by field, or typed as it travels. */
export interface PayloadDraft {
  values: unknown
  /** While it is looked at as JSON: what stands there, and what stood there first. */
  json?: { typed: string; begun: string }
}

export const emptyDraft: PayloadDraft = { values: {} }

type Read = { ok: true; value: Record<string, unknown> } | { ok: false; fault?: 'notJson' | 'notObject' }

/** What would be sent of it. */
export function readDraft(
  { values, json }: PayloadDraft,
  { parameters }: OperationCommand,
  text: Text,
): Read {
  if (json) return jsonObjectIn(json.typed)
  const value = bodyOf(values) as Record<string, unknown>
  return faultsOf(parameters, value, text) ? { ok: false } : { ok: true, value }
}

const written = (value: unknown): string => JSON.stringify(value, null, 2)

/** The other view of the same; what is no JSON yet stays as it is. */
function turned(draft: PayloadDraft, { payload }: OperationCommand): PayloadDraft {
  const { values, json } = draft
  if (!json) {
    const body = bodyOf(values)
    // Nothing said yet: an example shows how it is written.
    const begun = written(isEmpty(body) ? payload : body)
    return { values, json: { typed: begun, begun } }
  }
  const read = jsonObjectIn(json.typed)
  if (!read.ok) return draft
  return { values: json.typed === json.begun ? values : read.value }
}

interface Props {
  command: OperationCommand
  draft: PayloadDraft
  tried: boolean
  /** What the server has said of it. */
  refused: string | undefined
  onChange(draft: PayloadDraft): void
}

/** What a command is sent with: a form of its parameters, or the same as JSON. */
export function Payload({ command, draft, tried, refused, onChange }: Props) {
  const text = useText()
  const { t } = text
  const { json, values } = draft
  const { parameters } = command
  if (!takesSomething(parameters)) return <p className={styles.none}>{t('operations.send.takesNothing')}</p>
  const read = json && jsonObjectIn(json.typed)
  const unread = read?.ok === false && t(`operations.send.${read.fault}`)
  return (
    <fieldset className={styles.part}>
      <legend>{t('operations.send.payload')}</legend>
      <Segments
        label={t('operations.send.view')}
        segments={[
          { id: 'form', label: t('operations.send.asForm'), disabled: Boolean(unread) },
          { id: 'json', label: t('operations.send.asJson') },
        ]}
        value={json ? 'json' : 'form'}
        onChange={(view) => (view === 'json') !== (json !== undefined) && onChange(turned(draft, command))}
      />
      {json ? (
        <div className={styles.code}>
          <TextAreaField
            label={t('operations.send.asJson')}
            help={t('operations.send.payloadHelp')}
            value={json.typed}
            onChange={(typed) => onChange({ values, json: { ...json, typed } })}
            error={(tried && unread) || refused}
            rows={8}
            spellCheck={false}
          />
        </div>
      ) : (
        <div className={styles.filled}>
          {refused && (
            <Notice tone="danger" urgent>
              {refused}
            </Notice>
          )}
          <Suspense fallback={<SkeletonLines lines={4} />}>
            <PayloadForm
              // Fields of one command are not those of another.
              key={command.command}
              parameters={parameters}
              payload={values}
              faults={tried ? faultsOf(parameters, bodyOf(values), text) : undefined}
              onChange={(next) => onChange({ values: next })}
            />
          </Suspense>
        </div>
      )}
    </fieldset>
  )
}
