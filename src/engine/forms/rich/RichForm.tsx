import { withTheme } from '@rjsf/core'
import { deepEquals, type ErrorSchema, getUiOptions, type RJSFSchema } from '@rjsf/utils'
import { use, useId, useMemo, useState } from 'react'
import { type Text, useText } from '#i18n/useText.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import { useFirstFault } from '#ui/fields/use-submit.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import type { Situation } from '../../conditions/situation.ts'
import { useEngine } from '../../engine.ts'
import { configuredFaults, unequalCodes } from '../configured.ts'
import styles from '../Form.module.css'
import type { RichSchema } from '../form-schema.ts'
import { type Values, withoutNeedless } from '../messages.ts'
import { type Naming, NamingContext, type Part } from '../nested/naming.ts'
import { templates } from '../nested/templates.tsx'
import { FormFailure, type SubmitPlace, SubmitRow } from '../parts.tsx'
import { isShown } from '../shown.ts'
import { type Send, useSending } from '../use-sending.ts'
import { SharedContext } from './context.ts'
import { errorSchemaOf, inWords, labelOf, richBodyOf, validatorOf } from './faults.ts'
import { FieldWidget, placeOf, SeveralWidget } from './fields.tsx'
import { uiSchemaOf } from './ui-schema.ts'

const wordsOf = ({ uiSchema }: Pick<Part, 'uiSchema'>): string => placeOf(getUiOptions(uiSchema)).words

/** The parts of a form of the catalogue by its words; the form itself in the rows of its definition. */
const namingOf = (
  form: Form,
  situation: Situation,
  changed: ReadonlySet<string>,
  { t, say }: Text,
): Naming => ({
  titleOf: (part) => say(`${wordsOf(part)}_title`),
  rows: (fields, values) =>
    form.groups.map((group) => (
      <div key={group.join()} className={styles.row}>
        {group
          .filter((field) => isShown(form, field, situation, (values ?? {}) as Values))
          .map((field) => fields.get(field))}
      </div>
    )),
  add: (list) => say(`${wordsOf(list)}_add`, t('engine.form.add')),
  remove: (entry, number) => t('engine.form.remove', { field: say(wordsOf(entry)), number }),
  below: ({ fieldPathId }, _count, fault) =>
    fault === undefined || changed.has(fieldPathId.$id) ? undefined : { text: fault, fault: true },
})

const Rjsf = withTheme<Values>({
  templates,
  widgets: { field: FieldWidget, several: SeveralWidget },
})

interface Props {
  /** Name of the form: the words of its fields are `fields.<name>.<field>`. */
  name: string
  definition: Promise<{ form: Form; rich: RichSchema }>
  values?: Values
  /** What something else has filled in, over what stands there; each once. */
  filled?: Values | undefined
  submit: string
  large?: boolean
  onlyChanged?: boolean
  look?: 'main' | 'plain' | 'danger' | undefined
  rest?: number
  /** Shown, and not to be changed. */
  locked?: boolean
  /** Its button stands there, as in the row of a dialog. */
  submitAt?: SubmitPlace | undefined
  onSubmit: Send
}

const none: ReadonlySet<string> = new Set()

/** What rjsf fills in by itself: a box that must be answered is unticked, which nobody has changed. */
const unticked = ({ required = [], properties = {} }: RJSFSchema): Values =>
  Object.fromEntries(
    required.flatMap((field) => {
      const property = properties[field]
      return typeof property === 'object' && property.type === 'boolean' ? [[field, false]] : []
    }),
  )

/** A form of the signed-in part, drawn by rjsf in the same controls as a flat one; groups, lists and choices included. */
export function RichForm({
  name,
  definition,
  values: begun = {},
  filled,
  submit,
  large,
  look,
  onlyChanged,
  rest,
  locked = false,
  submitAt,
  onSubmit,
}: Props) {
  const { form, rich } = use(definition)
  const text = useText()
  const { situation } = useEngine()
  const schema = rich.schema as RJSFSchema
  const validator = useMemo(() => validatorOf(form, rich), [form, rich])
  const uiSchema = useMemo(() => uiSchemaOf(name, form, rich.schema as RJSFSchema), [name, form, rich])
  const [draft, setDraft] = useState<Values>()
  const [refused, refuse] = useState<ErrorSchema>()
  const [changed, setChanged] = useState(none)
  const id = useId()
  const fault = useFirstFault<HTMLDivElement>()
  const values = draft ?? begun
  const { busy, resting, failure, send, forget } = useSending(
    onSubmit,
    (field) => isShown(form, field, situation, values),
    rest,
  )
  const [taken, take] = useState(filled)
  if (filled !== taken) {
    take(filled)
    if (filled) setDraft({ ...values, ...filled })
  }
  const isChanged =
    draft !== undefined &&
    !deepEquals(richBodyOf(form, rich, draft), richBodyOf(form, rich, { ...unticked(schema), ...begun }))
  useUnsaved(isChanged && !busy)
  const shared = useMemo(() => ({ large: large === true, changed }), [large, changed])

  /** Faults of an earlier attempt are forgotten; those of this one are all true again. */
  function tried(found?: ErrorSchema): void {
    setChanged(none)
    refuse(found)
    fault.look()
  }

  async function submitted(data: Values): Promise<void> {
    if (busy || resting || locked) return
    forget()
    tried()
    const sent = await send(richBodyOf(form, rich, data))
    if (sent.fields) tried(errorSchemaOf(sent.fields))
    else if (!sent.stays) setDraft(undefined)
  }

  return (
    <SharedContext value={shared}>
      <NamingContext value={namingOf(form, situation, changed, text)}>
        <div ref={fault.ref} className={styles.form}>
          <FormFailure>{failure}</FormFailure>
          <Rjsf
            id={id}
            className={styles.form}
            schema={schema}
            uiSchema={uiSchema}
            validator={validator}
            formData={values}
            disabled={busy || locked}
            noHtml5Validate
            showErrorList={false}
            transformErrors={(errors) => inWords(name, errors, values, text)}
            customValidate={(data, errors) => {
              for (const [field, { equals }] of Object.entries(form.fields ?? {}))
                if (equals !== undefined && data?.[field] !== data?.[equals])
                  errors[field]?.addError(
                    text.t('engine.form.equals', {
                      field: labelOf(`fields.${name}.${field}`, text),
                      other: labelOf(`fields.${name}.${equals}`, text),
                    }),
                  )
              const faults = configuredFaults({
                form,
                values: data ?? {},
                settings: situation.settings,
                label: (field) => labelOf(`fields.${name}.${field}`, text),
                text,
              })
              for (const [field, fault] of Object.entries(faults)) errors[field]?.addError(fault)
              return errors
            }}
            extraErrors={refused}
            onChange={({ formData }, id) => {
              setDraft(formData && withoutNeedless(form, formData))
              if (id !== undefined) setChanged((before) => new Set(before).add(id))
            }}
            onSubmit={({ formData }) => void submitted(formData ?? {})}
            onError={() => {
              forget()
              tried()
              for (const code of unequalCodes(form, values))
                toasts.show({ text: text.say(`codes.${code}`), tone: 'danger' })
            }}
          >
            <SubmitRow
              form={id}
              at={submitAt}
              large={large}
              look={look}
              busy={busy}
              disabled={
                locked ||
                resting ||
                (onlyChanged === true && (draft === undefined || deepEquals(draft, begun)))
              }
            >
              {submit}
            </SubmitRow>
          </Rjsf>
        </div>
      </NamingContext>
    </SharedContext>
  )
}
