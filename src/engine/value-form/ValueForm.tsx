import { withTheme } from '@rjsf/core'
import { deepEquals } from '@rjsf/utils'
import { useMemo, useState } from 'react'
import type { ValueFault } from '#gateway/lib/values/value-check.ts'
import { type Text, useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { Button } from '#ui/Button.tsx'
import { useFirstFault } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { sentence } from '../forms/messages.ts'
import { type Naming, NamingContext } from '../forms/nested/naming.ts'
import nested from '../forms/nested/nested.module.css'
import { templates } from '../forms/nested/templates.tsx'
import type { Delivery, RawValue } from '../widget.ts'
import { bodyOf, isEmpty } from './body-of.ts'
import { describedAt, nameOf, type Owner, type Shared, SharedContext } from './context.ts'
import { ScalarField } from './ScalarField.tsx'
import { describedBy, schemaOf, uiSchemaOf } from './schema-of.ts'
import { validatorOf } from './validator.ts'
import styles from './value-form.module.css'

/** The parts of a value by the words of its service; lists say how many entries they may have. */
const namingOf = (shared: Shared, { t }: Text): Naming => ({
  titleOf: ({ fieldPathId, schema }) =>
    nameOf(fieldPathId.path, describedBy(schema), shared, (number) => t('controls.form.entry', { number })),
  add: () => t('controls.form.add'),
  remove: (_entry, number) => t('controls.form.remove', { number }),
  move: {
    up: (number) => t('controls.form.up', { number }),
    down: (number) => t('controls.form.down', { number }),
  },
  none: t('controls.form.none'),
  below({ schema }, count, fault) {
    if (fault) return { text: fault, fault: true }
    const { lengthMin: least = 0, lengthMax: most } = describedBy(schema)
    const limits =
      most === undefined
        ? t('controls.form.entries', { count })
        : t('controls.form.entriesOf', { count, most })
    return { text: least > 0 ? `${limits} ${t('controls.form.least', { least })}` : limits, fault: false }
  },
})

const Rjsf = withTheme<unknown>({
  templates,
  fields: { value: ScalarField },
})

/** What rjsf would fill in by itself is not what somebody wants of a device. */
const asGiven = {
  arrayMinItems: { populate: 'never' },
  emptyObjectFields: 'skipDefaults',
  allOf: 'skipDefaults',
} as const

/** Rules of the value check as those of forms, whose sentences everybody knows. */
const RULES: Readonly<Record<ValueFault['rule'], string>> = {
  kind: 'type',
  below: 'minimum',
  above: 'maximum',
  option: 'enum',
  short: 'minLength',
  long: 'maxLength',
  few: 'minItems',
  many: 'maxItems',
  field: 'type',
  colour: 'format',
}

interface Props extends Owner {
  described: Value
  /** What the device reports; undefined while nobody knows it, or where it never says. */
  value: RawValue | undefined
  disabled: boolean
  reason: string | undefined
  state: Delivery
  commit(value: RawValue): void
}

interface Draft {
  /** What was reported when it was begun. */
  of: RawValue | undefined
  next: unknown
}

/** A compound value to fill in and send as one: rjsf over the description that the device gave of it. */
export function ValueForm({
  service,
  property,
  label,
  described,
  value,
  disabled,
  reason,
  state,
  commit,
}: Props) {
  const text = useText()
  const words = useWords()
  const [draft, setDraft] = useState<Draft>()
  const fault = useFirstFault<HTMLDivElement>()
  const { t } = text
  const shared = useMemo(
    () => ({ service, property, label, words, disabled, secret: described.secret }),
    [service, property, label, words, disabled, described.secret],
  )
  const schema = useMemo(() => schemaOf(described), [described])
  const uiSchema = useMemo(() => uiSchemaOf(described), [described])
  const validator = useMemo(
    () =>
      validatorOf((fault, given) => {
        const place = describedAt(described, fault.path)
        const name = nameOf(fault.path, place, shared, (number) => t('controls.form.entry', { number }))
        const missing = (given ?? undefined) === undefined && fault.path.length > 0
        return sentence(
          { rule: missing ? 'required' : RULES[fault.rule], limit: fault.limit, value: given, label: name },
          text,
        )
      }),
    [described, shared, t, text],
  )

  const busy = state.phase === 'sending' || state.phase === 'accepted'
  const asked = busy ? state.wanted : value
  const empty = described.kind === 'list' ? [] : {}
  const shown = draft ? draft.next : (asked ?? empty)
  const body = bodyOf(shown)
  const changed = !deepEquals(body, bodyOf(value ?? empty))
  const told = draft !== undefined && !deepEquals(draft.of, value) && changed && !busy
  const sendable = !isEmpty(body) && (changed || !described.access.includes('read'))
  useUnsaved(draft !== undefined && changed && !busy)
  return (
    <SharedContext value={shared}>
      <NamingContext value={namingOf(shared, text)}>
        <div ref={fault.ref} className={`${styles.form} ${nested.form}`} title={reason}>
          {told && (
            <Notice tone="info">
              {t('controls.form.told')}{' '}
              <Button size="dense" look="quiet" onClick={() => setDraft(undefined)}>
                {t('controls.form.showTold')}
              </Button>
            </Notice>
          )}
          <Rjsf
            className={styles.form}
            idPrefix={`${service}-${property}`}
            schema={schema}
            uiSchema={uiSchema}
            validator={validator}
            formData={shown}
            disabled={disabled}
            noHtml5Validate
            showErrorList={false}
            experimental_defaultFormStateBehavior={asGiven}
            onChange={({ formData }) => setDraft({ of: draft ? draft.of : value, next: formData })}
            onSubmit={({ formData }) => {
              if (disabled || busy) return
              // It stays in the form until the device says the same: a failure loses nothing.
              setDraft({ of: value, next: formData })
              commit(bodyOf(formData) as RawValue)
            }}
            onError={fault.look}
          >
            <div className={styles.buttons}>
              <Button type="submit" look="main" busy={busy} disabled={disabled || !sendable}>
                {t('controls.send')}
              </Button>
              {draft !== undefined && changed && (
                <Button look="quiet" disabled={disabled} onClick={() => setDraft(undefined)}>
                  {t('controls.form.discard')}
                </Button>
              )}
            </div>
          </Rjsf>
        </div>
      </NamingContext>
    </SharedContext>
  )
}
