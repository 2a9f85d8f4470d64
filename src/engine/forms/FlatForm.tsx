import { type ReactNode, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { useEngine } from '../engine.ts'
import { configuredFaults, unequalCodes } from './configured.ts'
import styles from './Form.module.css'
import { FormField } from './FormField.tsx'
import type { FormSchema } from './form-schema.ts'
import { bodyOf, type Messages, messagesOf, typed, type Values, withoutNeedless } from './messages.ts'
import { FormFailure, type SubmitPlace, SubmitRow } from './parts.tsx'
import { isShown } from './shown.ts'
import { type Send, useSending } from './use-sending.ts'
import { useTypedBefore } from './use-typed-before.ts'

interface Props {
  /** Name of the form: the words of its fields are `fields.<name>.<field>`. */
  name: string
  form: Form
  schema: FormSchema
  values?: Values
  submit: string
  /** Roomy fields and a button of full width, for a page that is nothing but this form. */
  large?: boolean
  look?: 'main' | 'plain' | 'danger' | undefined
  /** Sends nothing while the values are those that it began with. */
  onlyChanged?: boolean
  /** Milliseconds for which the button stays off after it was used. */
  rest?: number
  /** Shown, and not to be changed. */
  locked?: boolean
  /** Its button stands there, as in the row of a dialog. */
  submitAt?: SubmitPlace | undefined
  onSubmit: Send
  children?: ReactNode
}

/** A form without nesting, as small as the sign-in needs it; the signed-in part has rich/RichForm.tsx. */
export function FlatForm({
  name,
  form,
  schema,
  values: begun = {},
  submit,
  large,
  look,
  onlyChanged,
  rest,
  locked = false,
  submitAt,
  onSubmit,
  children,
}: Props) {
  const text = useText()
  const { situation } = useEngine()
  const [draft, setDraft] = useState<Values>({})
  const [messages, setMessages] = useState<Messages>({})
  const values = { ...typed(schema, begun), ...draft }
  const { busy, resting, failure, send, forget } = useSending(
    onSubmit,
    (field) => isShown(form, field, situation, values),
    rest,
  )
  const label = (field: string): string => text.say(`fields.${name}.${field}`)
  const changed = form.groups.flat().some((field) => values[field] !== begun[field])

  useUnsaved(changed && !busy)

  const { attributes } = useSubmit(async () => {
    if (busy || resting || locked) return
    forget()
    const { settings } = situation
    const found = {
      ...configuredFaults({ form, values, settings, label, text }),
      ...messagesOf(form, schema, values, label, text),
    }
    setMessages(found)
    for (const code of unequalCodes(form, values))
      toasts.show({ text: text.say(`codes.${code}`), tone: 'danger' })
    if (Object.keys(found).length > 0) return
    const sent = await send(bodyOf(form, schema, values))
    if (sent.fields) setMessages(sent.fields)
    else if (!sent.stays) setDraft({})
  })

  useTypedBefore(attributes.ref, (found) => {
    const texts = Object.entries(found).filter(([field]) => schema.properties[field]?.type === 'string')
    if (texts.length > 0) setDraft({ ...draft, ...Object.fromEntries(texts) })
  })

  return (
    <form {...attributes} className={styles.form}>
      <FormFailure>{failure}</FormFailure>
      {form.groups.map((group) => (
        <div key={group.join()} className={styles.row}>
          {group
            .filter((field) => isShown(form, field, situation, values))
            .map((field) => (
              <FormField
                key={field}
                name={field}
                words={`fields.${name}.${field}`}
                label={label(field)}
                look={form.fields?.[field] ?? {}}
                schema={schema.properties[field] ?? {}}
                required={schema.required.includes(field)}
                value={values[field]}
                error={messages[field]}
                disabled={busy || locked}
                size={large ? 'large' : 'normal'}
                onChange={(value) => {
                  setDraft(withoutNeedless(form, { ...draft, [field]: value }))
                  const { [field]: _, ...others } = messages
                  setMessages(others)
                }}
              />
            ))}
        </div>
      ))}
      <SubmitRow
        form={attributes.id}
        at={submitAt}
        large={large}
        look={look}
        busy={busy}
        disabled={locked || resting || (onlyChanged === true && !changed)}
      >
        {submit}
      </SubmitRow>
      {children}
    </form>
  )
}
